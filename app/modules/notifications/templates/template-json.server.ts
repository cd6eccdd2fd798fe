import type { TemplateState } from "./queries.server";
import type { TemplateJson } from "./schema.server";
import { variablesOf } from "./variables";

/** A template in the API's format. */
export const templateJson = ({ bodies, updatedAt, ...template }: TemplateState): TemplateJson => ({
  ...template,
  subject: { en: bodies.en.subject, fa: bodies.fa.subject },
  html: { en: bodies.en.html, fa: bodies.fa.html },
  text: { en: bodies.en.text, fa: bodies.fa.text },
  variables: [...variablesOf(template.kind)],
  updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString(),
});

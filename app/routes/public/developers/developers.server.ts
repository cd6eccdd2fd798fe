import { calendarTexts } from "~/lib/dates/calendar-texts.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import {
  apiExamples,
  type Example,
  embedExamples,
  feedExamples,
  keyExamples,
  mcpExamples,
  oembedExamples,
  WEBHOOK_EXAMPLES,
} from "./examples";

const NO_EXAMPLES: readonly Example[] = [];

/** Data of `/developers`: what other software can use, with examples that run as they stand. */
export function developersPage({ locale, origin, seo }: RequestContext) {
  const t = calendarTexts(locale);
  const title = t("calendar:developers.title");
  const lead = t("calendar:developers.lead");
  const sections = [
    { id: "api", examples: apiExamples(origin), href: paths.apiDocs() },
    { id: "keys", examples: keyExamples(origin), href: paths.accountSecurity() },
    { id: "feeds", examples: feedExamples(origin), href: paths.events() },
    { id: "embed", examples: embedExamples(origin), href: paths.embedBuilder() },
    { id: "oembed", examples: oembedExamples(origin), href: null },
    { id: "webhooks", examples: WEBHOOK_EXAMPLES, href: paths.accountWebhooks() },
    { id: "mcp", examples: mcpExamples(origin), href: null },
    { id: "changes", examples: NO_EXAMPLES, href: paths.changelog() },
  ] as const;
  return {
    head: pageHead({ origin, locale, seo }, paths.developers(), { title, description: lead }),
    title,
    lead,
    contents: t("calendar:developers.contents"),
    open: t("calendar:developers.open"),
    sections: sections.map(({ id, ...section }) => ({
      ...section,
      id,
      title: t(`calendar:developers.${id}.title`),
      text: t(`calendar:developers.${id}.text`),
    })),
  };
}

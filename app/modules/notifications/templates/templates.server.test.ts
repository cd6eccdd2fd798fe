import { expect, it } from "vitest";
import { SHIPPED_TEMPLATES } from "./templates.server";

const LATIN_COMMA = /[\u0600-\u06ff»}],|,\s*[\u0600-\u06ff«]/;

it.each(Object.values(SHIPPED_TEMPLATES).map(({ key, bodies }) => [key, bodies.fa] as const))(
  "the Persian email %s has no Latin comma",
  (_key, body) => {
    for (const text of [body.subject, body.text, body.html.replace(/<[^>]*>|\{%[^%]*%\}/g, "")])
      expect(text).not.toMatch(LATIN_COMMA);
  },
);

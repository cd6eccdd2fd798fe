import { describe, expect, it } from "vitest";
import { brandTones } from "../../lib/drawing/brand-colors";
import { BRAND_COLORS, DARK_MAIL_COLORS, MAIL_COLORS } from "../../lib/drawing/palette";
import en from "../../locales/en/mail.json";
import { type MailKind, renderMail } from "./enqueue-mail.server";

const LATIN_COMMA = /[\u0600-\u06ff»}],|,\s*[\u0600-\u06ff«]/;

describe("an email", () => {
  it.each(Object.keys(en.kinds) as MailKind[])(
    "of the kind %s has no Latin comma in Persian",
    (kind) => {
      const values = { device: "Firefox" };
      const body = renderMail(kind, "fa", {
        link: "https://rooydad.example/x",
        values,
        chosen: { name: "مینا" },
        siteName: "رویداد",
        supportEmail: "hello@rooydad.example",
        primaryColor: BRAND_COLORS.primary,
      });
      for (const text of [
        body.subject,
        body.text,
        body.html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ""),
      ])
        expect(text).not.toMatch(LATIN_COMMA);
    },
  );

  it.each(Object.keys(en.kinds) as MailKind[])(
    "of the kind %s uses colours of the palette only",
    (kind) => {
      const { html } = renderMail(kind, "fa", {
        link: "https://rooydad.example/x",
        values: {},
        chosen: { name: "Mina" },
        siteName: "Rooydad",
        supportEmail: "hello@rooydad.example",
        primaryColor: BRAND_COLORS.primary,
      });
      const colors = new Set(html.match(/#[0-9A-Fa-f]{6}\b/g));
      expect(colors.size).toBeGreaterThan(3);
      const known: unknown[] = [
        ...Object.values(MAIL_COLORS),
        ...Object.values(DARK_MAIL_COLORS),
        ...(["light", "dark"] as const).flatMap((scheme) =>
          Object.values(brandTones(BRAND_COLORS.primary, scheme)),
        ),
      ];
      for (const color of colors) expect(known).toContain(color);
    },
  );
});

import { RemixI18Next } from "remix-i18next/server";
import { DEFAULT_LOCALE, LOCALES, type Locale, parseLocale } from "../app/i18n/locale";
import { readCookie } from "./cookies";

/**
 * `?lang=` decides for its response, then the cookie, then Accept-Language (decisions.md §1). The
 * cookie is plain text, since scripts write it too, so it is read as `custom` and not through an
 * encoding cookie object.
 */
const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...LOCALES],
    fallbackLanguage: DEFAULT_LOCALE,
    searchParamKey: "lang",
    // Not its `header`, which stops at the first language, ours or not.
    order: ["custom"],
    findLocale: async (request) =>
      (request.url.includes("lang=")
        ? parseLocale(new URL(request.url).searchParams.get("lang"))
        : null) ??
      parseLocale(readCookie(request, "rooydad.language")) ??
      acceptedLocale(request),
  },
});

export async function detectLocale(request: Request): Promise<Locale> {
  return parseLocale(await detector.getLocale(request)) ?? DEFAULT_LOCALE;
}

/**
 * Our language that Accept-Language prefers. The API follows it alone; `*` or none is
 * English (decisions.md §12).
 */
export function acceptedLocale(request: Request): Locale {
  const accepted = (request.headers.get("Accept-Language") ?? "")
    .split(",")
    .map((item) => {
      const [code = "", ...parameters] = item.split(";");
      const quality = parameters
        .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
        .find(Boolean);
      return { locale: parseLocale(code), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(
      (item): item is { locale: Locale; quality: number } =>
        item.locale !== null && item.quality > 0,
    )
    .sort((a, b) => b.quality - a.quality);
  return accepted[0]?.locale ?? DEFAULT_LOCALE;
}

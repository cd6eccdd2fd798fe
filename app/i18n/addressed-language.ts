import { remembered } from "../lib/runtime/remembered";
import { type Locale, parseLocale } from "./locale";

/** The language of an address (decisions.md §1); null when the reader's choice applies. */
export const addressedLanguage = remembered(100, (search: string): Locale | null =>
  parseLocale(new URLSearchParams(search).get("lang")),
);

/** A redirect's target in the language of the request's address. */
export const inLanguageOf = ({ url }: Request, href: string): string =>
  inLanguage(href, addressedLanguage(new URL(url).search));

/** A link of ours that keeps the page's `?lang=`. */
export function inLanguage(href: string, locale: Locale | null): string {
  if (!locale) return href;
  const [, path = "", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? [];
  const isOurs = path.startsWith("/") ? !path.startsWith("//") : path === "" && query !== "";
  if (!isOurs || addressedLanguage(query)) return href;
  return `${path}${query}${query.length > 1 ? "&" : query ? "" : "?"}lang=${locale}${hash}`;
}

/**
 * Absolute URL of a link in a mail, with the reader's language: their browser may not have our
 * cookie.
 * @param url URL of this product
 * @param locale null if the reader's language is unknown; the browser decides then
 */
export function mailLink(url: string, locale: Locale | null): string {
  const [, origin = "", rest = ""] = /^(https?:\/\/[^/?#]+)(.*)$/.exec(url) ?? [];
  return origin ? origin + inLanguage(rest || "/", locale) : url;
}

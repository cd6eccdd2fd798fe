import type { MetaDescriptor } from "@remix-run/cloudflare";
import { addressedLanguage } from "../../i18n/addressed-language";
import { LOCALES, type Locale } from "../../i18n/locale";
import type { PageHead } from "./views";

const withLang = (address: string, locale: Locale) => {
  const url = new URL(address);
  url.searchParams.set("lang", locale);
  return url.href;
};

const FEED_TYPES = [
  { format: "ics", type: "text/calendar" },
  { format: "atom", type: "application/atom+xml" },
  { format: "json", type: "application/feed+json" },
] as const;

/**
 * The head of a page: title, description, canonical, hreflang, Open Graph and structured data (decisions.md §14).
 * An address that names its language is canonical in that language: were the one without the canonical of all, search
 * engines would drop the very addresses that hreflang names (developers.google.com/search/docs/specialty/international).
 * @param location where the page was asked for
 */
export function metaTags(head: PageHead | undefined, location: { search: string }): MetaDescriptor[] {
  const document = [{ charSet: "utf-8" as const }, { name: "viewport", content: "width=device-width, initial-scale=1" }];
  if (!head) return document;
  const addressed = addressedLanguage(location.search);
  const canonical = addressed ? withLang(head.canonical, addressed) : head.canonical;
  const title = head.title === head.siteName ? head.title : `${head.title} · ${head.siteName}`;
  return [
    ...document,
    { title },
    { name: "description", content: head.description },
    ...(head.noindex ? [{ name: "robots", content: "noindex" }] : []),
    { tagName: "link", rel: "canonical", href: canonical },
    ...LOCALES.map((locale) => ({ tagName: "link", rel: "alternate", hrefLang: locale, href: withLang(head.canonical, locale) })),
    { tagName: "link", rel: "alternate", hrefLang: "x-default", href: head.canonical },
    ...(head.feed
      ? FEED_TYPES.map(({ format, type }) => ({
          tagName: "link",
          rel: "alternate",
          type,
          title: head.feed?.title,
          href: head.feed?.[format],
        }))
      : []),
    { property: "og:title", content: head.title },
    { property: "og:description", content: head.description },
    { property: "og:type", content: head.type ?? "website" },
    { property: "og:url", content: canonical },
    { property: "og:site_name", content: head.siteName },
    { property: "og:image", content: head.image },
    { property: "og:locale", content: head.locale === "fa" ? "fa_IR" : "en_GB" },
    { property: "og:locale:alternate", content: head.locale === "fa" ? "en_GB" : "fa_IR" },
    { name: "twitter:card", content: "summary_large_image" },
    ...(head.twitterHandle ? [{ name: "twitter:site", content: head.twitterHandle }] : []),
    ...(head.jsonLd ? [{ "script:ld+json": head.jsonLd } as MetaDescriptor] : []),
  ];
}

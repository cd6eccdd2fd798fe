import type { MetaDescriptor } from "@remix-run/cloudflare";
import { LOCALES } from "./locale";
import type { PageHead } from "./views";

const withLang = (canonical: string, locale: string) => {
  const url = new URL(canonical);
  url.searchParams.set("lang", locale);
  return url.href;
};

/** The head of a page: title, description, canonical, hreflang, Open Graph and structured data. */
export function metaTags(head: PageHead | undefined): MetaDescriptor[] {
  const document = [{ charSet: "utf-8" as const }, { name: "viewport", content: "width=device-width, initial-scale=1" }];
  if (!head) return document;
  const title = head.title === head.siteName ? head.title : `${head.title} · ${head.siteName}`;
  return [
    ...document,
    { title },
    { name: "description", content: head.description },
    ...(head.noindex ? [{ name: "robots", content: "noindex" }] : []),
    { tagName: "link", rel: "canonical", href: head.canonical },
    ...LOCALES.map((locale) => ({ tagName: "link", rel: "alternate", hrefLang: locale, href: withLang(head.canonical, locale) })),
    { tagName: "link", rel: "alternate", hrefLang: "x-default", href: head.canonical },
    { property: "og:title", content: head.title },
    { property: "og:description", content: head.description },
    { property: "og:type", content: head.type ?? "website" },
    { property: "og:url", content: head.canonical },
    { property: "og:site_name", content: head.siteName },
    { property: "og:image", content: head.image },
    { property: "og:locale", content: head.locale === "fa" ? "fa_IR" : "en_GB" },
    { property: "og:locale:alternate", content: head.locale === "fa" ? "en_GB" : "fa_IR" },
    { name: "twitter:card", content: "summary_large_image" },
    ...(head.jsonLd ? [{ "script:ld+json": head.jsonLd } as MetaDescriptor] : []),
  ];
}

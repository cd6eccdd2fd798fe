import { useLocation } from "@remix-run/react";
import { addressedLanguage } from "../i18n/addressed-language";
import { LOCALES, type Locale } from "../i18n/locale";
import type { PageHeadData } from "../lib/pages/views";
import { documentTitle } from "./document-errors";

const FEED_TYPES = [
  { format: "ics", type: "text/calendar" },
  { format: "atom", type: "application/atom+xml" },
  { format: "rss", type: "application/rss+xml" },
  { format: "json", type: "application/feed+json" },
] as const;

const withLang = (address: string, locale: Locale) => {
  const url = new URL(address);
  url.searchParams.set("lang", locale);
  return url.href;
};

/** Structured data. Escapes `<`, so the value cannot end the script element. */
export function JsonLd({ value }: { value: object }) {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: structured data is the content of a script element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/**
 * Head of a page: title, description, canonical, hreflang, Open Graph and structured data
 * (decisions.md §14). A URL with a language parameter is its own canonical. Otherwise search
 * engines would drop the URLs that hreflang lists
 * (developers.google.com/search/docs/specialty/international).
 */
export function PageTags({ head }: { head: PageHeadData }) {
  const addressed = addressedLanguage(useLocation().search);
  const canonical = addressed ? withLang(head.canonical, addressed) : head.canonical;
  const isFa = head.locale === "fa";
  return (
    <>
      <title>{documentTitle(head.title, head.siteName)}</title>
      <meta name="description" content={head.description} />
      {head.noindex && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={canonical} />
      {LOCALES.map((locale) => (
        <link
          key={locale}
          rel="alternate"
          hrefLang={locale}
          href={withLang(head.canonical, locale)}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={head.canonical} />
      {head.feed &&
        FEED_TYPES.map(({ format, type }) => (
          <link
            key={format}
            rel="alternate"
            type={type}
            title={head.feed?.title}
            href={head.feed?.[format]}
          />
        ))}
      {head.oembed && (
        <link
          rel="alternate"
          type="application/json+oembed"
          title={head.title}
          href={head.oembed}
        />
      )}
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:type" content={head.type ?? "website"} />
      <meta property="og:url" content={canonical} />
      <meta property="og:site_name" content={head.siteName} />
      <meta property="og:image" content={head.image} />
      {head.imageFacts && (
        <>
          <meta property="og:image:width" content={String(head.imageFacts.width)} />
          <meta property="og:image:height" content={String(head.imageFacts.height)} />
          <meta property="og:image:alt" content={head.imageFacts.alt} />
        </>
      )}
      <meta property="og:locale" content={isFa ? "fa_IR" : "en_GB"} />
      <meta property="og:locale:alternate" content={isFa ? "en_GB" : "fa_IR"} />
      <meta name="twitter:card" content="summary_large_image" />
      {head.twitterHandle && <meta name="twitter:site" content={head.twitterHandle} />}
      {head.jsonLd && <JsonLd value={head.jsonLd} />}
    </>
  );
}

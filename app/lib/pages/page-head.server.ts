import type { Locale } from "../../i18n/locale";
import type { PageHeadData, SeoDefaults } from "./views";

export interface HeadContext {
  origin: string;
  locale: Locale;
  seo: SeoDefaults;
}

/**
 * The head of a page, with the site's defaults (decisions.md §7).
 * @param path the canonical path with its significant parameters, without language
 */
export function pageHead({ origin, locale, seo }: HeadContext, path: string, head: Partial<PageHeadData> = {}): PageHeadData {
  return {
    title: seo.title,
    description: seo.description,
    canonical: new URL(path, origin).href,
    image: new URL(seo.imageUrl ?? `/og-${locale}.png`, origin).href,
    locale,
    siteName: seo.siteName,
    twitterHandle: seo.twitterHandle,
    ...head,
  };
}

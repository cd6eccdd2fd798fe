import type { Locale } from "../../i18n/locale";
import { paths } from "../paths";
import type { PageHeadData, SeoDefaults } from "./views";

export interface HeadContext {
  origin: string;
  locale: Locale;
  seo: SeoDefaults;
}

/** Pages that other sites can show in a frame (worker/embed.ts). */
const EMBEDDABLE =
  /^\/(events(\/[0-9a-f-]{36})?|cities\/[^/]+(\/week(\/[^/]+)?)?|categories\/[^/]+|venues\/[^/]+\/[^/]+|organizers\/[^/]+)$/;

/**
 * The head of a page, with the site's defaults (decisions.md §7).
 * @param path the canonical path with its significant parameters, without language
 */
export function pageHead(
  { origin, locale, seo }: HeadContext,
  path: string,
  head: Partial<PageHeadData> = {},
): PageHeadData {
  const { href, pathname } = new URL(path, origin);
  return {
    title: seo.title,
    description: seo.description,
    canonical: href,
    image: new URL(seo.imageUrl ?? `/og-${locale}.png`, origin).href,
    locale,
    siteName: seo.siteName,
    twitterHandle: seo.twitterHandle,
    oembed: EMBEDDABLE.test(pathname) ? origin + paths.oembed({ url: href, format: "json" }) : null,
    ...head,
  };
}

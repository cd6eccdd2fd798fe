import type { Locale } from "./locale";
import { SITE_NAME } from "./site-name";
import type { PageHead } from "./views";

interface HeadContext {
  origin: string;
  locale: Locale;
}

/** @param path the page's own path with the parameters that make it another page, without language */
export function pageHead(
  { origin, locale }: HeadContext,
  path: string,
  head: Pick<PageHead, "title" | "description"> & Partial<PageHead>,
): PageHead {
  return {
    canonical: new URL(path, origin).href,
    image: `${origin}/og-${locale}.png`,
    locale,
    siteName: SITE_NAME[locale],
    ...head,
  };
}

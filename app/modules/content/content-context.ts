import type { Locale } from "../../lib/locale";
import type { siteOf } from "../settings/site.server";

/** Who reads a page, and where the site's own name and address come from. */
export interface ContentContext {
  locale: Locale;
  origin: string;
  env: Parameters<typeof siteOf>[0];
}

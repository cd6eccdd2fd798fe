import type { Reader } from "../../lib/dates/dates.server";
import type { SeoDefaults, Site } from "../../lib/pages/views";

/** Who reads a page, and where the site's own name and address come from. */
export interface ContentContext extends Reader {
  origin: string;
  site: Site;
  seo: SeoDefaults;
}

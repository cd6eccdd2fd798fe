import type { Reader } from "../../lib/dates/dates.server";
import type { SeoDefaults, Site } from "../../lib/pages/views";

/** The reader, and the source of the site's name and address. */
export interface ContentContext extends Reader {
  origin: string;
  site: Site;
  seo: SeoDefaults;
}

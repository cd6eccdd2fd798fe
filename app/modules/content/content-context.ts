import type { Reader } from "../../lib/dates.server";
import type { siteOf } from "../settings/site.server";

/** Who reads a page, and where the site's own name and address come from. */
export interface ContentContext extends Reader {
  origin: string;
  env: Parameters<typeof siteOf>[0];
}

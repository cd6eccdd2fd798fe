import type { Reader } from "../dates/dates.server";
import type { Deps } from "../deps";
import type { Actor } from "../permissions";
import type { SeoDefaults } from "./views";

/** The context of signed-in pages, mainly of the administration. */
export interface PageContext extends Reader {
  deps: Deps;
  origin: string;
  seo: SeoDefaults;
  /** Null for visitors, whom the queries refuse. */
  signedIn: Actor | null;
  /** The signed-in user's zone; null when unknown. */
  timeZone: string | null;
}

/** The context of staff pages with forms, whose errors are logged with the request. */
export interface StaffFormContext extends PageContext {
  requestId: string;
}

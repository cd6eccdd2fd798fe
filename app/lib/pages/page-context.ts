import type { Reader } from "../dates/dates.server";
import type { Deps } from "../deps";
import type { Actor } from "../permissions";
import type { SeoDefaults } from "./views";

/** What pages of signed-in people are made from, those of the administration above all. */
export interface PageContext extends Reader {
  deps: Deps;
  origin: string;
  seo: SeoDefaults;
  /** Null for visitors, whom the queries refuse. */
  signedIn: Actor | null;
  /** Of whoever is signed in; null where nobody knows. */
  timeZone: string | null;
}

/** What pages of staff need whose forms may fail: the log names the request. */
export interface StaffFormContext extends PageContext {
  requestId: string;
}

import type { Reader } from "../../lib/dates.server";
import type { Deps } from "../../lib/deps";
import type { Actor } from "../../lib/permissions";
import type { SeoDefaults } from "../../lib/views";

/** What the pages of the settings are made from. */
export interface SettingsContext extends Reader {
  deps: Deps;
  origin: string;
  seo: SeoDefaults;
  signedIn: Actor | null;
  timeZone: string | null;
}

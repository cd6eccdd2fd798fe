import type { Reader } from "../app/lib/dates/dates.server";
import type { Deps } from "../app/lib/deps";
import type { AppError } from "../app/lib/errors";
import type { UxSettings } from "../app/lib/pages/ux";
import type { SeoDefaults, Site } from "../app/lib/pages/views";
import type { SignedIn } from "../app/modules/identity/sessions.server";
import type { SiteState } from "../app/modules/page-cache/site-state.server";

export type Theme = "light" | "dark";

/** Facts about a request that middlewares share with API and pages. */
export interface RequestInfo extends Reader {
  requestId: string;
  /** The signed-in user's zone: chosen, or given by the network; null when unknown. */
  timeZone: string | null;
  /** The chosen theme; null follows the system. */
  theme: Theme | null;
  /** The origin under which people reach the product, without a slash at the end. */
  origin: string;
  deps: Deps;
  /** The site's settings in the reader's language. */
  site: Site;
  seo: SeoDefaults;
  /** Animations and greetings (decisions.md §7). */
  ux: UxSettings;
  /** Keys of the flags that are on for the reader (decisions.md §8). */
  flags: readonly string[];
  /** The authenticated user, by session or access token; null for visitors. */
  signedIn: SignedIn | null;
  /** Whether the browser still has the cookie of a session that has ended. */
  hasEndedSession: boolean;
  /** While the product is closed to all but staff. */
  isClosed: boolean;
  /** A middleware's refusal within the pages; loaders and actions throw it in the form that scripts read. */
  refusal: AppError | null;
}

/** Hono's types for this Worker. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    info: RequestInfo;
    /** The id of the resource that a request with an Idempotency-Key creates, equal for repeats. */
    subjectId?: string;
    /** The source of `info`; null while the database is down and nothing is remembered. */
    siteState?: SiteState | null;
  };
}

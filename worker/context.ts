import type { Reader } from "../app/lib/dates/dates.server";
import type { Deps } from "../app/lib/deps";
import type { AppError } from "../app/lib/errors";
import type { UxSettings } from "../app/lib/pages/ux";
import type { SeoDefaults, Site } from "../app/lib/pages/views";
import type { SignedIn } from "../app/modules/identity/sessions.server";
import type { SiteState } from "../app/modules/page-cache/site-state.server";

export type Theme = "light" | "dark";

/** What the middleware has found out about a request, for the API and the pages alike. */
export interface RequestInfo extends Reader {
  requestId: string;
  /** The zone of whoever is signed in: chosen, or the one that the network says; null where nobody knows. */
  timeZone: string | null;
  /** The chosen theme; null follows the system. */
  theme: Theme | null;
  /** The origin under which people reach the product, without a slash at the end. */
  origin: string;
  deps: Deps;
  /** What the platform settings say of the site itself, in the reader's language. */
  site: Site;
  seo: SeoDefaults;
  /** What moves, greets and celebrates (decisions.md §7). */
  ux: UxSettings;
  /** The keys of the flags that are on for whoever asks (decisions.md §8). */
  flags: readonly string[];
  /** Who asks, once the session or the access token has been read; null is a visitor. */
  signedIn: SignedIn | null;
  /** Whether the browser still has the cookie of a session that has ended. */
  hasEndedSession: boolean;
  /** While the product is closed to all but staff. */
  isClosed: boolean;
  /** What a middleware has refused a step within the pages for: their loaders and actions throw it, in the form that scripts read. */
  refusal: AppError | null;
}

/** Hono's types for this Worker. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    info: RequestInfo;
    /** Of what a request with an Idempotency-Key makes, however often it comes. */
    subjectId?: string;
    /** What `info` was filled from; null while the database does not answer and none is remembered. */
    siteState?: SiteState | null;
  };
}

import type { AppError, ErrorCode } from "../app/lib/errors";
import type { RequestContext } from "../app/lib/http/request-context";
import type { UxSettings } from "../app/lib/pages/ux";
import type { SentForm } from "../app/lib/pages/views";
import type { SiteState } from "../app/modules/store/content-version.server";
import type { MESSENGERS } from "../db/schema";
import type { Current } from "./api/v1/if-match";
import type { SpentRate } from "./middleware/rate-limit";
import type { RequestMeter } from "./request-meter";

export type Theme = "light" | "dark";

/** Facts about a request that middlewares share with API and pages. */
export interface RequestInfo extends Omit<RequestContext, "caller" | "isLocal" | "routes"> {
  /** As requested, parsed once. */
  readonly url: Readonly<URL>;
  /** The chosen theme; null follows the system. */
  theme: Theme | null;
  /** Animations and greetings (decisions.md §7). */
  ux: UxSettings;
  /** Whether the browser still has the cookie of a session that has ended. */
  hasEndedSession: boolean;
  /** While the product is closed to all but staff. */
  isClosed: boolean;
  /**
   * A middleware's refusal within the pages; loaders and actions throw it in the form that scripts
   * read.
   */
  refusal: AppError | null;
  /** What a form of text fields has sent, for the page of its failure. */
  sentForm?: () => Promise<SentForm>;
}

/** Hono's types for this Worker. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    info: RequestInfo;
    meter: RequestMeter;
    /** The messenger of a bot's update whose secret is right, else why it is refused. */
    bot?: (typeof MESSENGERS)[number];
    botRefusal?: ErrorCode;
    /** The rate budget that the request used, the scarcest of several. */
    rate?: SpentRate;
    /** What an API operation knows of its path. */
    current?: Current;
    /** The id of the resource that a request with an Idempotency-Key creates, equal for repeats. */
    subjectId?: string;
    /** The source of `info`; null while the database is down and nothing is remembered. */
    siteState?: SiteState | null;
  };
}

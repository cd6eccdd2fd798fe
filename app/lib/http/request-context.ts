import type { Locale } from "../../i18n/locale";
import type { Reader } from "../dates/dates.server";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import type { ListView } from "../pages/list-view";
import type { RouteMap } from "../pages/route-map.server";
import type { HomeCity, SeoDefaults, Site } from "../pages/views";
import type { Actor } from "../permissions";

/** The signed-in user of a request. */
export interface SignedIn extends Actor {
  email: string;
  displayName: string;
  photoUrl: string | null;
  preferredLanguage: "en" | "fa" | null;
  /** Whether the account stores no language. */
  followsBrowserLanguage: boolean;
  theme: "light" | "dark" | null;
  calendar: "jalali" | "gregorian" | null;
  timeZone: string | null;
  /** The slug of their city, "all", or null when not chosen. */
  homeCity: string | null;
  isOnboarded: boolean;
  /** Time of the scheduled deletion, UTC epoch ms; null if none. */
  deleteAfter: number | null;
  /** Deadline for a second factor of staff, UTC epoch ms; null if not required or present. */
  secondFactorDueAt: number | null;
  lacksSecondFactor: boolean;
  /** Unread notifications; 100 stands for more. */
  unread: number;
  /** Number of favourites. */
  saved: number;
  /** What was saved as a guest and did not move to the account with this request. */
  leftBehind?: { gone: number; full: number };
}

/** Caller of an anonymous request. */
export interface Caller {
  locale: Locale;
  /** Origin of links in mails. */
  origin: string;
  /** IP address as reported by the platform. */
  address: string;
  userAgent: string;
  /** Device secret of the browser, if any. */
  device: string | null;
}

/** A page request, as loaders and actions get it. Functions that need less take a `Pick` of it. */
export interface RequestContext extends Reader {
  requestId: string;
  /** The signed-in user's zone: chosen, or given by the network; null when unknown. */
  timeZone: string | null;
  /** The origin under which people reach the product, without a slash at the end. */
  origin: string;
  deps: Deps;
  /** The reader's city: chosen by cookie or account, or suggested by the network. */
  homeCity: HomeCity;
  /** How lists of events are shown: by the address, or else as last chosen. */
  listView: ListView;
  /** The site's settings in the reader's language. */
  site: Site;
  seo: SeoDefaults;
  /** Keys of the flags that are on for the reader (decisions.md §8). */
  flags: readonly string[];
  /** The authenticated user; null for visitors. */
  signedIn: SignedIn | null;
  /** Network, browser and origin, for signing in. */
  caller: Caller;
  /** A local run: there, even the links of identity mails may be read in the outbox. */
  isLocal: boolean;
  /** What the handles of the product's routes say. */
  routes: RouteMap;
}

/** The request of a signed-in user. */
export interface SignedInContext extends RequestContext {
  signedIn: SignedIn;
}

/** Narrows the context to a signed-in account. @throws unauthorized if not signed in */
export function requireAccount<C extends Pick<RequestContext, "signedIn">>(
  context: C,
): C & { signedIn: SignedIn } {
  const { signedIn } = context;
  if (!signedIn) throw new AppError("unauthorized");
  return { ...context, signedIn };
}

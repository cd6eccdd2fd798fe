import { readerOf } from "../../app/lib/dates/dates.server";
import type { Deps } from "../../app/lib/deps";
import type { RequestContext, SignedIn, SignedInContext } from "../../app/lib/http/request-context";
import { createRouteMap } from "../../app/lib/pages/route-map.server";
import type { Actor } from "../../app/lib/permissions";
import { NO_HOME_CITY } from "../../app/modules/cities/home-city.server";
import { seoOf, siteOf } from "../../app/modules/settings/platform-settings.server";
import { DEFAULT_SETTINGS } from "../../app/modules/settings/schema";

const ORIGIN = "http://rooydad.test";
const ACCOUNT: Omit<SignedIn, keyof Actor> = {
  email: "sara@rooydad.example",
  displayName: "Sara",
  photoUrl: null,
  preferredLanguage: null,
  followsBrowserLanguage: true,
  theme: null,
  calendar: null,
  timeZone: null,
  homeCity: null,
  isOnboarded: true,
  deleteAfter: null,
  secondFactorDueAt: null,
  unread: 0,
  saved: 0,
};

type Person = Actor & Partial<SignedIn>;
type Changes = Partial<Omit<RequestContext, "deps" | "signedIn">>;

/**
 * A page request with the default settings: a visitor's unless `signedIn` is given, for whom an
 * actor is enough.
 */
export function requestContext(
  deps: Deps,
  changes: Changes & { signedIn: Person },
): SignedInContext;
export function requestContext(
  deps: Deps,
  changes?: Changes & { signedIn?: Person | null },
): RequestContext;
export function requestContext(
  deps: Deps,
  { locale = "en", signedIn = null, ...rest }: Changes & { signedIn?: Person | null } = {},
): RequestContext {
  return {
    deps,
    ...readerOf(locale),
    timeZone: null,
    homeCity: NO_HOME_CITY,
    listView: "rows",
    origin: ORIGIN,
    requestId: "none",
    site: siteOf(DEFAULT_SETTINGS, { APP_NAME: "Rooydad" } as never, locale),
    seo: seoOf(DEFAULT_SETTINGS, locale),
    flags: [],
    signedIn: signedIn && { ...ACCOUNT, lacksSecondFactor: false, ...signedIn },
    caller: { locale, origin: ORIGIN, address: "127.0.0.1", userAgent: "", device: null },
    isLocal: false,
    routes: createRouteMap({}),
    ...rest,
  };
}

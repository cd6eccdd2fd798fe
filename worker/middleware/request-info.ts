import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { readerOf } from "../../app/lib/dates/dates.server";
import { clientAddress } from "../../app/lib/http/client-address";
import { readListView } from "../../app/lib/pages/list-view";
import { DEFAULT_UX } from "../../app/lib/pages/ux";
import { can } from "../../app/lib/permissions";
import { log, loggedPath } from "../../app/lib/runtime/log";
import { countOperation } from "../../app/lib/runtime/operation-counts";
import { NO_HOME_CITY } from "../../app/modules/cities/home-city.server";
import { gatherOperations } from "../../app/modules/operations/operation-store.server";
import { flagsIn } from "../../app/modules/settings/flags/flags.server";
import { seoOf, siteOf } from "../../app/modules/settings/platform-settings.server";
import { DEFAULT_SETTINGS } from "../../app/modules/settings/schema";
import type { AppEnv } from "../context";
import { readCookie } from "../cookies";
import { anchorOf, keepBookmark } from "../database-session";
import { createDeps, ids } from "../deps";
import { detectLocale } from "../locale";
import { costlyBy, createRequestMeter, type RequestMeter, serverTiming } from "../request-meter";

/** Classes of requests by their path; the rest are pages. */
const CLASSES = [
  ["api", /^\/api\//],
  ["socket", /^\/parties\//],
  ["file", /^\/(assets|fonts|covers|cards|media|maps)\//],
  ["feed", /\.(atom|ics|json|xml)$/],
] as const;

/** Ids of rows: all addresses of a kind are one label. */
const IDS = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Counts an answer by the class of its request, and what a cache had to do with it. */
export function countAnswer(
  { method, path }: { method: string; path: string },
  { status, headers }: Response,
  ms: number,
): void {
  const known = CLASSES.find(([, pattern]) => pattern.test(path))?.[0];
  const label = known ?? (method === "GET" || method === "HEAD" ? "page" : "form");
  countOperation("request", label, ms);
  if (status >= 500) countOperation("failure", label, ms);
  const cache = headers.get("X-Page-Cache") ?? headers.get("X-Edge-Cache");
  if (cache) countOperation("cache", cache);
}

function countRequest(c: Context<AppEnv>, ms: number, meter: RequestMeter): void {
  countAnswer(c.req, c.res, ms);
  for (const why of costlyBy(meter, ms))
    countOperation(
      "costly",
      `${c.req.method} ${loggedPath(c.req.url).replace(IDS, ":id")} (${why})`,
      ms,
    );
}

/** Sets up the request's facts and id, and logs the response. */
export const requestInfo = createMiddleware<AppEnv>(async (c, next) => {
  const later = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const { raw } = c.req;
  const url = new URL(raw.url);
  const requestId = ids.next();
  const meter = createRequestMeter(requestId, loggedPath(raw.url));
  c.set("meter", meter);
  const deps = createDeps(c.env, later, url.origin, clientAddress(raw), anchorOf(raw), meter);
  const theme = readCookie(c.req.raw, "rooydad.theme");
  const started = deps.clock.now();
  const locale = await detectLocale(c.req.raw);
  c.set("info", {
    requestId,
    url,
    ...readerOf(locale),
    timeZone: null,
    homeCity: NO_HOME_CITY,
    listView:
      readListView(url.searchParams.get("view")) ??
      readListView(readCookie(raw, "rooydad.view")) ??
      "rows",
    theme: theme === "light" || theme === "dark" ? theme : null,
    origin: deps.siteUrl,
    deps,
    // Until the settings have been read; without the database the product still has a name.
    site: siteOf(DEFAULT_SETTINGS, c.env, locale),
    seo: seoOf(DEFAULT_SETTINGS, locale),
    ux: DEFAULT_UX,
    flags: flagsIn({ flags: [] }, { locale, user: null }),
    signedIn: null,
    hasEndedSession: false,
    isClosed: false,
    refusal: null,
  });
  await next();
  const ms = deps.clock.now() - started;
  countRequest(c, ms, meter);
  gatherOperations(deps);
  // The answer to an upgrade cannot be rebuilt.
  if (c.res.status === 101) return;
  c.res.headers.set("X-Request-Id", requestId);
  if (can(c.get("info").signedIn, "outbox:read"))
    c.res.headers.set("Server-Timing", serverTiming(meter, ms));
  keepBookmark(c);
  if (c.res.status >= 500 || c.env.ENVIRONMENT === "production") {
    // The failure was logged where it was caught.
    log("info", "request", {
      requestId,
      method: c.req.method,
      path: loggedPath(c.req.url),
      status: c.res.status,
      ms,
      ...meter.spent,
    });
  }
});

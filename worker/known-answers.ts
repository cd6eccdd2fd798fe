import { log, loggedPath } from "../app/lib/runtime/log";
import { createBoundedMap } from "../app/lib/runtime/remembered";
import { latestState, type SiteState } from "../app/modules/store/content-version.server";
import { currentTime } from "../party/current-time";
import { ids, memo } from "./deps";
import { takeRead } from "./middleware/rate-limit";
import { countAnswer } from "./middleware/request-info";

/** A 304 that a client got, which the next one that asks the same gets again. */
interface KnownAnswer {
  headers: Headers;
  /** What decided about it. Another one decides anew. */
  state: SiteState;
  /** When it was made, and how long it may be used as it is; ms. */
  storedAt: number;
  until: number;
}

const MOST = 1_000;
const LONGEST_KEY = 800;

const known = createBoundedMap<KnownAnswer>({ entries: MOST });

/** Headers of callers who may get an answer of their own. */
const OWN = ["Authorization", "Cookie", "X-Bookmark"];
/** Words are counted as a search, and a name with escapes may stand for them. */
const SEARCHES = /[?&]q=|%/;

/** Without the query; no address that is kept has a fragment. */
const pathOf = (url: string): string => url.slice(url.indexOf("/", 8)).replace(/\?.*/, "");

/** All that a public 304 follows from; null for any other request. */
function keyOf({ method, headers, url }: Request): string | null {
  const tags = method === "GET" ? headers.get("If-None-Match") : null;
  if (tags === null || SEARCHES.test(url) || OWN.some((name) => headers.has(name))) return null;
  const key = `${tags} ${headers.get("Accept-Language")} ${headers.get("Accept-Encoding")} ${url}`;
  return key.length > LONGEST_KEY ? null : key;
}

/** Keeps a 304 of the data cache (`worker/middleware/data-cache.ts`), without what each answer has of its own. */
function remember(key: string, response: Response, env: Env): void {
  const { headers } = response;
  const state = latestState({ memo });
  const lifetime = /^public, max-age=(\d+)/.exec(headers.get("Cache-Control") ?? "")?.[1];
  if (response.status !== 304 || headers.get("X-Edge-Cache") !== "hit" || !lifetime || !state)
    return;
  const now = currentTime(env);
  // The age is a whole number of seconds, so the answer may be almost one older.
  const storedAt = now - (Number(headers.get("Age")) + 1) * 1_000;
  known.set(key, {
    headers: new Headers(headers),
    state,
    storedAt,
    until: storedAt + Number(lifetime) * 1_000,
  });
}

/** The answer again, counted like any other; null where the product has to decide anew. */
async function repeat(
  { headers, state, storedAt, until }: KnownAnswer,
  request: Request,
  env: Env,
): Promise<Response | null> {
  const now = currentTime(env);
  if (now >= until || latestState({ memo }) !== state) return null;
  const requestId = ids.next();
  const rate = await takeRead({ env, request, now, requestId });
  if (!rate) return null;
  const response = new Response(null, { status: 304, headers });
  response.headers.set("X-Request-Id", requestId);
  response.headers.set("Age", String(Math.floor((now - storedAt) / 1_000)));
  if (headers.has("RateLimit"))
    response.headers.set("RateLimit", `"${rate.name}";r=${rate.left};t=${rate.seconds}`);
  countAnswer({ method: request.method, path: pathOf(request.url) }, response, 0);
  if (env.ENVIRONMENT === "production")
    log("info", "request", {
      requestId,
      method: request.method,
      path: loggedPath(request.url),
      status: 304,
      ms: 0,
    });
  return response;
}

/**
 * Answers a client that has the current public answer before anything is set up for its request
 * (docs/decisions/page-cache.md): no translator, session, router or database. The product has said
 * so to another one, under the state of the site that still is the latest.
 */
export const knownFirst =
  (answer: ExportedHandlerFetchHandler<Env>): ExportedHandlerFetchHandler<Env> =>
  async (request, env, context) => {
    const key = keyOf(request);
    const before = key === null ? undefined : known.get(key);
    const again = before && (await repeat(before, request, env));
    if (again) return again;
    const response = await answer(request, env, context);
    if (key !== null) remember(key, response, env);
    return response;
  };

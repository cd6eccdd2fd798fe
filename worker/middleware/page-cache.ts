import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type ContentScope, SCOPE_HEADER } from "../../app/lib/pages/content-scope";
import { homeCityKey } from "../../app/modules/cities/home-city.server";
import {
  type SiteState,
  siteState,
  versionsOf,
} from "../../app/modules/store/content-version.server";
import { readNoEarlierThan } from "../../db/client";
import type { AppEnv } from "../context";
import { isAnonymous } from "../cookies";
import {
  createKeptAnswers,
  cut,
  type EdgeAnswer,
  freshnessOf,
  isServable,
  join,
  LAST_GOOD,
  mayHoldPosition,
  mayRenew,
} from "../kept-answers";
import { freshNonce, noncePlaceholder } from "../nonce";
import { withKnownParameters } from "../page-parameters";
import { buildVersion, pages } from "../pages";
import { contentSecurityPolicy } from "./security-headers";
import { renderGate } from "./shed";
import { readSite } from "./site";

/** How long a page is served as it is, and how long beyond that while a newer one is made; ms. */
const LIFETIME = { fresh: 30_000, stale: 300_000 };
const MAX_KEY = 400;

const keptPages = createKeptAnswers("page-cache", { entries: 200, bytes: 20_000_000 });

/** The cache key without content versions; null for uncached responses. */
function cacheKey(c: Context<AppEnv>): string | null {
  const { locale, theme, origin, homeCity, listView, isClosed } = c.get("info");
  // Pages cached while the product was open are not served while it is closed.
  if (isClosed) return null;
  const url = new URL(c.req.url);
  if (c.req.method !== "GET" || url.pathname === "/preferences" || !isAnonymous(c.req.raw))
    return null;
  if (mayHoldPosition(url.search)) return null;
  const params = url.search && [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1));
  const key = `${origin}${url.pathname}?${new URLSearchParams(params)}#${locale}.${theme}.${homeCityKey(homeCity, url.pathname)}.${listView}.${buildVersion}.${c.env.VERSION?.id}`;
  return key.length > MAX_KEY ? null : key;
}

function deliver(
  c: Context<AppEnv>,
  page: EdgeAnswer,
  status: "hit" | "stale" | "last-good",
): Response {
  const headers = new Headers({
    ...page.headers,
    "Cache-Control": "private, no-cache",
    "X-Page-Cache": status,
  });
  if (status === "last-good") {
    headers.set(
      "Age",
      String(Math.floor((c.get("info").deps.clock.now() - page.storedAt) / 1_000)),
    );
    headers.set("Warning", '111 - "Revalidation Failed"');
  }
  const nonce = freshNonce();
  if (page.segments.length > 1)
    headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, c.get("info").url.host));
  return new Response(join(page.segments, nonce), { headers });
}

/**
 * Public pages for anonymous readers (docs/decisions/page-cache.md). stale-while-revalidate is our
 * own, since the Cache API ignores it; a page carries the content versions it was made under, so
 * nothing has to be purged in every data centre. Where no page can be made for now, the last one
 * that could is served, a day old at most.
 */
export const pageCache = createMiddleware<AppEnv>(async (c, next) => {
  const { deps } = c.get("info");
  c.req.raw = withKnownParameters(c.req.raw);
  let key = cacheKey(c);
  const usable = (page: EdgeAnswer) =>
    freshnessOf(page, c.get("siteState"), deps.clock.now(), LIFETIME, true);
  let kept = key === null ? null : await keptPages.find(c, key, isServable(usable));
  if (key !== null && kept) {
    const now = deps.clock.now();
    const status = usable(kept);
    if (status && !(status === "changed" && mayRenew(kept, now))) {
      keptPages.remember(key, kept);
      if (status === "stale" && mayRenew(kept, now)) deps.later(refresh(c, key));
      c.res = deliver(c, kept, status === "hit" ? "hit" : "stale");
      return;
    }
  }

  if (key !== null) {
    await prepare(c);
    // The newer state may close the product, or know the reader's city.
    const current = cacheKey(c);
    if (current !== key) kept = null;
    key = current;
  }
  const state = c.get("siteState");
  await next();
  const { status, headers } = c.res;
  if (key !== null && kept && status === 503 && deps.clock.now() < kept.storedAt + LAST_GOOD) {
    const answer = deliver(c, kept, "last-good");
    c.res = undefined;
    c.res = answer;
    return;
  }
  const contentType = headers.get("Content-Type") ?? "";
  if (!contentType.startsWith("text/html") && !contentType.startsWith("text/x-script")) return;
  // A document with its own policy is not a page, such as a mail preview.
  if (headers.has("Content-Security-Policy")) return;
  const body = await c.res.text();
  c.get("meter").write(body.length);
  const isCacheable = key !== null && state && mayBeStored(c.res);
  if (isCacheable)
    store(c, key as string, {
      segments: cut(body, noncePlaceholder()),
      headers: { "Content-Type": contentType },
      ...madeUnder(state, headers, deps.clock.now()),
    });
  else if (key !== null && kept && status < 500) keptPages.forget(c, key);
  const nonce = freshNonce();
  const answer = new Response(body.replaceAll(noncePlaceholder(), nonce), { status, headers });
  answer.headers.delete(SCOPE_HEADER);
  answer.headers.set(
    "Cache-Control",
    headers.get("Cache-Control")?.includes("no-store") ? "private, no-store" : "private, no-cache",
  );
  if (isCacheable) answer.headers.set("X-Page-Cache", "miss");
  if (contentType.startsWith("text/html"))
    answer.headers.set(
      "Content-Security-Policy",
      contentSecurityPolicy(nonce, c.get("info").url.host),
    );
  c.res = undefined;
  c.res = answer;
});

/**
 * Before a page that will be kept is rendered: the newest settings, and nothing of the content that
 * is older than its versions.
 */
async function prepare(c: Context<AppEnv>): Promise<void> {
  await readSite(c, siteState);
  const state = c.get("siteState");
  if (state) readNoEarlierThan(c.get("info").deps.db, state.bookmark);
}

const mayBeStored = ({ status, headers }: Response) =>
  status === 200 && !headers.has("Set-Cookie") && headers.get("Cache-Control") === "public";

const madeUnder = (state: SiteState, headers: Headers, now: number) => ({
  versions: versionsOf(state, (headers.get(SCOPE_HEADER) ?? "listing") as ContentScope),
  storedAt: now,
  retryAt: 0,
});

const store = (c: Context<AppEnv>, key: string, page: EdgeAnswer) =>
  keptPages.store(c, key, page, noncePlaceholder());

/** Renders a stale page again, after its reader has been served. A failure keeps the stale one. */
async function refresh(c: Context<AppEnv>, key: string): Promise<void> {
  await prepare(c);
  if (cacheKey(c) !== key) return;
  const info = c.get("info");
  const state = c.get("siteState");
  const leave = renderGate.tryEnter();
  if (!state || info.isClosed || !leave) return leave?.();
  try {
    const response = (await pages(c, async () => {})) as Response;
    if (mayBeStored(response)) await storeAnswer(c, key, state, response);
  } finally {
    leave();
  }
}

async function storeAnswer(
  c: Context<AppEnv>,
  key: string,
  state: SiteState,
  response: Response,
): Promise<void> {
  const contentType = response.headers.get("Content-Type") ?? "text/html; charset=utf-8";
  const segments = cut(await response.text(), noncePlaceholder());
  store(c, key, {
    segments,
    headers: { "Content-Type": contentType },
    ...madeUnder(state, response.headers, c.get("info").deps.clock.now()),
  });
}

import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type ContentScope, SCOPE_HEADER } from "../../app/lib/pages/content-scope";
import { describeError, log } from "../../app/lib/runtime/log";
import { isUpToDate, type Versions, versionsOf } from "../../app/modules/page-cache/content-version.server";
import { type SiteState, siteState } from "../../app/modules/page-cache/site-state.server";
import { readNoEarlierThan } from "../../db/client";
import type { AppEnv } from "../context";
import { isAnonymous } from "../cookies";
import { freshNonce, noncePlaceholder } from "../nonce";
import { buildVersion, pages } from "../pages";
import { edgeCache } from "./edge-cache";
import { contentSecurityPolicy } from "./security-headers";
import { renderGate } from "./shed";
import { readSite } from "./site";

/** How long a page is served as it is, and how long beyond that while a newer one is made; ms. */
const FRESH = 30_000;
const STALE = 300_000;
/** The same for a list of all cities after something in it has changed: many cities may change it every second. */
const LISTING_FRESH = 5_000;
const LISTING_STALE = 5_000;
/** How long after one attempt at a newer page the next one comes; ms. */
const RETRY = 5_000;
/** How long the last page that could be made is kept for when none can be, ms. */
const LAST_GOOD = 86_400_000;
const MEMORY_PAGES = 200;
const MAX_KEY = 400;

const STORED_AT = "X-Stored-At";
const PLACEHOLDER = "X-Nonce-Placeholder";
const VERSIONS = "X-Content-Versions";

/** A rendered page: its bytes, cut where the nonce belongs. */
interface Page {
  segments: Uint8Array<ArrayBuffer>[];
  contentType: string;
  /** The content versions it was made under. */
  versions: Versions;
  storedAt: number;
  /** When a newer one may be tried again. */
  retryAt: number;
}

/** The isolate's own pages by address, the oldest first. In front of the Cache API, which costs a round trip. */
const memory = new Map<string, Page>();

function remember(key: string, page: Page): void {
  memory.delete(key);
  memory.set(key, page);
  if (memory.size > MEMORY_PAGES) memory.delete(memory.keys().next().value as string);
}

const encoder = new TextEncoder();

function cut(body: string, placeholder: string): Uint8Array<ArrayBuffer>[] {
  return body.split(placeholder).map((segment) => encoder.encode(segment));
}

function join(segments: readonly Uint8Array<ArrayBuffer>[], separator: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(segments.reduce((sum, segment) => sum + segment.length, separator.length * (segments.length - 1)));
  let at = 0;
  segments.forEach((segment, index) => {
    if (index > 0) {
      joined.set(separator, at);
      at += separator.length;
    }
    joined.set(segment, at);
    at += segment.length;
  });
  return joined;
}

const TRACKING = /^(utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|igshid|mc_\w+)$/;
/** A position must not be stored, cache keys included (the legal page's "Your position"). */
const POSITION = ["lat", "lng"];

/**
 * The request without tracking parameters. Pages are rendered from it, since their links repeat the address: cached
 * pages would otherwise contain one reader's tracker.
 */
function withoutTrackers(request: Request): Request {
  if (request.method !== "GET" || !request.url.includes("?")) return request;
  const url = new URL(request.url);
  const trackers = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  if (trackers.length === 0) return request;
  for (const name of trackers) url.searchParams.delete(name);
  return new Request(url, request);
}

/** The cache key without content versions; null for uncached responses. */
function cacheKey(c: Context<AppEnv>): string | null {
  const url = new URL(c.req.url);
  // Pages cached while the product was open are not served while it is closed.
  if (c.var.info.isClosed) return null;
  if (c.req.method !== "GET" || url.pathname === "/preferences" || !isAnonymous(c.req.raw)) return null;
  if (POSITION.some((name) => url.searchParams.has(name))) return null;
  const params = [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1));
  const { locale, theme, origin } = c.var.info;
  const key = `${origin}${url.pathname}?${new URLSearchParams(params)}#${locale}.${theme}.${buildVersion}.${c.env.VERSION?.id}`;
  return key.length > MAX_KEY ? null : key;
}

const cacheUrl = (c: Context<AppEnv>, key: string) => `${new URL(c.req.url).origin}/page-cache/${encodeURIComponent(key)}`;

async function fromCache(c: Context<AppEnv>, key: string): Promise<Page | null> {
  const hit = await edgeCache().match(cacheUrl(c, key));
  if (!hit) return null;
  return {
    segments: cut(await hit.text(), hit.headers.get(PLACEHOLDER) ?? noncePlaceholder()),
    contentType: hit.headers.get("Content-Type") ?? "text/html; charset=utf-8",
    versions: JSON.parse(hit.headers.get(VERSIONS) ?? "{}") as Versions,
    storedAt: Number(hit.headers.get(STORED_AT)),
    retryAt: 0,
  };
}

/** How a page may be served: as it is, while a newer one is made, or, with null, only where none can be made. */
function statusOf({ versions, storedAt }: Page, state: SiteState | null | undefined, now: number): "hit" | "stale" | null {
  const age = now - storedAt;
  const within = (fresh: number, stale: number) => (age < fresh ? "hit" : age < fresh + stale ? "stale" : null);
  if (!state) return null;
  if (isUpToDate(versions, state)) return within(FRESH, STALE);
  const { listing, ...others } = versions;
  return listing !== undefined && isUpToDate(others, state) ? within(LISTING_FRESH, LISTING_STALE) : null;
}

/** The best copy that is kept: one that may be served, or else the newest. */
async function findPage(c: Context<AppEnv>, key: string): Promise<Page | null> {
  const own = memory.get(key) ?? null;
  const now = c.var.info.deps.clock.now();
  if (own && statusOf(own, c.var.siteState, now)) return own;
  const shared = await fromCache(c, key);
  return shared && (!own || shared.storedAt > own.storedAt) ? shared : own;
}

function deliver(c: Context<AppEnv>, page: Page, status: "hit" | "stale" | "last-good"): Response {
  const headers = new Headers({ "Content-Type": page.contentType, "Cache-Control": "private, no-cache", "X-Page-Cache": status });
  if (status === "last-good") {
    headers.set("Age", String(Math.floor((c.var.info.deps.clock.now() - page.storedAt) / 1_000)));
    headers.set("Warning", '111 - "Revalidation Failed"');
  }
  const nonce = freshNonce();
  if (page.segments.length > 1) headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, new URL(c.req.url).host));
  return new Response(join(page.segments, encoder.encode(nonce)), { headers });
}

/**
 * Public pages for anonymous readers (docs/decisions/page-cache.md). stale-while-revalidate is our own, since the Cache API
 * ignores it; a page carries the content versions it was made under, so nothing has to be purged in every data centre. Where
 * no page can be made for now, the last one that could is served, a day old at most.
 */
export const pageCache = createMiddleware<AppEnv>(async (c, next) => {
  const { deps } = c.var.info;
  c.req.raw = withoutTrackers(c.req.raw);
  let key = cacheKey(c);
  const kept = key === null ? null : await findPage(c, key);
  if (key !== null && kept) {
    const now = deps.clock.now();
    const status = statusOf(kept, c.var.siteState, now);
    if (status) {
      remember(key, kept);
      if (status === "stale" && now >= kept.retryAt) {
        kept.retryAt = now + RETRY;
        deps.later(refresh(c, key));
      }
      c.res = deliver(c, kept, status);
      return;
    }
  }

  if (key !== null) {
    await prepare(c);
    if (c.var.info.isClosed) key = null;
  }
  const { siteState: state } = c.var;
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
  const segments = cut(await c.res.text(), noncePlaceholder());
  const isCacheable = key !== null && state && mayBeStored(c.res);
  if (isCacheable) store(c, key as string, { segments, contentType, ...madeUnder(state, headers, deps.clock.now()) });
  else if (key !== null && kept && status < 500) forget(c, key);
  const nonce = freshNonce();
  const answer = new Response(join(segments, encoder.encode(nonce)), { status, headers });
  answer.headers.delete(SCOPE_HEADER);
  answer.headers.set("Cache-Control", headers.get("Cache-Control")?.includes("no-store") ? "private, no-store" : "private, no-cache");
  if (isCacheable) answer.headers.set("X-Page-Cache", "miss");
  if (contentType.startsWith("text/html"))
    answer.headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, new URL(c.req.url).host));
  c.res = undefined;
  c.res = answer;
});

/** Before a page that will be kept is rendered: the newest settings, and nothing of the content that is older than its versions. */
async function prepare(c: Context<AppEnv>): Promise<void> {
  await readSite(c, siteState);
  if (c.var.siteState) readNoEarlierThan(c.var.info.deps.db, c.var.siteState.bookmark);
}

const mayBeStored = ({ status, headers }: Response) =>
  status === 200 && !headers.has("Set-Cookie") && headers.get("Cache-Control") === "public";

const madeUnder = (state: SiteState, headers: Headers, now: number) => ({
  versions: versionsOf(state, (headers.get(SCOPE_HEADER) ?? "listing") as ContentScope),
  storedAt: now,
  retryAt: 0,
});

function store(c: Context<AppEnv>, key: string, page: Page): void {
  remember(key, page);
  const { deps, requestId } = c.var.info;
  const body = join(page.segments, encoder.encode(noncePlaceholder()));
  const response = new Response(body, {
    headers: {
      "Content-Type": page.contentType,
      "Cache-Control": `public, max-age=${LAST_GOOD / 1000}`,
      [STORED_AT]: String(page.storedAt),
      [PLACEHOLDER]: noncePlaceholder(),
      [VERSIONS]: JSON.stringify(page.versions),
    },
  });
  deps.later(
    edgeCache()
      .put(cacheUrl(c, key), response)
      .catch((error: unknown) => log("warn", "page-cache.put", { requestId, ...describeError(error) })),
  );
}

/** Removes a page that no longer exists, so that it is not served while the database is down. */
function forget(c: Context<AppEnv>, key: string): void {
  memory.delete(key);
  c.var.info.deps.later(edgeCache().delete(cacheUrl(c, key)));
}

/** Renders a stale page again, after its reader has been served. A failure keeps the stale one. */
async function refresh(c: Context<AppEnv>, key: string): Promise<void> {
  await prepare(c);
  const { info, siteState: state } = c.var;
  const leave = renderGate.tryEnter();
  if (!state || info.isClosed || !leave) return leave?.();
  try {
    const response = (await pages(c, async () => {})) as Response;
    if (mayBeStored(response)) await storeAnswer(c, key, state, response);
  } finally {
    leave();
  }
}

async function storeAnswer(c: Context<AppEnv>, key: string, state: SiteState, response: Response): Promise<void> {
  const contentType = response.headers.get("Content-Type") ?? "text/html; charset=utf-8";
  const segments = cut(await response.text(), noncePlaceholder());
  store(c, key, { segments, contentType, ...madeUnder(state, response.headers, c.var.info.deps.clock.now()) });
}

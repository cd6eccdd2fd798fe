import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { describeError, log } from "../../app/lib/log";
import { contentVersion } from "../../app/modules/page-cache/content-version.server";
import type { AppEnv } from "../context";
import { freshNonce, noncePlaceholder } from "../nonce";
import { buildVersion, pages } from "../pages";
import { edgeCache } from "./edge-cache";
import { contentSecurityPolicy } from "./security-headers";

/** How long a page is served as it is, and how long beyond that while a newer one is made; ms. */
const FRESH = 30_000;
const STALE = 300_000;
/** How long after one attempt at a newer page the next one comes; ms. */
const RETRY = 5_000;
const MEMORY_PAGES = 200;
const MAX_KEY = 400;

const STORED_AT = "X-Stored-At";
const PLACEHOLDER = "X-Nonce-Placeholder";

/** A rendered page: its bytes, cut where the nonce belongs. */
interface Page {
  segments: Uint8Array<ArrayBuffer>[];
  contentType: string;
  storedAt: number;
  /** When a newer one may be made. Apart from `storedAt`, so that a page whose renewal fails still grows old. */
  renewAt: number;
}

/** The isolate's own pages, the oldest first. In front of the Cache API, which costs a round trip. */
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

/** Cookies that are in the key, and the one that only signing in looks at. */
const HARMLESS = /^\s*(rooydad\.(language|theme)|(__Host-)?rooydad-device)=/;

/** Only the language and theme cookies may be there: they are in the key. Whoever has another one gets a page of their own. */
function isAnonymous(request: Request): boolean {
  const cookies = request.headers.get("Cookie");
  if (request.headers.has("Authorization")) return false;
  return !cookies || cookies.split(";").every((cookie) => HARMLESS.test(cookie) || !/^\s*(__Host-)?rooydad/.test(cookie));
}

const TRACKING = /^(utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|igshid|mc_\w+)$/;
/** Where somebody is: never kept anywhere, a key included (the legal page's "Your position"). */
const POSITION = ["lat", "lng"];

/**
 * The request without what advertisers add to addresses. Pages are rendered from it, since their links carry the
 * address on: one reader's tracker would otherwise be in the page that others get.
 */
function withoutTrackers(request: Request): Request {
  if (request.method !== "GET" || !request.url.includes("?")) return request;
  const url = new URL(request.url);
  const trackers = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  if (trackers.length === 0) return request;
  for (const name of trackers) url.searchParams.delete(name);
  return new Request(url, request);
}

async function cacheKey(c: Context<AppEnv>): Promise<string | null> {
  const url = new URL(c.req.url);
  // What was cached while the product was open is not to be served while it is closed.
  if (c.var.info.isClosed) return null;
  if (c.req.method !== "GET" || url.pathname === "/preferences" || !isAnonymous(c.req.raw)) return null;
  if (POSITION.some((name) => url.searchParams.has(name))) return null;
  const params = [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1));
  const { locale, theme, origin, deps } = c.var.info;
  const key = `${origin}${url.pathname}?${new URLSearchParams(params)}#${locale}.${theme}.${buildVersion}.${c.env.VERSION?.id}.${await contentVersion(deps)}`;
  return key.length > MAX_KEY ? null : key;
}

const cacheUrl = (c: Context<AppEnv>, key: string) => `${new URL(c.req.url).origin}/page-cache/${encodeURIComponent(key)}`;

async function fromCache(c: Context<AppEnv>, key: string): Promise<Page | null> {
  const hit = await edgeCache().match(cacheUrl(c, key));
  if (!hit) return null;
  return newPage(
    cut(await hit.text(), hit.headers.get(PLACEHOLDER) ?? noncePlaceholder()),
    hit.headers.get("Content-Type") ?? "text/html; charset=utf-8",
    Number(hit.headers.get(STORED_AT)),
  );
}

const newPage = (segments: Page["segments"], contentType: string, storedAt: number): Page => ({
  segments,
  contentType,
  storedAt,
  renewAt: storedAt + FRESH,
});

function deliver(c: Context<AppEnv>, page: Page, status: "hit" | "stale"): Response {
  const headers = new Headers({ "Content-Type": page.contentType, "Cache-Control": "private, no-cache", "X-Page-Cache": status });
  const nonce = freshNonce();
  if (page.segments.length > 1) headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, new URL(c.req.url).host));
  return new Response(join(page.segments, encoder.encode(nonce)), { headers });
}

/**
 * Public pages for anonymous readers. stale-while-revalidate is our own, since the Cache API ignores it; a change
 * of content changes the key, so nothing has to be purged in every data centre.
 */
export const pageCache = createMiddleware<AppEnv>(async (c, next) => {
  const { deps, requestId } = c.var.info;
  c.req.raw = withoutTrackers(c.req.raw);
  const key = await cacheKey(c).catch((error) => {
    // An isolate that has never known the version has no key, but perhaps still a page: the handler decides.
    log("warn", "page-cache.key", { requestId, ...describeError(error) });
    return null;
  });

  if (key) {
    const page = memory.get(key) ?? (await fromCache(c, key));
    const now = deps.clock.now();
    if (page && now < page.storedAt + FRESH + STALE) {
      remember(key, page);
      if (now >= page.renewAt) {
        page.renewAt = now + RETRY;
        deps.later(refresh(c, key));
      }
      c.res = deliver(c, page, now < page.storedAt + FRESH ? "hit" : "stale");
      return;
    }
  }

  await next();
  const contentType = c.res.headers.get("Content-Type") ?? "";
  if (!contentType.startsWith("text/html") && !contentType.startsWith("text/x-script")) return;
  // A document that has a policy of its own is no page of ours, such as a mail that is looked at.
  if (c.res.headers.has("Content-Security-Policy")) return;
  const { status, headers } = c.res;
  const cacheable = key !== null && status === 200 && !headers.has("Set-Cookie") && headers.get("Cache-Control") === "public";
  const page = newPage(cut(await c.res.text(), noncePlaceholder()), contentType, deps.clock.now());
  if (cacheable) store(c, key, page);
  const nonce = freshNonce();
  const answer = new Response(join(page.segments, encoder.encode(nonce)), { status, headers });
  answer.headers.set("Cache-Control", headers.get("Cache-Control")?.includes("no-store") ? "private, no-store" : "private, no-cache");
  if (cacheable) answer.headers.set("X-Page-Cache", "miss");
  if (contentType.startsWith("text/html"))
    answer.headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, new URL(c.req.url).host));
  c.res = undefined;
  c.res = answer;
});

function store(c: Context<AppEnv>, key: string, page: Page): void {
  remember(key, page);
  const { deps, requestId } = c.var.info;
  const body = join(page.segments, encoder.encode(noncePlaceholder()));
  const response = new Response(body, {
    headers: {
      "Content-Type": page.contentType,
      "Cache-Control": `public, max-age=${(FRESH + STALE) / 1000}`,
      [STORED_AT]: String(page.storedAt),
      [PLACEHOLDER]: noncePlaceholder(),
    },
  });
  deps.later(
    edgeCache()
      .put(cacheUrl(c, key), response)
      .catch((error: unknown) => log("warn", "page-cache.put", { requestId, ...describeError(error) })),
  );
}

/** Renders a stale page again, after its reader has been served. A failure keeps the stale one. */
async function refresh(c: Context<AppEnv>, key: string): Promise<void> {
  const response = (await pages(c, async () => {})) as Response;
  if (response.status !== 200 || response.headers.get("Cache-Control") !== "public") return;
  const contentType = response.headers.get("Content-Type") ?? "text/html; charset=utf-8";
  store(c, key, newPage(cut(await response.text(), noncePlaceholder()), contentType, c.var.info.deps.clock.now()));
}

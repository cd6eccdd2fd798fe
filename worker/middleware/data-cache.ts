import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type Locale, parseLocale } from "../../app/i18n/locale";
import { hasCurrent, withNotModified } from "../../app/lib/http/conditional-response.server";
import { type ContentScope, SCOPE_HEADER } from "../../app/lib/pages/content-scope";
import { createBoundedMap } from "../../app/lib/runtime/remembered";
import { platformIn } from "../../app/modules/settings/platform-settings.server";
import {
  lookupState,
  type SiteState,
  siteState,
  versionsOf,
} from "../../app/modules/store/content-version.server";
import { readNoEarlierThan } from "../../db/client";
import type { AppEnv } from "../context";
import {
  createKeptAnswers,
  type EdgeAnswer,
  freshnessOf,
  isServable,
  LAST_GOOD,
  mayHoldPosition,
  mayRenew,
} from "../kept-answers";
import { acceptedLocale } from "../locale";
import { buildVersion } from "../pages";
import { readMetered } from "../request-meter";

const MAX_KEY = 400;
/** Larger answers are not kept. */
const MAX_BYTES = 1_000_000;
/** Smaller answers are not worth compressing. */
const LEAST_COMPRESSED = 1_000;

const keptAnswers = createKeptAnswers("data-cache", { entries: 200, bytes: 8_000_000 });

const MOST_KEYS = 2_000;
/** Keys by address and language as requested: reading a query costs more than sending an answer. */
const keys = createBoundedMap<{ key: string | null }>({ entries: MOST_KEYS });
const LONGEST_ASKED = 600;

/**
 * By the address, then by Accept-Language: programs have no cookies, and answers to them follow
 * none.
 */
export const dataLocale = (c: Context<AppEnv>): Locale =>
  parseLocale(c.req.query("lang")) ?? acceptedLocale(c.req.raw);

/**
 * All that a public answer follows from, besides its path and language; null for one that is not
 * kept.
 */
type QueryOf = (c: Context<AppEnv>) => Record<string, unknown> | null;

/**
 * Headers of requests whose answer is the caller's own: that of an account, and one that is as new
 * as the caller's last change.
 */
const OWN = ["Authorization", "X-Bookmark"];

function keyOf(c: Context<AppEnv>, queryOf: QueryOf): string | null {
  const { url, headers, method } = c.req.raw;
  if (method !== "GET" || OWN.some((name) => headers.has(name)) || mayHoldPosition(url))
    return null;
  const locale = dataLocale(c);
  const asked = `${locale} ${c.get("info").origin} ${url}`;
  const known = keys.get(asked);
  if (known) return known.key;
  const query = queryOf(c);
  const given =
    query &&
    Object.entries(query).filter(
      ([, value]) => value !== null && value !== false && value !== "" && `${value}` !== "",
    );
  const key =
    given &&
    `${c.get("info").origin}${c.req.path}?${JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))}#${locale}.${buildVersion}.${c.env.VERSION?.id}`;
  const kept = key !== null && key.length <= MAX_KEY ? key : null;
  if (asked.length <= LONGEST_ASKED) keys.set(asked, { key: kept });
  return kept;
}

const isClosed = (state: SiteState) => platformIn(state).settings.features.maintenanceMode;

/** How long an answer may be kept as its `Cache-Control` says, ms; 0 for one that is not public. */
function lifetimeOf(cacheControl: string | null | undefined): number {
  if (!cacheControl?.startsWith("public")) return 0;
  return Number(/max-age=(\d+)/.exec(cacheControl)?.[1] ?? 0) * 1_000;
}

/** A program that has changed something may ask for it at once. */
const freshness = (kept: EdgeAnswer, state: SiteState | null, now: number) =>
  freshnessOf(
    kept,
    state,
    now,
    { fresh: lifetimeOf(kept.headers["cache-control"]), stale: 0 },
    false,
  );

async function compress(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/**
 * Whether the client reads gzip. The platform asks Workers for it on behalf of every client and
 * leaves an answer of workerd as it is for one that named no encoding (`curl` without options).
 */
function readsGzip({ headers, cf }: Request): boolean {
  if (cf?.clientAcceptEncoding === "") return false;
  return /\bgzip\b/.test(headers.get("Accept-Encoding") ?? "");
}

async function deliver(
  c: Context<AppEnv>,
  kept: EdgeAnswer,
  status: "miss" | "hit" | "stale" | "last-good",
): Promise<Response> {
  const { deps } = c.get("info");
  const headers = new Headers(kept.headers);
  headers.set("X-Edge-Cache", status);
  // Clients count an answer's age from when it was made.
  if (status !== "miss")
    headers.set("Age", String(Math.max(0, Math.floor((deps.clock.now() - kept.storedAt) / 1_000))));
  if (status === "last-good") headers.set("Warning", '111 - "Revalidation Failed"');
  const [bytes = new Uint8Array()] = kept.segments;
  const isCurrent = hasCurrent(c.req.raw, headers.get("ETag"));
  const mayCompress = bytes.length >= LEAST_COMPRESSED;
  const isCompressed = mayCompress && readsGzip(c.req.raw);
  if (mayCompress) headers.append("Vary", "Accept-Encoding");
  // The same content in other bytes.
  if (isCompressed) headers.set("ETag", `W/${headers.get("ETag")}`);
  if (isCurrent) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  if (!isCompressed) return new Response(bytes, { headers });
  kept.gzip ??= await compress(bytes);
  headers.set("Content-Encoding", "gzip");
  return new Response(kept.gzip, { headers, encodeBody: "manual" });
}

/**
 * Public answers of API and feeds, kept as pages are (docs/decisions/page-cache.md): by content
 * versions, for as long as their `Cache-Control` allows, compressed and with 304. A handler decides
 * by `Cache-Control: public` whether its answer is for everyone.
 */
export const dataCache = (queryOf: QueryOf) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { deps } = c.get("info");
    const { raw } = c.req;
    const key = keyOf(c, queryOf);
    let state: SiteState | null = null;
    let kept: EdgeAnswer | null = null;
    if (key !== null) {
      const known = await lookupState(deps).catch(() => null);
      const usable = (answer: EdgeAnswer) => freshness(answer, known, deps.clock.now());
      kept = known && isClosed(known) ? null : await keptAnswers.find(c, key, isServable(usable));
      const status = kept && usable(kept);
      if (kept && status && (status === "hit" || !mayRenew(kept, deps.clock.now()))) {
        keptAnswers.remember(key, kept);
        c.res = await deliver(c, kept, status === "hit" ? "hit" : "stale");
        return;
      }
      state = await siteState(deps).catch(() => null);
      if (state) readNoEarlierThan(deps.db, state.bookmark);
      if (state && isClosed(state)) kept = null;
      // The cache stores the whole answer, so a client that has it must not get a 304 from the
      // handler.
      const headers = new Headers(raw.headers);
      headers.delete("If-None-Match");
      c.req.raw = new Request(raw, { headers });
    }
    await next();
    c.req.raw = raw;
    const { status, headers } = c.res;
    const scope = (headers.get(SCOPE_HEADER) ?? "listing") as ContentScope;
    headers.delete(SCOPE_HEADER);
    if (key === null) return;
    const replaceBy = (answer: Response) => {
      c.res = undefined;
      c.res = answer;
    };
    if (kept && status === 503 && deps.clock.now() < kept.storedAt + LAST_GOOD)
      return replaceBy(await deliver(c, kept, "last-good"));
    if (
      !state ||
      status !== 200 ||
      headers.has("Set-Cookie") ||
      lifetimeOf(headers.get("Cache-Control")) === 0
    ) {
      if (kept && status < 500) keptAnswers.forget(c, key);
      return replaceBy(withNotModified(raw, c.res));
    }
    const bytes = c.res.body ? await readMetered(c.res.body, c.get("meter")) : new Uint8Array();
    const made: EdgeAnswer = {
      segments: [bytes],
      headers: Object.fromEntries(headers),
      versions: versionsOf(state, scope),
      storedAt: deps.clock.now(),
      retryAt: 0,
    };
    if (bytes.length <= MAX_BYTES) keptAnswers.store(c, key, made, "");
    replaceBy(await deliver(c, made, "miss"));
  });

import type { Context } from "hono";
import { describeError, log } from "../app/lib/runtime/log";
import { createBoundedMap } from "../app/lib/runtime/remembered";
import type { SiteState } from "../app/modules/store/content-version.server";
import { isUpToDate, type Versions } from "../app/modules/store/content-version.server";
import type { AppEnv } from "./context";
import { edgeCache } from "./middleware/edge-cache";

/** How long the last answer that could be made is kept for when none can be, ms. */
export const LAST_GOOD = 86_400_000;

const KEPT = "X-Kept";

/** An answer of a public address: its bytes, cut where a page's nonce belongs, and its headers. */
export interface EdgeAnswer {
  segments: Uint8Array<ArrayBuffer>[];
  headers: Record<string, string>;
  /** The content versions it was made under. */
  versions: Versions;
  storedAt: number;
  /** When a newer one may be tried again. */
  retryAt: number;
  /** How many answers in a row were replaced soon after they were made, since they had changed. */
  quickChanges?: number;
  /** The first segment, compressed at the first request that accepts gzip. */
  gzip?: Uint8Array<ArrayBuffer>;
}

/**
 * How long an answer is served as it is, and how long beyond that while a newer one is made; ms.
 */
interface Lifetime {
  fresh: number;
  stale: number;
}

/** Of what many cities, or one that is being worked on, may change every second. */
const CHANGING: Lifetime = { fresh: 5_000, stale: 50_000 };
/** How long an answer that has changed is served to others while one request makes a newer one, ms. */
const WHILE_RENEWED = 55_000;
/** How long after one attempt at a newer answer the next one comes, ms. */
const RETRY = 5_000;
/** An answer that changes sooner after it was made has changed quickly, ms. */
const QUICK = 10_000;
/** So many quick changes in a row, and it is served unchanged for a while. */
const MANY_CHANGES = 3;

/**
 * Parameters of a position; a name with escapes may be one of them. Names end at each `?`, which
 * keeps the search linear for hostile URLs.
 */
const POSITION = /[?&](?:lat|lng|[^=&#?%]*%[^=&#?]*)=/;

/**
 * Whether a URL may contain the reader's position, which must not be stored, cache keys included
 * (the legal page's "Your position").
 */
export const mayHoldPosition = (url: string): boolean => POSITION.test(url);

const encoder = new TextEncoder();

export function cut(body: string, placeholder: string): Uint8Array<ArrayBuffer>[] {
  return body.split(placeholder).map((segment) => encoder.encode(segment));
}

export function join(
  segments: readonly Uint8Array<ArrayBuffer>[],
  separator: string,
): Uint8Array<ArrayBuffer> {
  const between = encoder.encode(separator);
  const joined = new Uint8Array(
    segments.reduce((sum, segment) => sum + segment.length, between.length * (segments.length - 1)),
  );
  let at = 0;
  segments.forEach((segment, index) => {
    if (index > 0) {
      joined.set(between, at);
      at += between.length;
    }
    joined.set(segment, at);
    at += segment.length;
  });
  return joined;
}

/**
 * How an answer may be served: as it is, while a newer one is made behind it, while another request
 * makes a newer one, or, with null, only where none can be made.
 */
type Freshness = "hit" | "stale" | "changed" | null;

/** For `find`: whether no newer copy has to be looked for. */
export const isServable =
  (freshness: (kept: EdgeAnswer) => Freshness) =>
  (kept: EdgeAnswer): boolean =>
    ["hit", "stale"].includes(freshness(kept) ?? "");

/**
 * @param isListLenient whether a list of all cities may be some seconds old after a change
 */
export function freshnessOf(
  { versions, storedAt, quickChanges = 0 }: EdgeAnswer,
  state: SiteState | null | undefined,
  now: number,
  lifetime: Lifetime,
  isListLenient: boolean,
): Freshness {
  const age = now - storedAt;
  const within = ({ fresh, stale }: Lifetime) =>
    age < fresh ? "hit" : age < fresh + stale ? "stale" : null;
  if (!state) return null;
  if (isUpToDate(versions, state)) return within(lifetime);
  const { site = 0, listing } = versions;
  if (!isUpToDate({ site }, state)) return null;
  if (quickChanges >= MANY_CHANGES || (isListLenient && listing !== undefined))
    return within(CHANGING);
  return age < WHILE_RENEWED ? "changed" : null;
}

/** Whether this request is the one that makes a newer answer: one, and another after some seconds. */
export function mayRenew(kept: EdgeAnswer, now: number): boolean {
  if (now < kept.retryAt) return false;
  kept.retryAt = now + RETRY;
  return true;
}

/** Whether content that both show has changed between them, and the site has not. */
const haveChanged = (before: EdgeAnswer, after: EdgeAnswer): boolean =>
  before.versions.site === after.versions.site &&
  Object.entries(after.versions).some(([name, version]) => before.versions[name] !== version);

/**
 * Answers by key in the isolate's memory and, behind it, in the data centre's cache, which costs a
 * round trip (docs/decisions/page-cache.md).
 * @param folder of their addresses in the cache; @param most what is kept in memory: an isolate has
 * 128 MB for all it does
 */
export function createKeptAnswers(folder: string, most: { entries: number; bytes: number }) {
  // A quarter more, for compressed bytes and headers.
  const memory = createBoundedMap<EdgeAnswer>(most, ({ segments }) =>
    segments.reduce((sum, { length }) => sum + length * 1.25, 0),
  );
  const addressOf = (c: Context<AppEnv>, key: string) =>
    `${new URL(c.req.url).origin}/${folder}/${encodeURIComponent(key)}`;

  async function shared(c: Context<AppEnv>, key: string): Promise<EdgeAnswer | null> {
    const hit = await edgeCache().match(addressOf(c, key));
    const about = hit?.headers.get(KEPT);
    if (!hit || !about) return null;
    const { separator, ...kept } = JSON.parse(about) as Pick<
      EdgeAnswer,
      "headers" | "versions" | "storedAt"
    > & { separator: string };
    const segments = separator
      ? cut(await hit.text(), separator)
      : [new Uint8Array(await hit.arrayBuffer())];
    return { ...kept, segments, retryAt: 0 };
  }

  return {
    remember: memory.set,
    /** A copy for which `isUsable` holds, else the newest copy. */
    async find(
      c: Context<AppEnv>,
      key: string,
      isUsable: (kept: EdgeAnswer) => boolean,
    ): Promise<EdgeAnswer | null> {
      const own = memory.get(key) ?? null;
      if (own && isUsable(own)) return own;
      const other = await shared(c, key);
      return other && (!own || other.storedAt > own.storedAt) ? other : own;
    },
    /** @param separator stands between the segments in the cache; empty for a single one */
    store(c: Context<AppEnv>, key: string, kept: EdgeAnswer, separator: string): void {
      const before = memory.get(key);
      if (before && kept.storedAt - before.storedAt < QUICK && haveChanged(before, kept))
        kept.quickChanges = (before.quickChanges ?? 0) + 1;
      memory.set(key, kept);
      const { deps, requestId } = c.get("info");
      const { headers, versions, storedAt } = kept;
      const response = new Response(join(kept.segments, separator), {
        headers: {
          "Cache-Control": `public, max-age=${LAST_GOOD / 1000}`,
          [KEPT]: JSON.stringify({ headers, versions, storedAt, separator }),
        },
      });
      deps.later(
        edgeCache()
          .put(addressOf(c, key), response)
          .catch((error: unknown) =>
            log("warn", "page-cache.put", { requestId, ...describeError(error) }),
          ),
      );
    },
    /**
     * Removes an answer that no longer exists, so that it is not served while the database is down.
     */
    forget(c: Context<AppEnv>, key: string): void {
      memory.delete(key);
      c.get("info").deps.later(edgeCache().delete(addressOf(c, key)));
    },
  };
}

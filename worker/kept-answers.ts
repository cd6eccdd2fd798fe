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
 * How an answer may be served: as it is, while a newer one is made, or, with null, only where none
 * can be made.
 * @param changed the lifetime of a list of all cities after something in it has changed
 */
export function freshnessOf(
  { versions, storedAt }: EdgeAnswer,
  state: SiteState | null | undefined,
  now: number,
  lifetime: Lifetime,
  changed: Lifetime | null,
): "hit" | "stale" | null {
  const age = now - storedAt;
  const within = ({ fresh, stale }: Lifetime) =>
    age < fresh ? "hit" : age < fresh + stale ? "stale" : null;
  if (!state) return null;
  if (isUpToDate(versions, state)) return within(lifetime);
  const { listing, ...others } = versions;
  return changed && listing !== undefined && isUpToDate(others, state) ? within(changed) : null;
}

/**
 * Answers by key in the isolate's memory and, behind it, in the data centre's cache, which costs a
 * round trip (docs/decisions/page-cache.md).
 * @param folder of their addresses in the cache; @param most what is kept in memory: an isolate has
 * 128 MB for all it does
 */
export function createKeptAnswers(folder: string, most: { entries: number; bytes: number }) {
  const memory = createBoundedMap<EdgeAnswer>(most, ({ segments }) =>
    segments.reduce((sum, { length }) => sum + length, 0),
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

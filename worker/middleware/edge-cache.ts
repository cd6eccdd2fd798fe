import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { cityScope } from "../../app/lib/pages/content-scope";
import { describeError, log } from "../../app/lib/runtime/log";
import { lookupState, versionKey } from "../../app/modules/store/content-version.server";
import { readNoEarlierThan } from "../../db/client";
import type { AppEnv } from "../context";
import { buildVersion } from "../pages";

/**
 * The content version in an edge cache key: of one city, or of all. Content built under it is read
 * no earlier than it.
 * @param slug the answer's city; null or unknown means all
 */
export async function edgeVersion(c: Context<AppEnv>, slug: string | null = null): Promise<string> {
  const { deps } = c.get("info");
  const state = await lookupState(deps);
  readNoEarlierThan(deps.db, state.bookmark);
  const city = slug === null ? undefined : state.cities.find((one) => one.slug === slug);
  return versionKey(state, city ? cityScope(city.id) : "listing");
}

/** The data centre's cache; the DOM's types know only named ones. */
export const edgeCache = () => (caches as unknown as { default: Cache }).default;

/**
 * Caches public responses in the data centre as their Cache-Control allows.
 * @param keyOf all inputs of the response and nothing else, so that made-up parameters cannot fill
 * the cache; null for uncached responses. The build id is added to it.
 */
export const edgeCached = (keyOf: (c: Context<AppEnv>) => string | null | Promise<string | null>) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { deps, requestId } = c.get("info");
    const key = c.req.method === "GET" ? await keyOf(c) : null;
    if (key === null) return next();
    const address = `${new URL(c.req.url).origin}/edge-cache/${encodeURIComponent(`${buildVersion} ${key}`)}`;
    const hit = await edgeCache().match(address);
    if (hit) {
      c.res = new Response(hit.body, hit);
      c.res.headers.set("X-Edge-Cache", "hit");
      return;
    }
    await next();
    if (c.res.status !== 200 || c.res.headers.get("Cache-Control") === "no-store") return;
    deps.later(
      edgeCache()
        .put(address, c.res.clone())
        .catch((error: unknown) =>
          log("warn", "edge-cache.put", { requestId, ...describeError(error) }),
        ),
    );
  });

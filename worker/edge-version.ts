import type { Context } from "hono";
import { cityScope } from "../app/lib/pages/content-scope";
import { lookupState, versionKey } from "../app/modules/store/content-version.server";
import { readNoEarlierThan } from "../db/client";
import type { AppEnv } from "./context";

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

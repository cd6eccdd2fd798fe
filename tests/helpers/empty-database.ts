import { env } from "cloudflare:test";
import { memo } from "../../worker/deps";

let own: string[] | undefined;

/** Tables with rows of the product: not D1's, nor the shadow tables of virtual ones. */
async function tables(): Promise<string[]> {
  if (!own) {
    const { results } = await env.DB.prepare(
      "SELECT name, sql LIKE 'CREATE VIRTUAL%' AS isVirtual FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT IN ('d1_migrations', 'content_versions', 'known_names')",
    ).all<{ name: string; isVirtual: number }>();
    const virtual = results.filter(({ isVirtual }) => isVirtual).map(({ name }) => name);
    own = results
      .map(({ name }) => name)
      .filter((name) => !virtual.some((of) => name.startsWith(`${of}_`)));
  }
  return own;
}

/**
 * Deletes all rows and clears the caches. Content versions keep rising, so that no cached page
 * matches.
 */
export async function emptyDatabase(): Promise<void> {
  await env.DB.batch([
    env.DB.prepare("PRAGMA defer_foreign_keys = on"),
    // Seed markers are stored beside the versions.
    env.DB.prepare("DELETE FROM content_versions WHERE name GLOB 'seed:*'"),
    env.DB.prepare(
      "INSERT INTO content_versions (name, version) VALUES ('site', 1) ON CONFLICT (name) DO UPDATE SET version = version + 1",
    ),
    ...(await tables()).map((name) => env.DB.prepare(`DELETE FROM "${name}"`)),
  ]);
  memo.clear();
}

import { applyD1Migrations, env } from "cloudflare:test";
import { memo } from "../../worker/deps";

/**
 * A file of tests begins with an empty database and bucket and with nothing remembered, in the worker that the file
 * before has left: starting one takes longer than most files (vitest.config.ts). The content version goes on rising,
 * so that no page that an earlier file has cached fits.
 */
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS ?? []);
const { results: tables } = await env.DB.prepare(
  "SELECT name, sql LIKE 'CREATE VIRTUAL%' AS isVirtual FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT IN ('d1_migrations', 'content_versions')",
).all<{ name: string; isVirtual: number }>();
const virtual = tables.filter(({ isVirtual }) => isVirtual).map(({ name }) => name);
const own = tables.filter(({ name }) => !virtual.some((of) => name.startsWith(`${of}_`)));
await env.DB.batch([
  env.DB.prepare("PRAGMA defer_foreign_keys = on"),
  // What has been seeded stands beside the version.
  env.DB.prepare("DELETE FROM content_versions WHERE name <> 'public'"),
  ...own.map(({ name }) => env.DB.prepare(`DELETE FROM "${name}"`)),
]);
for (const { key } of (await env.MEDIA.list()).objects) await env.MEDIA.delete(key);
memo.clear();

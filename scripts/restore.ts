import { execFileSync } from "node:child_process";
import process from "node:process";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { rebuildSearch } from "../app/modules/search/index-event.server";
import type { Database } from "../db/client";
import { withDatabase } from "./open-database";

/**
 * Fills an empty database from a file of `npm run backup`: applies the migrations, loads the rows and makes the full-text
 * indexes anew. Triggers rest meanwhile: what they keep (facets, counters, the trust ledger) is in the file already.
 *   npm run restore -- FILE [--persist-to DIR | --remote]
 */
const { values, positionals } = parseArgs({
  options: { "persist-to": { type: "string" }, remote: { type: "boolean" } },
  allowPositionals: true,
});
const [file] = positionals;
if (!file) {
  console.error("Which file? npm run restore -- FILE");
  process.exit(2);
}
const place = values.remote
  ? ["--env", "production", "--remote"]
  : ["--local", ...(values["persist-to"] ? ["--persist-to", values["persist-to"]] : [])];
const wrangler = (...command: string[]) =>
  execFileSync("wrangler", ["d1", ...command, ...place], { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, CI: "1" } });

interface Trigger {
  name: string;
  sql: string;
}

/** Takes the triggers away and empties what migrations have written. @throws where somebody's rows are there */
async function prepare(db: Database): Promise<Trigger[]> {
  const [people] = await db.all<{ count: number }>(sql`SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM events) AS count`);
  if (people && people.count > 0) throw new Error("The database is not empty. Restore into a new one.");
  const triggers = await db.all<Trigger>(sql`SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`);
  for (const { name } of triggers) await db.run(sql.raw(`DROP TRIGGER \`${name}\``));
  await db.run(sql`DELETE FROM content_versions`);
  return triggers;
}

wrangler("migrations", "apply", "DB");
const triggers = await withDatabase(values, prepare);
try {
  wrangler("execute", "DB", "--yes", "--file", file);
} finally {
  await withDatabase(values, async (db) => {
    for (const trigger of triggers) await db.run(sql.raw(trigger.sql));
  });
}
const count = await withDatabase(values, (db) => rebuildSearch(db));
console.log(`Restored. The search index holds ${count} events.`);

import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { withDatabase } from "./open-database";

/**
 * Writes every row of the database into a file of SQL, but for the full-text indexes, which `npm run restore` makes anew
 * (`wrangler d1 export` refuses a whole database that has them).
 *   npm run backup -- [--output FILE] [--remote]
 */
const { values } = parseArgs({ options: { output: { type: "string", default: "rooydad-backup.sql" }, remote: { type: "boolean" } } });

const tables = await withDatabase(values, async (db) => {
  const rows = await db.all<{ name: string; sql: string }>(sql`SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name`);
  const virtual = rows.filter((row) => /^CREATE VIRTUAL TABLE/i.test(row.sql)).map(({ name }) => name);
  const isOfIndex = (name: string) => virtual.some((table) => name === table || name.startsWith(`${table}_`));
  return rows.map(({ name }) => name).filter((name) => !isOfIndex(name) && !/^(sqlite_|_cf_|d1_)/.test(name));
});
const place = values.remote ? ["--env", "production", "--remote"] : ["--local"];
execFileSync(
  "wrangler",
  ["d1", "export", "DB", ...place, "--no-schema", "--output", values.output, ...tables.flatMap((name) => ["--table", name])],
  { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, CI: "1" } },
);
console.log(`${tables.length} tables are in ${values.output}.`);

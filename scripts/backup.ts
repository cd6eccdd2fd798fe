import { execFileSync } from "node:child_process";
import { appendFileSync, renameSync } from "node:fs";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { withDatabase } from "./open-database";
import { countRows, summaryLine } from "./restore/backup-file";
import { migrationNames } from "./restore/expected-schema";
import { isBackedUp } from "./restore/restore-database";

/**
 * Writes every row of the database into a file of SQL, but for the full-text indexes, which `npm run restore` makes anew
 * (`wrangler d1 export` refuses a whole database that has them). Its last line counts the rows: a file without it broke off.
 *   npm run backup -- [--output FILE] [--persist-to DIR | --remote]
 */
const { values } = parseArgs({
  options: {
    output: { type: "string", default: "rooydad-backup.sql" },
    "persist-to": { type: "string" },
    remote: { type: "boolean" },
  },
});

const tables = await withDatabase(values, async (db) => {
  const [unended] = await db.all<{ count: number }>(sql`SELECT count(*) AS count FROM restore_state`);
  if (unended && unended.count > 0) throw new Error("A restore has not ended here: this database is not whole.");
  return (await db.all<{ name: string }>(sql`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`))
    .map(({ name }) => name)
    .filter(isBackedUp);
});
const place = values.remote
  ? ["--env", "production", "--remote"]
  : ["--local", ...(values["persist-to"] ? ["--persist-to", values["persist-to"]] : [])];
const part = `${values.output}.part`;
execFileSync(
  "wrangler",
  ["d1", "export", "DB", ...place, "--no-schema", "--output", part, ...tables.flatMap((name) => ["--table", name])],
  {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, CI: "1" },
  },
);
appendFileSync(part, `\n${summaryLine({ tables: await countRows(part), migrations: migrationNames() })}`);
renameSync(part, values.output);
console.log(`${tables.length} tables are in ${values.output}.`);

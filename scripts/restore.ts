import { execFileSync } from "node:child_process";
import process from "node:process";
import { parseArgs } from "node:util";
import { withDatabase } from "./open-database";
import { restoreDatabase } from "./restore/restore-database";

/**
 * Fills an empty database from a file of `npm run backup`: applies the migrations, loads the rows,
 * rebuilds the full-text indexes and verifies the result. Until then the product refuses to serve;
 * a second run resumes. npm run restore -- FILE [--persist-to DIR | --remote]
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
execFileSync("wrangler", ["d1", "migrations", "apply", "DB", ...place], {
  stdio: ["ignore", "ignore", "inherit"],
  env: { ...process.env, CI: "1" },
});
const count = await withDatabase(values, (db) =>
  restoreDatabase(db.$client as D1Database, file, (line) => console.log(`… ${line}`)),
);
console.log(`Restored. The search index holds ${count} events.`);

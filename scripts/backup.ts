import { parseArgs } from "node:util";
import { withDatabase } from "./open-database";
import { dropCopies, dumpDatabase } from "./restore/dump-database";

/**
 * Writes every row of the database to a file, one per line, except the full-text indexes, which
 * `npm run restore` rebuilds. The last line has each table's row count and digest; a file without
 * it is incomplete. npm run backup -- [--output FILE] [--persist-to DIR | --remote] With --sweep it
 * only drops the copies that a killed backup left in the database, and writes no file. npm run
 * backup -- --sweep [--persist-to DIR | --remote]
 */
const { values } = parseArgs({
  options: {
    output: { type: "string", default: "rooydad-backup.jsonl" },
    "persist-to": { type: "string" },
    remote: { type: "boolean" },
    sweep: { type: "boolean" },
  },
});
if (values.sweep) {
  const count = await withDatabase(values, (db) => dropCopies(db.$client as D1Database));
  console.log(`${count} copies of tables are dropped.`);
} else {
  const count = await withDatabase(values, (db) =>
    dumpDatabase(db.$client as D1Database, values.output),
  );
  console.log(`${count} tables are in ${values.output}.`);
}

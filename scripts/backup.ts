import { parseArgs } from "node:util";
import { withBucket, withDatabase } from "./open-database";
import { dumpDatabase, sweepCopies } from "./restore/dump-database";
import { gatherBackup } from "./restore/gather-backup";

/**
 * Writes every row of the database to a file, one per line, except full-text indexes and facets, which
 * `npm run restore` rebuilds. The last line has each table's row count and digest; a file without
 * it is incomplete. npm run backup -- [--output FILE] [--persist-to DIR | --remote] With --sweep it
 * only drops the copies that backups keep or left in the database, and writes no file. npm run
 * backup -- --sweep [--persist-to DIR | --remote] With --from-bucket it writes the last backup that the third Worker stored,
 * or the last one until a moment (UTC, 2026-11-28T14:10), and asks no database. npm run backup -- --from-bucket [--until MOMENT]
 * [--output FILE] [--persist-to DIR | --remote]
 */
const { values } = parseArgs({
  options: {
    output: { type: "string", default: "rooydad-backup.jsonl" },
    "persist-to": { type: "string" },
    remote: { type: "boolean" },
    sweep: { type: "boolean" },
    "from-bucket": { type: "boolean" },
    until: { type: "string" },
  },
});
if (values.sweep) {
  const count = await withDatabase(values, (db) => sweepCopies(db.$client as D1Database));
  console.log(`${count} copies of tables are dropped.`);
} else if (values["from-bucket"]) {
  const key = await withBucket(values, (bucket) =>
    gatherBackup(bucket as never, values.output, values.until),
  );
  console.log(`${key} is in ${values.output}.`);
} else {
  const count = await withDatabase(values, (db) =>
    dumpDatabase(db.$client as D1Database, values.output),
  );
  console.log(`${count} tables are in ${values.output}.`);
}

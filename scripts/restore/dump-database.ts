import { once } from "node:events";
import { createWriteStream, renameSync } from "node:fs";
import { finished } from "node:stream/promises";
import {
  type BackupSummary,
  rowLine,
  summaryLine,
  TableSum,
  tableLine,
} from "../../backups/backup-rows";
import {
  COPY,
  columnsOf,
  quoted,
  readTable,
  schemaOf,
  tablesInOrder,
} from "../../backups/read-table";
import { migrationNames } from "./expected-schema";

/**
 * Writes every row to a file, except the full-text indexes, which a restore rebuilds. One batch
 * copies all tables within the database, and the copies are read in pages, so all rows are of one
 * moment. Removes copies of an earlier backup first.
 * @returns the number of tables
 * @throws while a restore is unfinished
 */
export async function dumpDatabase(d1: D1Database, file: string): Promise<number> {
  const unended = await d1
    .prepare("SELECT count(*) AS count FROM restore_state")
    .first<{ count: number }>();
  if (unended && unended.count > 0)
    throw new Error("A restore has not ended here: this database is not whole.");
  const tables = await tablesInOrder(d1);
  const columns = new Map<string, string[]>();
  for (const table of tables)
    columns.set(
      table,
      (await columnsOf(d1, table)).map(({ name }) => name),
    );
  await dropCopies(d1);
  await d1.batch(
    tables.map((table) =>
      d1.prepare(
        `CREATE TABLE ${quoted(COPY + table)} AS SELECT ${(columns.get(table) ?? []).map(quoted).join(", ")} FROM ${quoted(table)}`,
      ),
    ),
  );
  try {
    const part = `${file}.part`;
    await writeCopies(d1, part, columns);
    renameSync(part, file);
  } finally {
    await dropCopies(d1);
  }
  return tables.length;
}

/**
 * Drops the copies of tables that a backup made, or left behind when it was killed. @returns how
 * many
 */
export async function dropCopies(d1: D1Database): Promise<number> {
  const copies = (await schemaOf(d1)).filter(
    ({ type, name }) => type === "table" && name.startsWith(COPY),
  );
  for (const { name } of copies) await d1.prepare(`DROP TABLE ${quoted(name)}`).run();
  return copies.length;
}

async function writeCopies(
  d1: D1Database,
  file: string,
  tables: ReadonlyMap<string, string[]>,
): Promise<void> {
  const out = createWriteStream(file);
  const done = finished(out);
  // The failure reaches those who write or await the end.
  done.catch(() => {});
  const write = async (line: string) => {
    if (!out.write(line)) await Promise.race([once(out, "drain"), done]);
  };
  const summary: BackupSummary = { tables: {}, migrations: migrationNames() };
  for (const [table, columns] of tables) {
    await write(tableLine(table, columns));
    const sum = new TableSum();
    for await (const { values } of readTable(d1, COPY + table, columns)) {
      sum.add(columns, values);
      await write(rowLine(values));
    }
    summary.tables[table] = sum.end();
  }
  await write(summaryLine(summary));
  out.end();
  await done;
}

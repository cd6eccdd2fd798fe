import {
  type BackupSummary,
  rowLine,
  summaryLine,
  TableSum,
  tableLine,
} from "../../backups/backup-rows";
import { allColumns, BASE, COPY, quoted, readTable, tablesInOrder } from "../../backups/read-table";
import { writeBackup } from "./backup-file";
import { migrationNames } from "./expected-schema";

/**
 * Writes every row to a file, except full-text indexes and facets, which a restore rebuilds. One batch
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
  const all = await allColumns(d1);
  const columns = new Map(
    tables.map((table) => [table, (all.get(table) ?? []).map(({ name }) => name)]),
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
    await writeBackup(file, (write) => writeCopies(d1, write, columns));
  } finally {
    await dropCopies(d1);
  }
  return tables.length;
}

/**
 * Drops the copies of tables that a backup made, or left behind when it was killed; those of the
 * third Worker only where asked: without them its next backup is a whole one. @returns how many
 */
export async function dropCopies(
  d1: D1Database,
  prefixes: readonly string[] = [COPY],
): Promise<number> {
  const { results } = await d1
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all<{ name: string }>();
  const copies = results.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix)));
  for (const { name } of copies) await d1.prepare(`DROP TABLE ${quoted(name)}`).run();
  return copies.length;
}

/** Drops all copies of rows that backups keep in the database. @returns how many */
export const sweepCopies = (d1: D1Database): Promise<number> => dropCopies(d1, [COPY, BASE]);

async function writeCopies(
  d1: D1Database,
  write: (text: string) => Promise<void>,
  tables: ReadonlyMap<string, string[]>,
): Promise<void> {
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
}

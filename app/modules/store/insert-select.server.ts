import { getTableColumns, type InferSelectModel, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client";

/** A value of each column by its name, as an expression of the rows that it is selected from. */
type Selected<Table extends SQLiteTable> = {
  [Column in keyof InferSelectModel<Table>]: SQL | InferSelectModel<Table>[Column];
};

/**
 * `INSERT INTO … SELECT …` with a value for every column by name: SQLite takes them by position, so
 * that a column which is added or moved would shift those behind it.
 * @param from the rest of the statement from `FROM` or `WHERE` on. With ON CONFLICT it needs a
 *   `WHERE`, by which the parser tells that from a join
 */
export function insertSelect<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  values: Selected<Table>,
  from: SQL,
) {
  const columns = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = values[name as keyof Selected<Table>];
    if (value instanceof SQL) return value;
    return value === null ? sql`NULL` : sql`${sql.param(value, column)}`;
  });
  return db.insert(table).select(sql`SELECT ${sql.join(columns, sql`, `)} ${from}`);
}

import { type Column, type GetColumnData, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../deps";
import { MAX_COUNTED_ROWS } from "../text/total-text.server";

/**
 * Columns for a query with a raw FROM, such as one with a named index: the query builder accepts a
 * table's own columns only when it knows the table.
 */
export function columnsOf<Columns extends Record<string, Column>>(columns: Columns) {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      sql`${column}`.mapWith(column).as(column.name),
    ]),
  ) as unknown as { [Name in keyof Columns]: SQL.Aliased<GetColumnData<Columns[Name]>> };
}

/** How many rows there are, up to 1,001. @param rows the part after FROM, backed by an index */
export async function countRows({ db }: Pick<Deps, "db">, rows: SQL): Promise<number> {
  const limit = sql.raw(String(MAX_COUNTED_ROWS + 1));
  const { count } = await db.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${rows} LIMIT ${limit})`,
  );
  return count;
}

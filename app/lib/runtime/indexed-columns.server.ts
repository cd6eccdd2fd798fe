import { type Column, type GetColumnData, type SQL, sql } from "drizzle-orm";

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

import { type Column, type GetColumnData, type SQL, sql } from "drizzle-orm";

/**
 * Columns for a query whose source is written out, as with an index that is named: the query builder takes a table's own
 * columns only where it knows the table to be there.
 */
export function columnsOf<Columns extends Record<string, Column>>(columns: Columns) {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, sql`${column}`.mapWith(column).as(column.name)]),
  ) as unknown as { [Name in keyof Columns]: SQL.Aliased<GetColumnData<Columns[Name]>> };
}

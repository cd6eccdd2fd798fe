import { eq, getTableColumns, type InferSelectModel, SQL, sql } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client";
import { apiKeys, sessions, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";

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

/**
 * Inserts the rows of one JSON text, however many: each column has the property of its name.
 * @param given columns that differ, as expressions of the row `j.value`
 */
export const insertJson = <Table extends SQLiteTable>(
  db: Database,
  table: Table,
  rows: string,
  given: Partial<Selected<Table>> = {},
  where: SQL = sql`true`,
) =>
  insertSelect(
    db,
    table,
    Object.fromEntries(
      Object.keys(getTableColumns(table)).map((name) => [
        name,
        given[name as keyof Selected<Table>] ?? sql`j.value ->> ${sql.raw(`'${name}'`)}`,
      ]),
    ) as Selected<Table>,
    sql`FROM json_each(${rows}) AS j WHERE ${where}`,
  );

/**
 * Inserts rows, however many, in one statement with one parameter. Keys that are there stay.
 * @param keys of each row, `value ->> '$[#-1]'` in `where`
 */
export function insertEach<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  rows: readonly InferSelectModel<Table>[],
  keys: readonly number[] = [],
  where: SQL = sql`true`,
) {
  const columns = Object.entries(getTableColumns(table));
  const listed = rows.map((row, at) => [
    ...columns.map(([name, column]) => {
      const value = row[name as keyof typeof row];
      return value === null ? null : column.mapToDriverValue(value);
    }),
    keys[at] ?? 0,
  ]);
  const values = columns.map(([name], at) => [name, sql.raw(`value ->> ${at}`)]);
  return insertSelect(
    db,
    table,
    Object.fromEntries(values) as Selected<Table>,
    sql`FROM json_each(${JSON.stringify(listed)}) WHERE ${where}`,
  ).onConflictDoNothing();
}

type Statement = BatchItem<"sqlite">;

/** A NOT NULL column that a guard leaves null after a concurrent change, or a duplicate key. */
const GUARD = /(?:NOT NULL|UNIQUE) constraint failed: ([a-z_]+\.[a-z_]+)/;

/**
 * Runs a batch with guard statements that fail after a concurrent change: then nothing is written.
 * @returns the answers of the statements
 * @param refusals errors by `table.column` of a guard; "conflict" by default
 * @throws AppError("conflict") after a concurrent change, or an error of `refusals`
 */
export async function runGuarded<Statements extends readonly [Statement, ...Statement[]]>(
  { db }: Pick<Deps, "db">,
  statements: Statements,
  refusals: Record<string, () => AppError | Promise<AppError>> = {},
): Promise<BatchResponse<Statements>> {
  try {
    return await db.batch(statements);
  } catch (error) {
    const guard = guardOf(error);
    if (guard === null) throw error;
    throw (await refusals[guard]?.()) ?? new AppError("conflict");
  }
}

/** The guard that failed a batch; null for other errors. */
function guardOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const guard = GUARD.exec(cause.message)?.[1];
    if (guard) return guard;
  }
  return null;
}

/** Who acts, and the session or key that they act by. */
type Acting = Pick<Actor, "id" | "sessionId">;

/**
 * SQL for a column that may not be null: the actor's id while the session or the key that they act
 * by is there, else null, which fails the batch. What gives access is made by this or behind
 * `ifSessionStays`: the access of a request under way may have ended in the same instant.
 */
export const idIfSessionStays = ({ id, sessionId }: Acting) =>
  sql<string>`(SELECT ${users.id} FROM ${users} WHERE ${users.id} = ${id} AND ${isOpen({ id, sessionId })})`;

/** Guard statement of a batch for `runGuarded`, which fails on `users.display_name`. */
export const ifSessionStays = ({ db }: Pick<Deps, "db">, acting: Acting) =>
  db
    .update(users)
    .set({ displayName: sql`CASE WHEN ${isOpen(acting)} THEN ${users.displayName} END` })
    .where(eq(users.id, acting.id));

const isOpen = ({ id, sessionId }: Acting) =>
  sql`(EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.id} = ${sessionId} AND ${sessions.userId} = ${id}) OR EXISTS (SELECT 1 FROM ${apiKeys} WHERE ${apiKeys.id} = ${sessionId} AND ${apiKeys.userId} = ${id}))`;

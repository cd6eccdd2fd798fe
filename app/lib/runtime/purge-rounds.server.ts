import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Deps } from "../deps";

/** Rows per statement: it must end in seconds, since it blocks other writes. */
const ROUND = 5_000;

/** The result of one round. */
interface Round {
  /** Rows. */
  removed: number;
  /** Whether nothing that is due is left. */
  isDone: boolean;
  /** Where the next round continues, if the purge looks at every row. */
  after?: string;
}

/** Expiring rows of one kind. */
export interface Purge {
  /** Removes a part of the due data, in statements of a few seconds. Idempotent. */
  round(deps: Deps, after?: string): Promise<Round>;
  /** The rows due at a moment, as the part after FROM. */
  due(deps: Pick<Deps, "retentionMonths">, at: number): SQL;
}

/**
 * A purge of rows.
 * @param isDue condition on the table's columns, backed by an index
 * @param size rows of a round
 */
export function purgeOf(
  table: SQLiteTable,
  isDue: (at: number, retentionMonths: number) => SQL | undefined,
  size = ROUND,
): Purge {
  const due = ({ retentionMonths }: Pick<Deps, "retentionMonths">, at: number) =>
    sql`${table} WHERE ${isDue(at, retentionMonths)}`;
  return {
    due,
    async round(deps) {
      // Rows given back are counted, since changes would count those of triggers too.
      const gone = await deps.db
        .delete(table)
        .where(sql`rowid IN (SELECT rowid FROM ${due(deps, deps.clock.now())} LIMIT ${size})`)
        .returning({ one: sql<number>`1` });
      return { removed: gone.length, isDone: gone.length < size };
    },
  };
}

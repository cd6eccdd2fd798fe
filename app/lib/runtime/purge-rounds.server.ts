import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Deps } from "../deps";

/** Rows of one statement: it must end in seconds, and holds up every other write until it has. */
const ROUND = 5_000;

/** The result of one round. */
interface Round {
  /** Rows. */
  removed: number;
  /** Whether nothing that is due is left. */
  isDone: boolean;
}

/** Rows of one kind that must go once they are old enough. */
export interface Purge {
  /** Removes a part of the due data, in statements of a few seconds. Idempotent. */
  round(deps: Deps): Promise<Round>;
  /** The rows that are due at a moment, as what follows FROM. */
  due(deps: Pick<Deps, "retentionMonths">, at: number): SQL;
}

/**
 * A purge of rows.
 * @param isDue condition on the table's columns, backed by an index
 * @param size rows of a round
 */
export function purgeOf(table: SQLiteTable, isDue: (at: number, retentionMonths: number) => SQL | undefined, size = ROUND): Purge {
  const due = ({ retentionMonths }: Pick<Deps, "retentionMonths">, at: number) => sql`${table} WHERE ${isDue(at, retentionMonths)}`;
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

import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Deps } from "../../lib/deps";

/** Rows of one statement: it must end in seconds, and holds up every other write until it has. */
const ROUND = 5_000;
/** Rounds of one run: beyond them the next night goes on. */
const ROUNDS = 400;

/**
 * Removes rows in bounded rounds until none is left.
 * @returns how many are gone, and whether some are left for the next run
 */
export async function purgeInRounds(
  { db }: Pick<Deps, "db">,
  table: SQLiteTable,
  where: SQL | undefined,
  round = ROUND,
): Promise<{ removed: number; isDone: boolean }> {
  let removed = 0;
  for (let count = 0; count < ROUNDS; count++) {
    // Rows given back are counted, since changes would count those of triggers too.
    const gone = await db
      .delete(table)
      .where(sql`rowid IN (SELECT rowid FROM ${table} WHERE ${where} LIMIT ${round})`)
      .returning({ one: sql<number>`1` });
    removed += gone.length;
    if (gone.length < round) return { removed, isDone: true };
  }
  return { removed, isDone: false };
}

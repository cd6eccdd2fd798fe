import { sql } from "drizzle-orm";
import type { Database } from "../../../db/client";

/** Rows of one statement: all rows at once exceed D1's time for a statement in a large database. */
const CHUNK = 2_000;

/**
 * The staff's indexes of titles and names as the triggers of migration 0007 maintain them; `key` is
 * the rowid of both tables.
 */
export const NAME_TABLES = [
  {
    table: "event_titles (rowid, title, event_id)",
    rows: "search_rowid, replace(replace(replace(title_en || ' ' || coalesce(title_fa, ''), 'ي', 'ی'), 'ك', 'ک'), char(8204), ' '), id",
    from: "events",
    key: "search_rowid",
  },
  {
    table: "user_names (rowid, search_key, user_id)",
    rows: "rowid, search_key, id",
    from: "users",
    key: "rowid",
  },
];

/** Empties and refills the staff's indexes of titles and of users' names. Used after a restore. */
export async function refillNameTables(db: Database, chunk = CHUNK): Promise<void> {
  for (const { table, rows, from, key } of NAME_TABLES) {
    await db.run(sql.raw(`DELETE FROM ${table.split(" ")[0]}`));
    const endOfChunk = async (after: number) => {
      const [found] = await db.all<{ last: number | null }>(sql`SELECT max(place) AS last FROM (
        SELECT ${sql.raw(`${key} AS place FROM ${from}`)} WHERE place > ${after} ORDER BY place LIMIT ${chunk})`);
      return found?.last ?? null;
    };
    for (
      let after = -1, last = await endOfChunk(after);
      last !== null;
      after = last, last = await endOfChunk(after)
    )
      await db.run(sql`INSERT INTO ${sql.raw(`${table} SELECT ${rows} FROM ${from}`)}
        WHERE ${sql.raw(key)} > ${after} AND ${sql.raw(key)} <= ${last}`);
  }
}

import { type SQL, sql } from "drizzle-orm";
import type { Deps } from "../deps";
import { MAX_COUNTED_ROWS } from "../text/total-text.server";

/** How many rows there are, up to 1,001. @param rows the part after FROM, backed by an index */
export async function countRows({ db }: Pick<Deps, "db">, rows: SQL): Promise<number> {
  const limit = sql.raw(String(MAX_COUNTED_ROWS + 1));
  const { count } = await db.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${rows} LIMIT ${limit})`,
  );
  return count;
}

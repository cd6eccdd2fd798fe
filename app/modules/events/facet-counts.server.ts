import { sql } from "drizzle-orm";
import type { Deps } from "../../lib/deps";

/** How long an isolate may go on with older counts, ms. */
const STALENESS = 5_000;

/** How many events are coming up in each category, in one city or everywhere. Read from counters, never counted. */
export function facetCountsOf({ db, memo }: Pick<Deps, "db" | "memo">, cityId: string | null): Promise<Map<string, number>> {
  const prefix = cityId ? `city:${cityId}|category:` : "category:";
  return memo.get(`facet-counts:${prefix}`, STALENESS, async () => {
    const rows = await db.all<{ facet: string; upcoming: number }>(
      sql`SELECT facet, upcoming FROM facet_counts WHERE facet >= ${prefix} AND facet < ${`${prefix}~`}`,
    );
    return new Map(rows.map(({ facet, upcoming }) => [facet.slice(prefix.length), upcoming]));
  });
}

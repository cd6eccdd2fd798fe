import { sql } from "drizzle-orm";
import type { Deps } from "../../../lib/deps";
import { placesOf } from "./facet-walks.server";
import type { Filters } from "./list-filters.server";

/** How long an isolate may go on with older counts, ms. */
const STALENESS = 5_000;

/**
 * How many events are coming up in each category, in one city or everywhere. Read from counters,
 * never counted.
 */
export function facetCountsOf(
  { db, memo }: Pick<Deps, "db" | "memo">,
  cityId: string | null,
): Promise<Map<string, number>> {
  const prefix = cityId ? `city:${cityId}|category:` : "category:";
  return memo.get(`facet-counts:${prefix}`, STALENESS, async () => {
    const rows = await db.all<{ facet: string; upcoming: number }>(
      sql`SELECT facet, upcoming FROM facet_counts WHERE facet >= ${prefix} AND facet < ${`${prefix}~`}`,
    );
    return new Map(rows.map(({ facet, upcoming }) => [facet.slice(prefix.length), upcoming]));
  });
}

/**
 * Events that are read at most to count categories under other filters: a page reads two rows for
 * each.
 */
const FACETED = 150;

/** How many events of a list are in each category. */
export interface CategoryCounts {
  of: Map<string, number>;
  /** False where counting stopped early: there may be more in each, and in others. */
  isExact: boolean;
}

/**
 * How many events the list would have in each category, under all its other filters: a category
 * that shows a number leads to that many. Without other filters than a city the numbers come from
 * counters.
 */
export async function categoryCountsOf(
  { db, memo, clock }: Pick<Deps, "db" | "memo" | "clock">,
  filters: Filters,
): Promise<CategoryCounts> {
  const { cityId, near, bounds, tag, traits, free, past, any, range } = filters;
  const isPlain =
    !near &&
    !bounds &&
    !tag &&
    traits.length === 0 &&
    !free &&
    !past &&
    !any &&
    range.from === undefined &&
    range.to === undefined;
  if (isPlain) return { of: await facetCountsOf({ db, memo }, cityId), isExact: true };
  const places = placesOf({ ...filters, categories: [] }, clock.now(), FACETED + 1);
  const rows = await db.all<{ category: string | null; count: number }>(
    sql`WITH listed AS MATERIALIZED (SELECT e.id, e.categories FROM ${places} AS place CROSS JOIN events e ON e.id = place.id)
      SELECT category.value AS category, count(*) AS count FROM listed, json_each(listed.categories) AS category GROUP BY category.value
      UNION ALL SELECT NULL, count(*) FROM listed`,
  );
  const total = rows.find(({ category }) => category === null)?.count ?? 0;
  return {
    of: new Map(
      rows.flatMap(({ category, count }) => (category === null ? [] : [[category, count]])),
    ),
    isExact: total <= FACETED,
  };
}

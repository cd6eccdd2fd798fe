import { sql } from "drizzle-orm";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { facetValue, wideCells } from "./facet-walks.server";
import type { Filters } from "./list-filters.server";

/** How long an isolate goes on with a choice of walks: it changes what a list reads, not its events. */
const CHOSEN_FOR = 10 * MINUTE;

/**
 * The filters, for a wide area with the shorter of its two walks: all events while more than a third of
 * them are inside, by the facets' counters, or its cells.
 */
export async function withWalkOfArea(
  { db, memo }: Pick<Deps, "db" | "memo">,
  filters: Filters,
): Promise<Filters> {
  const cells = wideCells(filters);
  if (!cells) return filters;
  const isWide = await memo.get(`wide-area:${cells[0]} ${cells.at(-1)}`, CHOSEN_FOR, async () => {
    const [found] = await db.all<{ isWide: number }>(
      sql`SELECT total(upcoming) * 3 > (SELECT upcoming FROM facet_counts WHERE facet = 'all') AS isWide FROM facet_counts WHERE facet IN (${sql.join(cells.map(facetValue), sql`, `)})`,
    );
    return found?.isWide === 1;
  });
  return { ...filters, isWide };
}

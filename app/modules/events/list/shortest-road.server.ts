import { inArray } from "drizzle-orm";
import { facetCounts } from "../../../../db/schema";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { comparedWith, roadsOf } from "./facet-walks.server";
import type { Filters, Road } from "./list-filters.server";

/** How long an isolate goes on with a choice of roads: it changes what a list reads, not its events. */
const CHOSEN_FOR = 10 * MINUTE;
/**
 * Coarse cells reach far beyond the edges of an area, and each is read until its first event inside.
 */
const COARSE = 3;

const isCoarse = ({ facets: [first = ""] }: Road): boolean => first.startsWith("geo2:");

/**
 * The filters with the road that has the fewest events by the facets' counters: an area that is wide,
 * or has a rare trait, is no walk of its cells.
 */
export async function withShortestRoad(
  { db, memo }: Pick<Deps, "db" | "memo">,
  filters: Filters,
): Promise<Filters> {
  const roads = roadsOf(filters);
  const [usual, ...others] = roads;
  const isAreaAlone = others.length === 1 && others[0]?.holds.size === 0;
  if (!usual || others.length === 0 || (isAreaAlone && !isCoarse(usual))) return filters;
  const facets = [...new Set(roads.flatMap((one) => one.facets))];
  const upcoming = await memo.get(`roads:${facets.join()}`, CHOSEN_FOR, async () => {
    const rows = await db
      .select({ facet: facetCounts.facet, upcoming: facetCounts.upcoming })
      .from(facetCounts)
      .where(inArray(facetCounts.facet, facets));
    return new Map(rows.map((row) => [row.facet, row.upcoming]));
  });
  const rowsOf = (road: Road) =>
    road.facets.reduce((sum, facet) => sum + (upcoming.get(facet) ?? 0), 0) *
    (1 + comparedWith(filters, road).length) *
    (isCoarse(road) ? COARSE : 1);
  const road = roads.reduce((best, one) => (rowsOf(one) < rowsOf(best) ? one : best));
  return { ...filters, road };
}

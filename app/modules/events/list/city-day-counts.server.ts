import { sql } from "drizzle-orm";
import { eventFacets } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";

const FACET = "city:";

/**
 * Listed events that begin before an instant and are not over, by city and day.
 * @param cityIds cities to count
 */
export async function cityDayCounts(
  { db }: Pick<Deps, "db">,
  cityIds: readonly string[],
  until: number,
): Promise<Map<string, Map<string, number>>> {
  const facets = JSON.stringify(cityIds.map((id) => `${FACET}${id}`));
  const rows = await db
    .select({
      facet: eventFacets.facet,
      day: eventFacets.localDay,
      count: sql<number>`count(*)`,
    })
    .from(eventFacets)
    .where(
      sql`${eventFacets.facet} IN (SELECT value FROM json_each(${facets})) AND ${eventFacets.isOver} = 0 AND ${eventFacets.startsAt} < ${until}`,
    )
    .groupBy(eventFacets.facet, eventFacets.localDay);
  const counts = new Map<string, Map<string, number>>();
  for (const { facet, day, count } of rows) {
    const id = facet.slice(FACET.length);
    const days = counts.get(id) ?? new Map<string, number>();
    days.set(day, count);
    counts.set(id, days);
  }
  return counts;
}

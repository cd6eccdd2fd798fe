import { sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { cities } from "../../../db/schema";
import { isNextEventCandidate } from "./next-events.server";

/**
 * The statement that refreshes upcoming count and next event of all cities, or of one. Writes
 * changed rows only, so that an hour without changes keeps cached pages valid.
 */
export function refreshCities(db: Database, now: number, cityId: string | null = null) {
  const next = (
    column: "event_id" | "starts_at",
  ) => sql`(SELECT event_facets.${sql.raw(column)} FROM event_facets
    JOIN events ON events.id = event_facets.event_id
    WHERE event_facets.facet = 'city:' || c.id AND event_facets.is_over = 0 AND event_facets.is_next = 1 AND event_facets.ends_at > ${now} AND ${isNextEventCandidate(now)}
    ORDER BY event_facets.starts_at, event_facets.event_id LIMIT 1)`;
  const fresh = sql`(SELECT c.id,
      coalesce((SELECT upcoming FROM facet_counts WHERE facet = 'city:' || c.id), 0) AS upcoming,
      ${next("event_id")} AS next_id, ${next("starts_at")} AS next_at
    FROM cities c WHERE ${cityId} IS NULL OR c.id = ${cityId}) AS fresh`;
  return db
    .update(cities)
    .set({
      upcomingCount: sql`fresh.upcoming`,
      nextEventId: sql`fresh.next_id`,
      nextEventStartsAt: sql`fresh.next_at`,
    })
    .from(fresh)
    .where(
      sql`${cities.id} = fresh.id AND (${cities.upcomingCount} IS NOT fresh.upcoming OR ${cities.nextEventId} IS NOT fresh.next_id OR ${cities.nextEventStartsAt} IS NOT fresh.next_at)`,
    );
}

import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { citiesById } from "../cities/queries.server";
import { bumpContentVersion } from "./content-version.server";

/** How many events one round marks, so that a long backlog cannot outgrow a statement's time. */
const ROUND = 500;
/** A long backlog is not news to anybody: only so many changes are told. */
const ANNOUNCED = 50;

/**
 * Marks what has ended as over, brings each city's upcoming count and next event up to date, and tells those who
 * look at a city's list. Safe to run at any time and twice: cron may come late, double or not at all.
 */
export async function endEvents({
  db,
  clock,
  memo,
  rooms,
}: Pick<Deps, "db" | "clock" | "memo" | "rooms">): Promise<{ ended: number; citiesChanged: number }> {
  const now = clock.now();
  const ended: { id: string; cityId: string }[] = [];
  for (;;) {
    const due = db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.isOver, false), lte(events.endsAt, now)))
      .limit(ROUND);
    const round = await db
      .update(events)
      .set({ isOver: true })
      .where(inArray(events.id, due))
      .returning({ id: events.id, cityId: events.cityId });
    ended.push(...round);
    if (round.length < ROUND) break;
  }
  const refreshed = await db.run(refreshCities(now));
  if (refreshed.meta.changes > 0 || ended.length > 0) await bumpContentVersion(db);
  memo.forget("cities");
  const cities = await citiesById({ db, memo });
  await Promise.all(
    ended.slice(-ANNOUNCED).map(({ id, cityId }) => {
      const city = cities.get(cityId);
      return city && rooms.cityChanged(city.slug, id, "changed");
    }),
  );
  return { ended: ended.length, citiesChanged: refreshed.meta.changes };
}

/** Only rows that differ are written, so that an hour without change leaves every cached page alone. */
function refreshCities(now: number) {
  return sql`
    WITH fresh AS (
      SELECT c.id,
        coalesce((SELECT upcoming FROM facet_counts WHERE facet = 'city:' || c.id), 0) AS upcoming,
        (SELECT event_id FROM event_facets WHERE facet = 'city:' || c.id AND is_over = 0 AND ends_at > ${now} ORDER BY starts_at, event_id LIMIT 1) AS next_id,
        (SELECT starts_at FROM event_facets WHERE facet = 'city:' || c.id AND is_over = 0 AND ends_at > ${now} ORDER BY starts_at, event_id LIMIT 1) AS next_at
      FROM cities c
    )
    UPDATE cities SET upcoming_count = fresh.upcoming, next_event_id = fresh.next_id, next_event_starts_at = fresh.next_at
    FROM fresh
    WHERE cities.id = fresh.id
      AND (cities.upcoming_count IS NOT fresh.upcoming OR cities.next_event_id IS NOT fresh.next_id OR cities.next_event_starts_at IS NOT fresh.next_at)`;
}

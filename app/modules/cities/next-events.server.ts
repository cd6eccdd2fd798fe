import { and, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import { events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { City } from "./queries.server";

const COLUMNS = {
  id: events.id,
  cityId: events.cityId,
  titleEn: events.titleEn,
  titleFa: events.titleFa,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  timeZone: events.timeZone,
  allDay: events.allDay,
};

/** The condition for a city's next event: public, not cancelled, not over. */
export function isNextEventCandidate(now: number): SQL | undefined {
  return and(eq(events.isListed, true), ne(events.lifecycle, "cancelled"), gt(events.endsAt, now));
}

/** The columns of a next event that a card shows. */
export type NextEventRow = Pick<typeof events.$inferSelect, keyof typeof COLUMNS>;

/**
 * The next event of each city by city id, in one query by primary keys. The hourly job stores it;
 * this drops events hidden, cancelled or ended since.
 */
export async function nextEventsOf(
  { db, clock }: Pick<Deps, "db" | "clock">,
  cities: readonly City[],
): Promise<Map<string, NextEventRow>> {
  const ids = cities.map(({ nextEventId }) => nextEventId).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const found = await db
    .select(COLUMNS)
    .from(sql`json_each(${JSON.stringify(ids)}) AS wanted`)
    .crossJoin(events)
    .where(and(sql`${events.id} = wanted.value`, isNextEventCandidate(clock.now())));
  return new Map(found.map((event) => [event.cityId, event]));
}

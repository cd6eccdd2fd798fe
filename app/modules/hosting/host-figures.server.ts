import { sql } from "drizzle-orm";
import { offsetAt } from "../../lib/dates/dates.server";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";

/** Days of the table, today among them. */
const DAYS = 14;

/** What happened on a day of the event's own clock. */
export interface DayFigures {
  /** YYYY-MM-DD. */
  day: string;
  saves: number;
  /** Parties that confirmed their RSVP. */
  confirmed: number;
  /** Parties that ended: cancelled, removed, lapsed. */
  ended: number;
}

/** From the first look to the door, in people; a party counts with its seats. */
export interface HostFigures {
  /** Parties that confirmed, in any later state. */
  confirmed: number;
  /** Seats of those who are going. */
  going: number;
  /** Days with something on them, the latest first. */
  days: DayFigures[];
}

/** What an event's hosts read beside its views and saves. No access check. */
export async function readHostFigures(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<HostFigures> {
  const now = clock.now();
  const offset = offsetAt(now, timeZone);
  const today = Math.floor((now + offset) / DAY);
  const since = (today - DAYS + 1) * DAY - offset;
  // Each day by the offset of today: a change of the clock moves an hour at most.
  const dayOf = (column: string) => sql.raw(`(${column} + ${offset}) / ${DAY}`);
  const [sums, days] = await Promise.all([
    db.get<{ confirmed: number; going: number }>(sql`
      SELECT count(*) AS confirmed, coalesce(sum(iif(state = 'going', seats, 0)), 0) AS going
      FROM registrations WHERE event_id = ${id} AND confirmed_at IS NOT NULL`),
    db.all<DayFigures>(sql`
      SELECT date(day * 86400, 'unixepoch') AS day, sum(saves) AS saves, sum(confirmed) AS confirmed, sum(ended) AS ended FROM (
        SELECT ${dayOf("created_at")} AS day, 1 AS saves, 0 AS confirmed, 0 AS ended FROM collection_events WHERE event_id = ${id} AND created_at >= ${since}
        UNION ALL SELECT ${dayOf("changed_at")}, 0, from_state IS 'unconfirmed' AND to_state IN ('requested', 'waitlisted', 'going'),
          from_state IS NOT 'unconfirmed' AND to_state IN ('cancelled', 'removed', 'lapsed')
        FROM registration_changes WHERE event_id = ${id} AND changed_at >= ${since})
      GROUP BY day HAVING saves + confirmed + ended > 0 ORDER BY day DESC`),
  ]);
  return { confirmed: sums?.confirmed ?? 0, going: sums?.going ?? 0, days };
}

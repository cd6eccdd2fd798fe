import { sql } from "drizzle-orm";
import { offsetAt } from "../../lib/dates/dates.server";
import { DAY } from "../../lib/dates/durations";
import type { Deps, VisitSource } from "../../lib/deps";
import type { DoorReport } from "./door/door-report.server";

/** Days of the shorter look, today among them. */
export const FIGURE_DAYS = 14;
/** Days of the longer one: of series that run for years too. */
const ALL_DAYS = 730;

/** What happened on a day of the event's own clock. */
export interface DayFigures {
  /** YYYY-MM-DD. */
  day: string;
  /** Visitors, each once a day. */
  views: number;
  saves: number;
  /** Parties that confirmed their RSVP. */
  confirmed: number;
  /** Parties that ended: cancelled, removed, lapsed. A place that a party handed over is a part of it. */
  ended: number;
  /** Clicks on the link of the tickets. */
  tickets: number;
  /** People inside, on the day of their showing. */
  came: number;
}

/** Where visitors came from, since they are counted, and what became of them. */
export interface SourceFigures {
  source: VisitSource;
  views: number;
  saves: number;
  tickets: number;
  /** Parties that confirmed. */
  confirmed: number;
  /** People inside. */
  came: number;
}

/** From the first look to the door, in people; a party counts with its seats. */
export interface HostFigures {
  /** Parties that confirmed, in any later state. */
  confirmed: number;
  /** Seats of those who are going. */
  going: number;
  /** Clicks on the link of the tickets. */
  tickets: number;
  /** Days with something on them, the latest first. */
  days: DayFigures[];
  /** The most visitors first. */
  sources: SourceFigures[];
}

/**
 * What an event's hosts read beside its views and saves. No access check.
 * @param entries of its door
 * @param isAll whether its days are all days, not the last ones
 */
export async function readHostFigures(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { id, timeZone }: { id: string; timeZone: string },
  { entries }: Pick<DoorReport, "entries">,
  isAll = false,
): Promise<HostFigures> {
  const count = isAll ? ALL_DAYS : FIGURE_DAYS;
  const entered = sql`(SELECT value ->> 0 AS id, value ->> 1 AS people FROM json_each(${JSON.stringify([...entries].map(([party, { inside }]) => [party, inside]))}))`;
  // As `events.save_count` counts: other collections hold an event once more.
  const favourites = sql`collection_events h JOIN collections c ON c.id = h.collection_id AND c.is_default WHERE h.event_id = ${id}`;
  const now = clock.now();
  const offset = offsetAt(now, timeZone);
  const today = Math.floor((now + offset) / DAY);
  const since = (today - count + 1) * DAY - offset;
  // Each day by the offset of today: a change of the clock moves an hour at most.
  const dayOf = (column: string) => sql.raw(`date((${column} + ${offset}) / 1000, 'unixepoch')`);
  const firstDay = new Date((today - count + 1) * DAY).toISOString().slice(0, 10);
  const [sums, days, sources] = await Promise.all([
    db.get<{ confirmed: number; going: number }>(sql`
      SELECT sum(brought_by IS NULL) AS confirmed, coalesce(sum(iif(state = 'going', seats, 0)), 0) AS going
      FROM registrations WHERE event_id = ${id} AND confirmed_at IS NOT NULL`),
    db.all<DayFigures>(sql`
      SELECT day, sum(views) AS views, sum(saves) AS saves, sum(confirmed) AS confirmed, sum(ended) AS ended, sum(tickets) AS tickets, sum(came) AS came FROM (
        SELECT day, iif(kind = 'view', count, 0) AS views, 0 AS saves, 0 AS confirmed, 0 AS ended, iif(kind = 'ticket', count, 0) AS tickets, 0 AS came
        FROM event_day_counts WHERE event_id = ${id} AND day >= ${firstDay}
        UNION ALL SELECT ${dayOf("h.created_at")}, 0, 1, 0, 0, 0, 0 FROM ${favourites} AND h.created_at >= ${since}
        UNION ALL SELECT ${dayOf("changed_at")}, 0, 0, from_state IS 'unconfirmed' AND to_state IN ('requested', 'waitlisted', 'going'),
          from_state IS NOT 'unconfirmed' AND to_state IN ('cancelled', 'removed', 'lapsed')
            AND NOT EXISTS (SELECT 1 FROM registrations b WHERE b.id = registration_id AND b.brought_by IS NOT NULL), 0, 0
        FROM registration_changes WHERE event_id = ${id} AND changed_at >= ${since}
        UNION ALL SELECT ${dayOf("o.starts_at")}, 0, 0, 0, 0, 0, p.people FROM ${entered} p JOIN registrations r ON r.id = p.id
          JOIN event_occurrences o ON o.event_id = ${id} AND ${id} || '/' || o.original_start = r.occ WHERE o.starts_at >= ${since})
      GROUP BY day HAVING date(day) = day AND sum(views + saves + confirmed + ended + tickets + came) > 0 ORDER BY day DESC`),
    db.all<SourceFigures>(sql`
      SELECT source, sum(views) AS views, sum(saves) AS saves, sum(tickets) AS tickets, sum(confirmed) AS confirmed, sum(came) AS came FROM (
        SELECT source, iif(kind = 'view', count, 0) AS views, 0 AS saves, iif(kind = 'ticket', count, 0) AS tickets, 0 AS confirmed, 0 AS came
        FROM event_day_counts WHERE event_id = ${id} AND kind IN ('view', 'ticket')
        UNION ALL SELECT h.source, 0, 1, 0, 0, 0 FROM ${favourites} AND h.source IS NOT NULL
        UNION ALL SELECT r.source, 0, 0, 0, 1, coalesce(p.people, 0) FROM registrations r LEFT JOIN ${entered} p ON p.id = r.id
        WHERE r.event_id = ${id} AND r.confirmed_at IS NOT NULL AND r.source IS NOT NULL)
      GROUP BY source ORDER BY views DESC, source`),
  ]);
  return {
    confirmed: sums?.confirmed ?? 0,
    going: sums?.going ?? 0,
    tickets: sources.reduce((sum, { tickets }) => sum + tickets, 0),
    days,
    sources,
  };
}

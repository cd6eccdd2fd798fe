import { and, eq, gt, lt, ne, sql } from "drizzle-orm";
import { events } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { type EventRow, LIST_COLUMNS } from "../events/event-columns.server";

/**
 * A public event at the same venue within the given times (UTC epoch ms); null if there is none. Events of a day or more share their
 * venue (exhibitions) and do not clash. Reads one day before the start, so it misses no event shorter than a day.
 */
export async function findVenueClash(
  { db }: Pick<Deps, "db">,
  event: EventRow,
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
) {
  if (event.venueId === null || event.allDay || endsAt - startsAt >= DAY) return null;
  const found = await db
    .select(LIST_COLUMNS)
    .from(events)
    .where(
      and(
        eq(events.venueId, event.venueId),
        eq(events.isListed, true),
        eq(events.isOver, false),
        gt(events.startsAt, startsAt - DAY),
        lt(events.startsAt, endsAt),
        // The unary plus keeps the planner on the venue's index.
        sql`+${events.endsAt} > ${startsAt}`,
        sql`${events.endsAt} - ${events.startsAt} < ${DAY}`,
        eq(events.lifecycle, "scheduled"),
        eq(events.allDay, false),
        ne(events.id, event.id),
      ),
    )
    .orderBy(events.startsAt)
    .limit(1);
  return found[0] ?? null;
}

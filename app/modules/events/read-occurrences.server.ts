import { sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { eventOccurrences } from "../../../db/schema";
import type { InstantRange } from "../../lib/dates/dates.server";

export type OccurrenceRow = typeof eventOccurrences.$inferSelect;

/**
 * A statement that reads the occurrences of events with a schedule that touch a range, by event and
 * start. Events without one are left out. @param limit of all rows together
 */
export const selectOccurrences = (
  db: Database,
  ids: readonly string[],
  { from, to }: InstantRange,
  limit: number,
) =>
  db
    .select({ occurrence: eventOccurrences })
    .from(sql`json_each(${JSON.stringify(ids)}) AS wanted CROSS JOIN events AS series`)
    .crossJoin(eventOccurrences)
    .where(
      sql`series.id = wanted.value AND series.schedule IS NOT NULL AND ${eventOccurrences.eventId} = series.id AND ${eventOccurrences.startsAt} < ${to} AND +${eventOccurrences.endsAt} > ${from}`,
    )
    .orderBy(eventOccurrences.eventId, eventOccurrences.startsAt)
    .limit(limit);

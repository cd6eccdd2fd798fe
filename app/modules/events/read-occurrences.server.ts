import { sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { eventOccurrences } from "../../../db/schema";
import type { InstantRange } from "../../lib/dates/dates.server";
import { DAY } from "../../lib/dates/durations";
import { LONGEST_DAYS } from "./facet-walks.server";

export type OccurrenceRow = typeof eventOccurrences.$inferSelect;

/**
 * A statement that reads the first occurrences of each event with a schedule that touch a range, in
 * order of their start. Events without a schedule are left out. @param most rows of each event, or of
 * all together, of which each event has an equal share, but two at least
 */
export function selectOccurrences(
  db: Database,
  ids: readonly string[],
  { from, to }: InstantRange,
  most: { each: number } | { together: number },
) {
  const series = sql`(SELECT series.id FROM json_each(${JSON.stringify(ids)}) AS wanted CROSS JOIN events AS series WHERE series.id = wanted.value AND series.schedule IS NOT NULL)`;
  const share =
    "each" in most
      ? sql`${most.each}`
      : sql`max(2, CAST(${most.together} / (SELECT count(*) FROM series) AS INTEGER))`;
  const first = sql`SELECT one.original_start AS start FROM event_occurrences AS one WHERE one.event_id = series.id AND one.starts_at > ${from - LONGEST_DAYS * DAY} AND one.starts_at < ${to} AND one.ends_at > ${from} ORDER BY one.starts_at LIMIT ${share}`;
  return db
    .select({ occurrence: eventOccurrences })
    .from(
      sql`(WITH series AS MATERIALIZED ${series} SELECT series.id AS id, place.value AS start FROM series CROSS JOIN json_each((SELECT json_group_array(start) FROM (${first}))) AS place) AS found`,
    )
    .crossJoin(eventOccurrences)
    .where(
      sql`${eventOccurrences.eventId} = found.id AND ${eventOccurrences.originalStart} = found.start`,
    )
    .orderBy(eventOccurrences.eventId, eventOccurrences.startsAt);
}

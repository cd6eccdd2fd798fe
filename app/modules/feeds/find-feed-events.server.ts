import { sql } from "drizzle-orm";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { readEvents, selectEvents } from "../events/event-columns.server";
import { ICS_COLUMNS, type IcsEvent } from "../events/event-ics.server";
import { listEvents } from "../events/list-events.server";
import { type OccurrenceRow, selectOccurrences } from "../events/read-occurrences.server";
import type { EventQuery } from "../events/schema";
import { FEED_EVENTS } from "./feed";

/** Events per query: their descriptions come as one text, which D1 limits to 2 MB. */
const CHUNK = 50;

/**
 * Dates of series that a feed has: cancelled and past ones of the last 30 days, and those of the
 * next 120.
 */
const DATES = { before: 30 * DAY, ahead: 120 * DAY } as const;
/** Occurrences of a feed at most, so that daily series do not outgrow what calendars read. */
const OCCURRENCES = 3_000;

/**
 * Whole events by id with the occurrences of series, in the order of the ids, in one round trip;
 * unknown ones are left out. A series without a date in the time of a feed has its next one.
 */
export async function wholeEvents(
  { db, clock }: Pick<Deps, "db" | "clock">,
  ids: readonly string[],
): Promise<IcsEvent[]> {
  const now = clock.now();
  const chunks = Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, part) =>
    ids.slice(part * CHUNK, (part + 1) * CHUNK),
  );
  const [first, ...others] = chunks.map((chunk) =>
    selectEvents(
      db,
      ICS_COLUMNS,
      sql`(SELECT value AS id FROM json_each(${JSON.stringify(chunk)}))`,
    ),
  );
  if (!first) return [];
  const dates = selectOccurrences(
    db,
    ids,
    { from: now - DATES.before, to: now + DATES.ahead },
    OCCURRENCES,
  );
  const [found, ...answers] = await db.batch([dates, first, ...others]);
  const occurrences = new Map<string, OccurrenceRow[]>();
  for (const { occurrence } of found) {
    const known = occurrences.get(occurrence.eventId);
    if (known) known.push(occurrence);
    else occurrences.set(occurrence.eventId, [occurrence]);
  }
  const rows = new Map(
    answers.flatMap((answer) => readEvents(ICS_COLUMNS, answer)).map((row) => [row.id, row]),
  );
  return ids.flatMap((id): IcsEvent[] => {
    const row = rows.get(id);
    return row ? [{ ...row, occurrences: occurrences.get(id) }] : [];
  });
}

/** Events that match all of a query, within a feed's limits. */
export async function findFeedEvents(deps: Deps, query: EventQuery) {
  const { city, events, exactTotal } = await listEvents(deps, {
    ...query,
    cursor: null,
    limit: FEED_EVENTS,
  });
  return {
    city,
    events: await wholeEvents(
      deps,
      events.slice(0, exactTotal).map(({ id }) => id),
    ),
  };
}

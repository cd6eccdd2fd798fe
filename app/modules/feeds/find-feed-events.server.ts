import { sql } from "drizzle-orm";
import { events as eventsTable } from "../../../db/schema";
import type { InstantRange } from "../../lib/dates/dates.server";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import type { FeedFormat } from "../../lib/paths";
import type { City } from "../cities/queries.server";
import { type Once, readEvents, selectEvents } from "../events/event-columns.server";
import { ICS_COLUMNS } from "../events/event-ics.server";
import { listEachOnce } from "../events/list-events.server";
import { type OccurrenceRow, selectOccurrences } from "../events/read-occurrences.server";
import type { EventQuery } from "../events/schema";
import { takesPlace } from "../schedule/expand-schedule.server";
import { FEED_LIMITS, type Feed, type FeedEvent } from "./feed";

/** Events per query: their descriptions come as one text, which D1 limits to 2 MB. */
const CHUNK = 50;

/** How far ahead a feed has the dates of series, ms. */
const AHEAD = 120 * DAY;
/** Dates of a calendar's series that are read: more than it may have, as they mix with events. */
const CALENDAR_DATES = 1.5 * FEED_LIMITS.entries;
/** Dates of a series that are read for a text, which names three. */
const TEXT_DATES = 6;

/** An event of a list, with the day that the list shows of a series; by default the next one. */
export type FeedPlace = Once<{ id: string; startsAt?: number; localDay?: string }>;

/** The dates of series that a feed has: in a calendar each is an entry. UTC epoch ms. */
interface DatesWanted extends Partial<InstantRange> {
  format: FeedFormat;
  /** Dates of all series together that a calendar reads. */
  most?: number;
}

/**
 * Whole events with the occurrences of series, in the order of their places, in one round trip;
 * unknown ones are left out. A series without a date in the time of a feed has the listed one.
 */
export async function wholeEvents(
  { db, clock }: Pick<Deps, "db" | "clock">,
  places: readonly FeedPlace[],
  wanted: DatesWanted,
): Promise<FeedEvent[]> {
  const now = clock.now();
  const { format, from = now, to = Number.MAX_SAFE_INTEGER, most = CALENDAR_DATES } = wanted;
  const listed = places.map(({ id, startsAt, localDay }) => [
    id,
    startsAt ?? null,
    localDay ?? null,
  ]);
  const chunks = Array.from({ length: Math.ceil(listed.length / CHUNK) }, (_, part) =>
    listed.slice(part * CHUNK, (part + 1) * CHUNK),
  );
  const [first, ...others] = chunks.map((chunk) =>
    selectEvents(
      db,
      ICS_COLUMNS,
      sql`(SELECT value ->> 0 AS id, value ->> 1 AS startsAt, value ->> 2 AS day FROM json_each(${JSON.stringify(chunk)}))`,
      "found",
    ),
  );
  if (!first) return [];
  const datesIn = (range: InstantRange) =>
    selectOccurrences(
      db,
      places.map(({ id }) => id),
      range,
      format === "ics" ? { together: most } : { each: TEXT_DATES },
    );
  // Apart, so that what is over takes no room from what is to come.
  const [toCome, over, ...answers] = await db.batch([
    datesIn({ from: Math.max(from, now), to }),
    datesIn({ from, to: Math.min(to, now) }),
    first,
    ...others,
  ]);
  const rows = new Map(
    answers.flatMap((answer) => readEvents(ICS_COLUMNS, answer)).map((row) => [row.id, row]),
  );
  const series = [...rows.values()].filter(({ schedule }) => schedule !== null).length;
  const share = format === "ics" ? Math.max(2, Math.floor(most / series)) : TEXT_DATES;
  const horizon = Math.max(from, now) + AHEAD;
  const isOfAll = wanted.from === undefined && wanted.to === undefined;
  const datesOf = byEvent(toCome);
  const pastOf = byEvent(over);
  return places.flatMap(({ id }): FeedEvent[] => {
    const row = rows.get(id);
    const dates = datesOf.get(id) ?? [];
    const kept = dates.filter(({ startsAt }, at) => startsAt < horizon && at < share - 1);
    const next = dates[kept.length];
    const occurrences = [...(pastOf.get(id) ?? []), ...kept];
    if (!row) return [];
    return [
      {
        ...row,
        ...(occurrences.length > 0 ? { occurrences } : null),
        ...(next && {
          unread: {
            from: next.startsAt,
            count: isOfAll ? row.occurrenceCount - kept.filter(takesPlace).length : null,
          },
        }),
      },
    ];
  });
}

function byEvent(
  found: readonly { occurrence: OccurrenceRow }[],
): ReadonlyMap<string, OccurrenceRow[]> {
  const dates = new Map<string, OccurrenceRow[]>();
  for (const { occurrence } of found) {
    const known = dates.get(occurrence.eventId);
    if (known) known.push(occurrence);
    else dates.set(occurrence.eventId, [occurrence]);
  }
  return dates;
}

/** What a feed reads of a list before the events themselves. */
export const PLACE_COLUMNS = {
  id: eventsTable.id,
  startsAt: eventsTable.startsAt,
  localDay: eventsTable.localDay,
};

/** The events of a feed, and how it goes on. */
export interface FoundEvents extends Pick<Feed, "events" | "isPast" | "hasMore"> {
  /** The cursor behind so many of them; null where no page can follow. */
  cursorAfter: (count: number) => string | null;
}

/**
 * Events that match all of a query, the soonest first, or the latest of those that are over; from the
 * query's cursor on.
 */
export async function findFeedEvents(
  deps: Deps,
  query: EventQuery,
  format: FeedFormat,
): Promise<FoundEvents & { city: City | null }> {
  const limit = FEED_LIMITS.entries;
  const found = await listEachOnce(deps, { ...query, sort: "date", limit }, PLACE_COLUMNS);
  const { past, any, range } = found.request.filters;
  // A list without past events begins now.
  const from =
    any || past || range.from === undefined || range.from > deps.clock.now()
      ? range.from
      : undefined;
  return {
    city: found.city,
    events: await wholeEvents(deps, found.events, { format, from, to: range.to }),
    isPast: past,
    // A search ranks so many events at most, and cannot reach the others.
    hasMore: found.nextCursor !== null || !(found.starts === null || found.totalIsExact),
    cursorAfter: (count) =>
      count < found.events.length || found.nextCursor !== null ? found.cursorAfter(count) : null,
  };
}

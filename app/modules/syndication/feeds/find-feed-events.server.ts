import { sql } from "drizzle-orm";
import { events } from "../../../../db/schema";
import type { InstantRange } from "../../../lib/dates/dates.server";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { takesPlace } from "../../../lib/event/schedule";
import type { FeedFormat } from "../../../lib/paths";
import type { City } from "../../cities/queries.server";
import {
  EVENT_PLACES,
  type Once,
  readEvents,
  selectEvents,
} from "../../events/event-columns.server";
import {
  type OccurrenceRow,
  readOccurrences,
  selectOccurrences,
} from "../../events/get-event.server";
import { ICS_COLUMNS } from "../../events/ics/ics-entries.server";
import { listEachOnce } from "../../events/list/list-events.server";
import type { EventQuery } from "../../events/schema";
import { FEED_LIMITS, type Feed, type FeedEvent } from "./feed";

/** Events per query: with their descriptions an answer of all would be several megabytes. */
const CHUNK = 50;

/** How far ahead a feed has the dates of series, ms. */
const AHEAD = 120 * DAY;
/** Dates of a calendar's series that are read, as many as it has entries: each has an equal share. */
const CALENDAR_DATES = FEED_LIMITS.entries;
/** Dates of a series that a text names. */
const TEXT_DATES = 2;

/** Columns of events in feeds of texts. */
const TEXT_COLUMNS = {
  ...ICS_COLUMNS,
  pattern: events.schedule,
  imageUrl: events.imageUrl,
  tags: events.tags,
};

/** An event of a list, with the start of the day that the list shows; by default the next. */
export type FeedPlace = Once<{ id: string; startsAt?: number }>;

/** The dates of series that a feed has: in a calendar each is an entry. UTC epoch ms. */
interface DatesWanted extends Partial<InstantRange> {
  format: FeedFormat;
  /** Dates of all series together that a calendar reads. */
  most?: number;
}

/**
 * Whole events with the occurrences of series, in the order of their places, in two round trips;
 * unknown ones are left out. A series without a date in the time of a feed has the listed one.
 */
export async function wholeEvents(
  deps: Pick<Deps, "db" | "clock">,
  places: readonly FeedPlace[],
  wanted: DatesWanted,
): Promise<FeedEvent[]> {
  const { db } = deps;
  const columns = wanted.format === "ics" ? ICS_COLUMNS : TEXT_COLUMNS;
  const [first, ...others] = Array.from({ length: Math.ceil(places.length / CHUNK) }, (_, part) => {
    const ids = places.slice(part * CHUNK, (part + 1) * CHUNK).map(({ id }) => id);
    const values = sql.join(
      ids.map((id) => sql`(${id})`),
      sql`, `,
    );
    const found = sql`(SELECT column1 AS id FROM (VALUES ${values}))`;
    return selectEvents(db, columns, found, "none");
  });
  if (!first) return [];
  const answers = await db.batch([first, ...others]);
  const rows = new Map<string, FeedEvent>();
  for (const answer of answers)
    for (const row of readEvents<typeof ICS_COLUMNS>(columns, answer)) rows.set(row.id, row);
  const series = places.flatMap(({ id, startsAt }) => {
    const row = rows.get(id);
    return row?.schedule ? { id, next: row.startsAt, listed: startsAt ?? row.startsAt } : [];
  });
  const dates = await datesOf(deps, series, wanted);
  return places.flatMap(({ id, startsAt }): FeedEvent[] => {
    const row = rows.get(id);
    if (!row) return [];
    const { over = [], toCome = [], next } = dates.get(id) ?? {};
    const listed = toCome.find((date) => date.startsAt === startsAt);
    const isOfAll = wanted.from === undefined && wanted.to === undefined;
    const occurrences = [...over, ...toCome];
    return [
      {
        ...row,
        listedAt: startsAt ?? row.startsAt,
        ...(listed && {
          startsAt: listed.startsAt,
          endsAt: listed.endsAt,
          localDay: listed.localDay,
        }),
        ...(occurrences.length > 0 ? { occurrences } : null),
        ...(next && {
          unread: {
            from: next.startsAt,
            count: isOfAll ? row.occurrenceCount - toCome.filter(takesPlace).length : null,
          },
        }),
      },
    ];
  });
}

/** Dates of a series: those that a feed has, and the first that it has not. */
interface SeriesDates {
  over: OccurrenceRow[];
  toCome: OccurrenceRow[];
  next?: OccurrenceRow;
}

/** A series with the starts of its next date and of the one that a list shows. */
interface ListedSeries {
  id: string;
  next: number;
  listed: number;
}

async function datesOf(
  { db, clock }: Pick<Deps, "db" | "clock">,
  series: readonly ListedSeries[],
  { format, from = clock.now(), to = Number.MAX_SAFE_INTEGER, most = CALENDAR_DATES }: DatesWanted,
): Promise<ReadonlyMap<string, SeriesDates>> {
  const dates = new Map(
    series.map(({ id }): [string, SeriesDates] => [id, { over: [], toCome: [] }]),
  );
  if (series.length === 0) return dates;
  const kept = format === "ics" ? Math.max(1, Math.floor(most / series.length) - 1) : TEXT_DATES;
  const now = clock.now();
  const begin = Math.max(from, now);
  const statement = (range: InstantRange, firsts?: readonly number[]) =>
    selectOccurrences(
      db,
      series.map(({ id }) => id),
      range,
      format === "ics" ? kept + 1 : kept,
      firsts,
    );
  // A date that has begun and lasts into the range is the next one, or the one that is listed.
  const firsts = series.map(({ next, listed }) => Math.min(begin, from > now ? listed : next));
  // Apart, so that what is over takes no room from what is to come.
  const [toCome, over = []] = await db.batch([
    statement({ from: begin, to }, firsts),
    ...(from < begin ? [statement({ from, to: Math.min(to, begin) })] : []),
  ]);
  for (const date of readOccurrences(over)) dates.get(date.eventId)?.over.push(date);
  for (const date of readOccurrences(toCome)) {
    const of = dates.get(date.eventId);
    if (!of || of.next) continue;
    if (date.startsAt < begin + AHEAD && of.toCome.length < kept) of.toCome.push(date);
    else of.next = date;
  }
  return dates;
}

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
  const found = await listEachOnce(deps, { ...query, sort: "date", limit }, EVENT_PLACES);
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
    hasMore: found.nextCursor !== null || (found.isSearched && !found.totalIsExact),
    cursorAfter: (count) =>
      count < found.events.length || found.nextCursor !== null ? found.cursorAfter(count) : null,
  };
}

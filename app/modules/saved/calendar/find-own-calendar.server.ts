import { and, eq, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import {
  collectionEvents,
  collections,
  eventDrafts,
  events,
  savedOccurrences,
} from "../../../../db/schema";
import {
  type CalendarSystem,
  type InstantRange,
  USUAL_ZONE,
} from "../../../lib/dates/dates.server";
import { addDays, type DayRange, isDay } from "../../../lib/dates/days";
import { instantOf } from "../../../lib/dates/written-times.server";
import type { Deps } from "../../../lib/deps";
import type { Schedule } from "../../../lib/event/schedule";
import { type Actor, assertCan } from "../../../lib/permissions";
import { foldDigits } from "../../../lib/text/digits";
import { type City, citiesById } from "../../cities/queries.server";
import { readOccurrences, selectOccurrences } from "../../events/get-event.server";
import { type EventListRow, LIST_COLUMNS } from "../../events/list/list-events.server";
import { eventDays, type TimedEvent } from "../../events/present/event-times.server";

/** Limit of events per month in the calendar; lists show the rest. */
const SHOWN = 500;

/** Why an event is in the calendar; `draft` and `pending` are the user's own and not public yet. */
export type CalendarMark = "draft" | "pending" | "own" | "saved";

export interface CalendarEvent
  extends PlacedSpan,
    TimedEvent,
    Pick<EventListRow, "titleEn" | "titleFa" | "venueEn" | "venueFa" | "lifecycle"> {
  eventId: string;
  /** The date of a series that is shown; null for other events and for runs. */
  originalStart: string | null;
  /** Opening hours over a run: one entry from its first to its last day. */
  isRun: boolean;
  city: City | undefined;
  category: string | undefined;
  mark: CalendarMark;
  /** Whether its page is public. */
  isListed: boolean;
}

const COLUMNS = {
  ...LIST_COLUMNS,
  schedule: events.schedule,
  status: events.status,
  isListed: events.isListed,
};
type Row = Omit<EventListRow, "localDay"> & {
  status: string;
  isListed: boolean;
  schedule: Schedule | null;
};
/** Dates of a series in a range at most. */
const DATES = 100;

/**
 * The user's saved and own events in a range, dated drafts included: one round trip, and another
 * for the dates of series. Events fall on the reader's days; all-day events keep their dates. Of a
 * series all dates are shown, or those that the user chose.
 * @param readerZone null when unknown: then days are those of each event's own zone
 */
export async function findOwnCalendar(
  { db, memo }: Pick<Deps, "db" | "memo">,
  actor: Actor | null,
  range: DayRange,
  readerZone: string | null,
): Promise<CalendarEvent[]> {
  assertCan(actor, "collection:manage");
  // Days are those of some zone, and no zone is further than a day from UTC.
  const from = Date.parse(`${addDays(range.first, -1)}T00:00:00Z`);
  const to = Date.parse(`${addDays(range.last, 2)}T00:00:00Z`);
  // The plus keeps the planner from walking all the events of these days instead of this person's
  // few.
  const isThen = sql`(${events.schedule} IS NOT NULL OR (+${events.startsAt} < ${to} AND +${events.endsAt} >= ${from}))`;
  const [saved, own, drafts] = await db.batch([
    db
      .selectDistinct(COLUMNS)
      .from(collections)
      .innerJoin(collectionEvents, eq(collectionEvents.collectionId, collections.id))
      .innerJoin(events, eq(events.id, collectionEvents.eventId))
      .where(and(eq(collections.ownerId, actor.id), eq(events.isListed, true), isThen))
      .limit(SHOWN),
    db
      .select(COLUMNS)
      .from(events)
      .where(
        and(
          eq(events.creatorId, actor.id),
          isNull(events.deletedAt),
          sql`+${events.status} <> 'rejected'`,
          isThen,
        ),
      )
      .limit(SHOWN),
    db
      .select({ id: eventDrafts.id, titleEn: eventDrafts.titleEn, values: eventDrafts.values })
      .from(eventDrafts)
      .where(eq(eventDrafts.creatorId, actor.id))
      .limit(SHOWN),
  ]);
  const cities = await citiesById({ db, memo });
  const bySlug = new Map([...cities.values()].map((city) => [city.slug, city]));
  const found = new Map<string, CalendarEvent>();
  const series = new Map<string, Schedule>();
  const daysOf = (times: TimedEvent) =>
    eventDays(times.allDay || readerZone === null ? times : { ...times, timeZone: readerZone });
  const take = (row: Row, mark: CalendarMark) => {
    const { first, last } = daysOf(row);
    if (row.schedule === null && (first > range.last || last < range.first)) return;
    const base = {
      eventId: row.id,
      originalStart: null,
      isRun: false,
      city: cities.get(row.cityId),
      category: row.categories[0],
      mark,
    };
    found.set(row.id, { ...row, first, last, ...base });
    if (row.schedule) series.set(row.id, row.schedule);
  };
  for (const row of saved) take(row as Row, "saved");
  for (const row of own as Row[])
    take(row, row.status === "approved" ? "own" : row.status === "draft" ? "draft" : "pending");
  for (const date of await datesOf({ db }, actor.id, [...series.keys()], { from, to })) {
    const event = found.get(date.eventId);
    const schedule = series.get(date.eventId);
    if (!event || !schedule || (event.mark === "saved" && !date.isChosen)) continue;
    const key =
      schedule.kind === "openingHours"
        ? `${event.eventId} run`
        : `${event.eventId} ${date.originalStart}`;
    const times = { startsAt: date.startsAt, endsAt: date.endsAt };
    const { first, last } = daysOf({ ...event, ...times });
    const run = found.get(key);
    // The days of a run are one entry.
    if (run) found.set(key, { ...run, last });
    else
      found.set(key, {
        ...event,
        ...times,
        id: key,
        first,
        last,
        originalStart: schedule.kind === "openingHours" ? null : date.originalStart,
        isRun: schedule.kind === "openingHours",
        lifecycle:
          event.lifecycle === "scheduled" && date.status !== "sold-out"
            ? date.status
            : event.lifecycle,
      });
  }
  for (const id of series.keys()) found.delete(id);
  for (const [id, { first, last }] of found)
    if (first > range.last || last < range.first) found.delete(id);
  for (const { id, titleEn, values } of drafts) {
    const city = bySlug.get(values.city ?? "");
    const timeZone = city?.timeZone ?? readerZone ?? USUAL_ZONE;
    const startsAt = values.startsAt === null ? null : instantOf(values.startsAt, timeZone);
    if (startsAt === null) continue;
    const endsAt = Math.max(
      startsAt,
      (values.endsAt === null ? null : instantOf(values.endsAt, timeZone)) ?? startsAt,
    );
    const times = { startsAt, endsAt, timeZone, allDay: values.allDay };
    const { first, last } = daysOf(times);
    if (first > range.last || last < range.first) continue;
    found.set(id, {
      ...times,
      id,
      eventId: id,
      originalStart: null,
      isRun: false,
      first,
      last,
      city,
      titleEn,
      titleFa: values.title.fa,
      venueEn: values.venue.en ?? "",
      venueFa: values.venue.fa,
      category: values.categories[0],
      lifecycle: "scheduled",
      mark: "draft",
      isListed: false,
    });
  }
  return [...found.values()].sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1));
}

/**
 * The dates of series in a range; `isChosen` where the user has chosen it, or none of the event's.
 */
async function datesOf(
  { db }: Pick<Deps, "db">,
  userId: string,
  ids: readonly string[],
  range: InstantRange,
) {
  if (ids.length === 0) return [];
  const [dates, chosen] = await db.batch([
    selectOccurrences(db, ids, range, DATES),
    db
      .select({ eventId: savedOccurrences.eventId, originalStart: savedOccurrences.originalStart })
      .from(savedOccurrences)
      .where(eq(savedOccurrences.userId, userId)),
  ]);
  return readOccurrences(dates).map((occurrence) => {
    const ofEvent = chosen.filter(({ eventId }) => eventId === occurrence.eventId);
    return {
      ...occurrence,
      isChosen:
        ofEvent.length === 0 ||
        ofEvent.some(({ originalStart }) => originalStart === occurrence.originalStart),
    };
  });
}

/** The days that an event covers, ISO 8601, inclusive. */
export interface PlacedSpan {
  id: string;
  first: string;
  last: string;
  /** Instants, for the order within a day. */
  startsAt: number;
}

/** A segment of a bar across days: whether it starts, ends or carries the label. */
export interface Piece<Event> {
  event: Event;
  begins: boolean;
  ends: boolean;
  /** On the first day of the week's bar, how many days of the week it covers; 0 on the others. */
  span: number;
}

/** A week's cells: for each day the lanes from the top; null is a gap below a bar of other days. */
type WeekLanes<Event> = (Piece<Event> | null)[][];

const isLater = (a: PlacedSpan, b: PlacedSpan) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1);

/**
 * Assigns a week's events to lanes, so that a bar keeps its lane over all its days. Multi-day bars
 * come first, then earlier starts.
 * @param days of one week, ISO 8601, in order
 * @param fillsGaps whether events of one day use the gaps between bars: only where they are as high
 * as a bar
 */
export function placeEvents<Event extends PlacedSpan>(
  days: readonly string[],
  events: readonly Event[],
  { fillsGaps = true } = {},
): WeekLanes<Event> {
  const [from = "", to = ""] = [days[0], days.at(-1)];
  const lanes: WeekLanes<Event> = days.map(() => []);
  const here = events.filter(({ first, last }) => first <= to && last >= from);
  const isBar = ({ first, last }: Event) => first !== last;
  for (const event of [
    ...here.filter(isBar).sort(isLater),
    ...here.filter((one) => !isBar(one)).sort(isLater),
  ]) {
    const covered = days.flatMap((day, index) =>
      day >= event.first && day <= event.last ? [index] : [],
    );
    let lane = fillsGaps || isBar(event) ? 0 : (lanes[covered[0] ?? 0]?.length ?? 0);
    while (covered.some((index) => lanes[index]?.[lane])) lane += 1;
    for (const index of covered) {
      const column = lanes[index] as (Piece<Event> | null)[];
      while (column.length < lane) column.push(null);
      const day = days[index];
      column[lane] = {
        event,
        begins: day === event.first,
        ends: day === event.last,
        span: index === covered[0] ? covered.length : 0,
      };
    }
  }
  return lanes;
}

export const LAYOUTS = ["month", "week", "agenda"] as const;

/**
 * Days that a calendar is turned to; events themselves are in the same years
 * (authoring/written-times).
 */
const YEAR_MIN = 1990;
const YEAR_MAX = 2100;

const Day = v.pipe(
  v.string(),
  v.transform(foldDigits),
  v.string(),
  v.isoDate(),
  v.check((day) => {
    const year = Number(day.slice(0, 4));
    return isDay(day) && year >= YEAR_MIN && year < YEAR_MAX;
  }),
);

const CalendarQuery = v.object({
  layout: v.fallback(v.picklist(LAYOUTS), "month"),
  date: v.fallback(v.nullable(Day), null),
  calendar: v.fallback(
    v.nullable(v.picklist(["jalali", "gregorian"] satisfies CalendarSystem[])),
    null,
  ),
});
type CalendarQuery = v.InferOutput<typeof CalendarQuery>;

/** Parses the query of My Calendar; ignores invalid values. */
export function parseCalendarQuery(params: URLSearchParams): CalendarQuery {
  return v.parse(CalendarQuery, {
    layout: params.get("layout"),
    date: params.get("date"),
    calendar: params.get("calendar"),
  });
}

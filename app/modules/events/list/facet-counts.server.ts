import { and, eq, gte, lt, sql } from "drizzle-orm";
import { eventFacets, events, facetCounts } from "../../../../db/schema";
import {
  dateParts,
  type InstantRange,
  localDay,
  type Reader,
  startOfDay,
} from "../../../lib/dates/dates.server";
import { addDays } from "../../../lib/dates/days";
import { DAY, HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { isListedBetween } from "../../../lib/event/schedule";
import { eventsInOrder } from "../event-columns.server";
import type { EventQuery } from "../schema";
import {
  categoriesIn,
  firstCategoryIn,
  LONGEST_DAYS,
  placesOf,
  rowsToJudge,
} from "./facet-walks.server";
import type { EventList } from "./list-events.server";
import type { Area, Filters } from "./list-filters.server";
import { type CategoryCounts, countsOfWalk, countWalk } from "./paginate-events.server";

/** How long an isolate may go on with older counts, ms. */
const STALENESS = 5_000;

/**
 * How many events are coming up in each category, in one city or everywhere. Read from counters,
 * never counted.
 */
export function facetCountsOf(
  { db, memo }: Pick<Deps, "db" | "memo">,
  cityId: string | null,
): Promise<Map<string, number>> {
  const prefix = categoryPrefix(cityId);
  return memo.get(`facet-counts:${prefix}`, STALENESS, async () =>
    countsByCategory(prefix, await readCounters(db, prefix)),
  );
}

const categoryPrefix = (cityId: string | null) =>
  cityId ? `city:${cityId}|category:` : "category:";

/** Statement: the counters of the facets with a prefix. */
const readCounters = (db: Deps["db"], prefix: string) =>
  db
    .select({ facet: facetCounts.facet, upcoming: facetCounts.upcoming })
    .from(facetCounts)
    .where(and(gte(facetCounts.facet, prefix), lt(facetCounts.facet, `${prefix}~`)));

const countsByCategory = (prefix: string, rows: readonly { facet: string; upcoming: number }[]) =>
  new Map(rows.map(({ facet, upcoming }) => [facet.slice(prefix.length), upcoming]));

/** Maximum number of cancelled events that are subtracted from counters one by one. */
const MOST_CANCELLED = 40;

/**
 * The numbers of `facetCountsOf` without cancelled events, in one round trip; null if more are
 * cancelled than `MOST_CANCELLED`.
 */
function uncancelledCountsOf({ db, memo }: Pick<Deps, "db" | "memo">, cityId: string | null) {
  const prefix = categoryPrefix(cityId);
  return memo.get(`uncancelled-counts:${prefix}`, STALENESS, async () => {
    const [counters, cancelled] = await db.batch([
      readCounters(db, prefix),
      db
        .select({ marks: eventFacets.marks })
        .from(eventFacets)
        .where(
          and(
            eq(eventFacets.facet, cityId ? `city:${cityId}|cancelled` : "cancelled"),
            eq(eventFacets.isOver, false),
            sql`is_next = 1`,
          ),
        )
        .limit(MOST_CANCELLED + 1),
    ]);
    if (cancelled.length > MOST_CANCELLED) return null;
    const counts = countsByCategory(prefix, counters);
    for (const name of cancelled.flatMap(({ marks }) => categoriesIn(marks)))
      counts.set(name, (counts.get(name) ?? 0) - 1);
    return counts;
  });
}

/** Whether a list has no other filters than a city, whose categories have counters. */
export const hasCategoryCounters = ({
  near,
  bounds,
  tag,
  traits,
  free,
  past,
  any,
  range,
}: Filters): boolean =>
  !near &&
  !bounds &&
  !tag &&
  traits.length === 0 &&
  !free &&
  !past &&
  !any &&
  range.from === undefined &&
  range.to === undefined;

/**
 * How many events the list would have in each category, under all its other filters: a category
 * that shows a number leads to that many. Without other filters than a city the numbers come from
 * counters.
 */
export async function categoryCountsOf(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  filters: Filters,
): Promise<CategoryCounts> {
  if (hasCategoryCounters(filters)) {
    const { cityId, asSearched } = filters;
    const of = await (asSearched ? uncancelledCountsOf : facetCountsOf)(deps, cityId);
    if (of !== null) return { of, isExact: true };
  }
  const asked: Filters = { ...filters, categories: [] };
  return countsOfWalk(await countWalk(deps, asked), asked, deps.clock.now()).categories;
}

/** How long an isolate may go on with older counts, ms. */
const KEPT_FOR = 30_000;
/** Rows that are read at most to count the dates of a list, one for each and those that judge it. */
const ROWS_OF_DATES = 250;
/** The same for a month's view, and for that of a search, which reads much itself. */
const ROWS_OF_MONTH = { listed: 320, searched: 220 };

/** How many events the list of each day has; no entry for a day that was not counted. */
export type DayCounts = ReadonlyMap<string, number>;

/**
 * How many events a list would have in each of some ranges of time, under all its filters but its
 * days: one walk over the dates to come. The numbers of strips, arches, months and "tonight" all come
 * from here, so that none differs from the list that it leads to.
 * @param ranges that may overlap
 * @param rows that are read at most
 * @returns undefined for a range that was not walked to its end
 */
export function rangeCountsOf(
  { db, memo, clock }: Pick<Deps, "db" | "memo" | "clock">,
  filters: Filters,
  ranges: readonly InstantRange[],
  rows = ROWS_OF_DATES,
): Promise<(number | undefined)[]> {
  const range = {
    from: Math.min(...ranges.map(({ from }) => from)),
    to: Math.max(...ranges.map(({ to }) => to)),
  };
  const asked: Filters = { ...filters, past: false, any: false, range };
  return memo.get(`range-counts:${JSON.stringify([asked, ranges])}`, KEPT_FOR, async () => {
    const now = clock.now();
    const { dates, reached } = await datesIn({ db, clock }, asked, rows);
    return ranges.map((one) =>
      one.to > reached ? undefined : listedIn(dates, one, now, asked).length,
    );
  });
}

/** A date to come of an event. */
interface ComingDate {
  id: string;
  startsAt: number;
  endsAt: number;
  marks: number;
  /** 1 for a date of the list, 0 for one that was looked at. */
  fits: number;
}

/**
 * The dates to come of a list, in order, and until when they are all there; UTC epoch ms.
 * @param rows that are read at most
 */
async function datesIn({ db, clock }: Pick<Deps, "db" | "clock">, filters: Filters, rows: number) {
  const most = Math.floor(rows / (1 + rowsToJudge(filters)));
  const places = placesOf(filters, clock.now(), most + 1, { perDay: "all", isJudging: true });
  const found = await db.all<ComingDate>(
    sql`SELECT id, startsAt, endsAt, marks, fits FROM ${places} AS counted`,
  );
  return {
    dates: found.filter(({ fits }) => fits === 1),
    // A date beyond the limit says that not all are there.
    reached: found.length > most ? (found.at(-1)?.startsAt ?? 0) : Number.POSITIVE_INFINITY,
  };
}

/** The events of the dates that the list of a range has, each once. */
function listedIn(
  rows: readonly ComingDate[],
  { from, to }: InstantRange,
  now: number,
  { asSearched }: Filters,
) {
  const listed = new Map<string, ComingDate>();
  for (const row of rows) {
    const { id, startsAt, endsAt } = row;
    // A day of one zone may be two of another, with a date of a series on each.
    const isListed = asSearched
      ? isListedBetween(row, from, to)
      : startsAt < to && startsAt >= from - LONGEST_DAYS * DAY && endsAt > from;
    if (isListed && endsAt > now && !listed.has(id)) listed.set(id, row);
  }
  return [...listed.values()];
}

/** An event on a day of a month. */
export interface MonthDate {
  id: string;
  /** Its first category. */
  category: string | null;
}

/**
 * The same for a month, with the events.
 * @param days successive days of the zone
 * @returns undefined for a day that was not walked to its end
 */
export async function monthDatesOf(
  { db, memo, clock }: Pick<Deps, "db" | "memo" | "clock">,
  filters: Filters,
  days: readonly string[],
  timeZone: string,
  isSearched: boolean,
): Promise<Map<string, MonthDate[] | undefined>> {
  const ranges = days.map((day) => dayRange(day, timeZone));
  const range = { from: ranges[0]?.from ?? 0, to: ranges.at(-1)?.to ?? 0 };
  const asked: Filters = { ...filters, past: false, any: false, range };
  return memo.get(
    `month-dates:${JSON.stringify([asked, days, isSearched])}`,
    KEPT_FOR,
    async () => {
      const now = clock.now();
      const { dates, reached } = await datesIn(
        { db, clock },
        asked,
        ROWS_OF_MONTH[isSearched ? "searched" : "listed"],
      );
      return new Map(
        days.map((day, index) => {
          const one = ranges[index];
          return [
            day,
            !one || one.to > reached
              ? undefined
              : listedIn(dates, one, now, asked).map(({ id, marks }) => ({
                  id,
                  category: firstCategoryIn(marks),
                })),
          ] as const;
        }),
      );
    },
  );
}

/** Columns of what a month names. */
const NAMED = {
  id: events.id,
  titleEn: events.titleEn,
  titleFa: events.titleFa,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  runsUntil: events.runsUntil,
  timeZone: events.timeZone,
};
/** Events that a month names at most. */
const MOST_NAMED = 40;

/**
 * What a month names: exhibitions and other events that go on for days, and on each day one that is
 * on no other.
 */
export async function namedInMonth(
  { db, memo }: Pick<Deps, "db" | "memo">,
  dates: ReadonlyMap<string, readonly MonthDate[] | undefined>,
) {
  const daysOf = new Map<string, string[]>();
  for (const [day, found] of dates)
    for (const { id } of found ?? []) daysOf.set(id, [...(daysOf.get(id) ?? []), day]);
  const long = [...daysOf]
    .filter(([, days]) => days.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([id]) => id);
  const single = [...dates.values()].flatMap(
    (found) => found?.find(({ id }) => daysOf.get(id)?.length === 1)?.id ?? [],
  );
  const ids = [...long.slice(0, MOST_NAMED - single.length), ...single].slice(0, MOST_NAMED);
  const rows = await memo.get(`month-names:${ids.join()}`, KEPT_FOR, () =>
    eventsInOrder(db, NAMED, ids, null),
  );
  const categoryOf = new Map(
    [...dates.values()].flatMap((found) => found ?? []).map((one) => [one.id, one.category]),
  );
  return rows.map((row) => ({
    ...row,
    category: categoryOf.get(row.id) ?? null,
    days: daysOf.get(row.id) ?? [],
    /** Of what goes on; null for one day, and for a series. */
    lastDay:
      row.runsUntil !== null || row.endsAt - row.startsAt >= DAY
        ? localDay((row.runsUntil ?? row.endsAt) - 1, row.timeZone)
        : null,
  }));
}

/**
 * The same for days.
 * @param days of the zone, YYYY-MM-DD
 */
export async function dayCountsOf(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  filters: Filters,
  days: readonly string[],
  timeZone: string,
): Promise<DayCounts> {
  const counts = await rangeCountsOf(
    deps,
    filters,
    days.map((day) => dayRange(day, timeZone)),
  );
  return new Map(
    days.flatMap((day, index) => {
      const count = counts[index];
      return count === undefined ? [] : [[day, count]];
    }),
  );
}

/** A day of a zone, from midnight to midnight. */
export const dayRange = (day: string, timeZone: string): InstantRange => ({
  from: startOfDay(day, timeZone),
  to: startOfDay(addDays(day, 1), timeZone),
});

/** Days on top of a list. */
const STRIP_DAYS = 14;
/** Nights last this long past midnight at most, ms. */
const NIGHT = 6 * HOUR;

/** Days that a list is narrowed to, both inclusive. */
export interface ChosenDays {
  first: string;
  last: string;
}

/** The days of the strip, from today on. */
export const stripDays = (now: number, { timeZone }: Area): string[] => {
  const today = localDay(now, timeZone);
  return Array.from({ length: STRIP_DAYS }, (_, index) => addDays(today, index));
};

/**
 * The days that a list is narrowed to, by its address or its words; null for all to come, and for a
 * range without an end.
 */
export function chosenDays({
  request,
  area,
}: Pick<EventList, "request" | "area">): ChosenDays | null {
  const { past, range } = request.filters;
  if (past || range.from === undefined || range.to === undefined) return null;
  const first = localDay(range.from, area.timeZone);
  const last = localDay(Math.max(range.from, range.to - NIGHT), area.timeZone);
  return { first, last };
}

/** A query without its days. */
export const withoutDays = (query: EventQuery): EventQuery => ({
  ...query,
  when: null,
  from: null,
  to: null,
  cursor: null,
});

/**
 * The counts of the strip. They follow every filter but the day. A search by words has none: it
 * reads them more loosely in a day of few matches.
 */
export async function stripCounts(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  { filters, area }: Pick<EventList, "filters" | "area">,
): Promise<DayCounts> {
  const days = stripDays(deps.clock.now(), area);
  return filters ? dayCountsOf(deps, filters, days, area.timeZone) : new Map();
}

/** "17 – 23 November", "30 November – 3 December", "18 November". */
export function rangeText({ first, last }: ChosenDays, reader: Reader): string {
  const [from, to] = [first, last].map((day) => dateParts(startOfDay(day, "UTC"), "UTC", reader));
  if (!from || !to) return "";
  if (first === last) return `${from.day} ${from.month}`;
  return `${from.day}${from.month === to.month ? "" : ` ${from.month}`} – ${to.day} ${to.month}`;
}

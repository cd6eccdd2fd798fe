import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "../../../../db/client";
import { events } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { distanceFrom, type Position } from "../../../lib/geo/geo";
import { decodeCursor, encodeCursor, foreignCursor } from "../../../lib/http/cursor";
import {
  type EventColumns,
  type EventRow,
  eventsInOrder,
  type ListedDate,
  type RowOf,
} from "../event-columns.server";
import { type EventQuery, SORTS, type Sort } from "../schema";
import { categoriesIn, isJudged, placesOf, rowsToJudgeOnce } from "./facet-walks.server";
import type { Filters } from "./list-filters.server";

/** Number of events before the page, for display only. */
const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000));

const Parts = v.union([
  v.strictTuple([
    v.literal("date"),
    v.pipe(v.number(), v.safeInteger()),
    v.pipe(v.string(), v.maxLength(40)),
    Count,
  ]),
  v.strictTuple([
    v.picklist(SORTS),
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)),
  ]),
]);

/** Where a page of events begins: after an event, or at an offset of a ranked list. */
type Place =
  | { kind: "date"; startsAt: number; id: string; before: number }
  | { kind: Sort; offset: number };

/** Where the next page of events begins, as opaque text for a URL. */
export const encodePlace = (place: Place): string =>
  encodeCursor(
    "id" in place ? ["date", place.startsAt, place.id, place.before] : [place.kind, place.offset],
  );

/** @throws AppError("bad-request") for text that is not ours, or that belongs to another order */
export function decodePlace(text: string, sort: Sort): Place {
  const parts = decodeCursor(Parts, text);
  if (parts[0] === sort && parts.length === 4)
    return { kind: "date", startsAt: parts[1], id: parts[2], before: parts[3] };
  if (parts[0] === sort && parts.length === 2) return { kind: sort, offset: parts[1] };
  throw foreignCursor();
}

/** Rows that are read at most to count a list whose events are judged one by one. */
const ROWS_OF_JUDGED = 140;
/** Counting stops here, so that a list reads at most five rows for each it shows. */
const MAX_COUNTED_EVENTS = 70;

/** How many events are looked at to count a list without a counter. */
const lookedAt = (filters: Filters, now: number): number =>
  isJudged(filters, now)
    ? Math.floor(ROWS_OF_JUDGED / (1 + rowsToJudgeOnce(filters, now)))
    : MAX_COUNTED_EVENTS;

interface CountedEvent {
  marks: number;
  /** 1 for an event of the list, 0 for one that was looked at. */
  fits: number;
}

/** Statement: a walk that counts a list and its categories. */
export const countWalk = ({ db, clock }: Pick<Deps, "db" | "clock">, filters: Filters) => {
  const now = clock.now();
  const places = placesOf(filters, now, lookedAt(filters, now) + 1, { isJudging: true });
  // Counted in the isolate: a count in SQL reads each row again.
  return db
    .select({ marks: sql<number>`marks`.as("marks"), fits: sql<number>`fits`.as("fits") })
    .from(sql`${places} AS counted`);
};

/** What a walk has counted; its total is not stated beyond what was looked at. */
export function countsOfWalk(rows: readonly CountedEvent[], filters: Filters, now: number) {
  const counts = new Map<string, number>();
  const fitting = rows.filter(({ fits }) => fits === 1);
  for (const { marks } of fitting)
    for (const category of categoriesIn(marks))
      counts.set(category, (counts.get(category) ?? 0) + 1);
  const isExact = rows.length <= lookedAt(filters, now);
  return {
    total: isExact ? fitting.length : Math.min(fitting.length, MAX_COUNTED_EVENTS),
    isExact,
    categories: { of: counts, isExact },
  };
}

/** How many events of a list are in each category. */
export interface CategoryCounts {
  of: Map<string, number>;
  /** False where counting stopped early: there may be more in each, and in others. */
  isExact: boolean;
}

/** A page of a list. */
export interface ListPage<Row> {
  events: Row[];
  /** Number of events before this page. */
  before: number;
  total: number;
  /** False where counting stopped early: there are more than `total`. */
  totalIsExact: boolean;
  nextCursor: string | null;
  /** What the walk that counted the list says of its categories. */
  categories?: CategoryCounts | null;
  /** The cursor behind so many of the page's events. */
  cursorAfter(count: number): string | null;
}

/** The cursor of a list by date behind an event. @param before events up to it, with it */
export const cursorBehind = (
  { startsAt, id }: { startsAt: number; id: string },
  before: number,
): string => encodePlace({ kind: "date", startsAt, id, before });

/** Orders other than by date are made of so many events at most. */
export const RANKED = 300;

/** Columns for ordering; the others are read for shown events only. */
export const RANKING_COLUMNS = {
  id: events.id,
  startsAt: events.startsAt,
  localDay: events.localDay,
  latitude: events.latitude,
  longitude: events.longitude,
  popularity: events.popularity,
  isFeatured: events.isFeatured,
};
export type RankedEventRow = Pick<EventRow, keyof typeof RANKING_COLUMNS>;

/** Compares places in a list by date. */
export const byStart = (
  a: { id: string; startsAt: number },
  b: { id: string; startsAt: number },
): number => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1);

/** Sorts events in an order that no index has. */
export function inOrder(
  found: readonly RankedEventRow[],
  sort: Sort,
  center: Position | null,
): RankedEventRow[] {
  return [...found].sort((a, b) => {
    if (sort === "date") return byStart(a, b);
    if (sort === "distance" && center) return distanceFrom(center, a) - distanceFrom(center, b);
    return b.popularity - a.popularity || Number(b.isFeatured) - Number(a.isFeatured);
  });
}

/**
 * Number of events before a cursor's page. @throws AppError("bad-request") for a cursor of another
 * order
 */
export function offsetOf({ cursor }: EventQuery, sort: Sort): number {
  if (cursor === null) return 0;
  const place = decodePlace(cursor, sort);
  if (!("offset" in place)) throw foreignCursor();
  return place.offset;
}

/**
 * Reads a page of events.
 * @param ids ids of the list from the first event of the page on
 * @param dates the listed date of each series, by id
 */
export async function pageOf<Columns extends EventColumns>(
  db: Database,
  columns: Columns,
  ids: readonly string[],
  {
    query,
    sort,
    total,
    totalIsExact,
    dates,
  }: {
    query: EventQuery;
    sort: Sort;
    total: number;
    totalIsExact: boolean;
    dates: ReadonlyMap<string, ListedDate>;
  },
): Promise<ListPage<RowOf<Columns>>> {
  const before = offsetOf(query, sort);
  const end = before + query.limit;
  const cursorAfter = (count: number) => encodePlace({ kind: sort, offset: before + count });
  return {
    events: await eventsInOrder(db, columns, ids.slice(0, query.limit), dates),
    before,
    total,
    totalIsExact,
    nextCursor: total > end ? cursorAfter(query.limit) : null,
    cursorAfter,
  };
}

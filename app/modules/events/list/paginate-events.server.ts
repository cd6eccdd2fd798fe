import type { Database } from "../../../../db/client";
import { events } from "../../../../db/schema";
import { distanceKm, type Position } from "../../../lib/geo/geo";
import { foreignCursor } from "../../../lib/http/cursor";
import {
  type EventColumns,
  type EventRow,
  eventsInOrder,
  type ListedDate,
  type RowOf,
} from "../event-columns.server";
import type { EventQuery, Sort } from "../schema";
import { decodePlace, encodePlace } from "./cursor";

/** A page of a list. */
export interface ListPage<Row> {
  events: Row[];
  /** Number of events before this page. */
  before: number;
  total: number;
  /** False where counting stopped early: there are more than `total`. */
  totalIsExact: boolean;
  nextCursor: string | null;
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

/** km; an event without a position comes last. */
export function distanceFrom(
  center: Position,
  { latitude, longitude }: Pick<EventRow, "latitude" | "longitude">,
): number {
  return latitude === null || longitude === null
    ? Number.POSITIVE_INFINITY
    : distanceKm(center, { latitude, longitude });
}

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

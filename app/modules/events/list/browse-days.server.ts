import { dateParts, localDay, type Reader, startOfDay } from "../../../lib/dates/dates.server";
import { addDays } from "../../../lib/dates/days";
import { HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import type { EventQuery } from "../schema";
import { type DayCounts, dayCountsOf, dayCountsOfStarts } from "./facet-counts.server";
import { type EventList, listEvents } from "./list-events.server";
import type { Area } from "./list-filters.server";

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
 * The counts of the strip. They follow every filter but the day. A search by words that name a day
 * has none: what else it would find is not known.
 */
export async function stripCounts(
  deps: Pick<Deps, "db" | "memo" | "clock" | "meaning">,
  query: EventQuery,
  list: EventList,
): Promise<DayCounts> {
  const now = deps.clock.now();
  const { timeZone } = list.area;
  const days = stripDays(now, list.area);
  if (list.filters) return dayCountsOf(deps, list.filters, days, timeZone);
  const isOfDays = query.when !== null || query.from !== null || query.to !== null;
  if (list.understood.some(({ kind }) => kind === "when" || kind === "near")) return new Map();
  const { starts, totalIsExact, exactTotal } = isOfDays
    ? await listEvents(deps, { ...withoutDays(query), limit: 1 })
    : list;
  return starts && totalIsExact && starts.length === exactTotal
    ? dayCountsOfStarts(starts, days, timeZone, now)
    : new Map();
}

/** "17 – 23 November", "30 November – 3 December", "18 November". */
export function rangeText({ first, last }: ChosenDays, reader: Reader): string {
  const [from, to] = [first, last].map((day) => dateParts(startOfDay(day, "UTC"), "UTC", reader));
  if (!from || !to) return "";
  if (first === last) return `${from.day} ${from.month}`;
  return `${from.day}${from.month === to.month ? "" : ` ${from.month}`} – ${to.day} ${to.month}`;
}

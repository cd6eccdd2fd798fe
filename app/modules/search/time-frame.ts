import { addDays, daysBetween } from "../../lib/dates/days";
import { DAY, HOUR, MINUTE } from "../../lib/dates/durations";
import { isListedBetween, SHORT_EVENT } from "../../lib/event/schedule";
import { facetWord, seriesDates } from "./search-document";
import { firstRowid } from "./search-rowid";
import {
  isAtTimes,
  localDayOf,
  type SeriesDate,
  type StartTimes,
  weekdaysOf,
} from "./series-dates";

/** A row of the index for ranking. */
export interface FoundRow {
  rowid: number;
  eventId: string;
  /** UTC epoch ms, to the minute. */
  startsAt: number;
  endsAt: number;
  isFeatured: boolean;
  document: string;
  /** Of a series: the local day of the date whose times the row has. */
  day?: string;
}

/** Requested time, UTC epoch ms. Without `from`: events that are not over. */
export interface TimeFrame {
  from?: number;
  /** Exclusive. */
  to?: number;
  includePast: boolean;
  /** Only events that are over. */
  onlyPast?: boolean;
  now: number;
}

/** A range of the index, which is ordered by start. */
export interface Stretch {
  low: number;
  high: number;
  latestFirst: boolean;
  /** Facets required in addition to the filters: of each list any one. */
  facets: readonly (readonly string[])[];
  /** Whether it holds series that only their dates place in the frame. */
  isByDates?: boolean;
}

/** Ranges up to this length find series by the words of their days, ms. */
const SHORT_RANGE = 7 * DAY;
/** Days ahead with a word of their own. */
const NAMED_AHEAD = 62 * DAY;
/** The zones furthest from UTC, ms. */
const FURTHEST = { west: 12 * HOUR, east: 14 * HOUR };

/** Words of series that may have a date in a range; their dates decide. */
function seriesWords({ from = 0, to, now }: TimeFrame): string[] {
  if (to === undefined || to - from > SHORT_RANGE || to > now + NAMED_AHEAD)
    return [facetWord.several];
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const [first, last] = [dayOf(from - FURTHEST.west), dayOf(to - 1 + FURTHEST.east)];
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, days) =>
    facetWord.day(addDays(first, days)),
  );
}

/** Longest duration considered when looking for events that are still on, ms. */
const LONGEST_EVENT = 400 * DAY;

/** Stretches that cover a time frame, the largest first. */
export function stretchesOf(frame: TimeFrame): [Stretch, ...Stretch[]] {
  const { from, to, includePast, onlyPast, now } = frame;
  const high = to === undefined ? Number.MAX_SAFE_INTEGER : firstRowid(to + MINUTE - 1);
  const upToNow = firstRowid(now);
  if (onlyPast) {
    const [first, last] = [
      firstRowid((from ?? LONGEST_EVENT) - LONGEST_EVENT),
      Math.min(high, firstRowid(now + MINUTE - 1)),
    ];
    return [
      { low: first, high: last, latestFirst: true, facets: [[facetWord.over]] },
      // Over, but not yet marked by the hourly job.
      { low: first, high: last, latestFirst: true, facets: [[facetWord.current]] },
    ];
  }
  const current = includePast ? [] : [[facetWord.current]];
  if (from !== undefined) {
    const low = firstRowid(from);
    return [
      { low, high, latestFirst: false, facets: current },
      // Long events that are still on, and series with a later date in the range.
      {
        low: firstRowid(Math.min(from, now) - LONGEST_EVENT),
        high: Math.min(low, high),
        latestFirst: true,
        facets: [...current, [facetWord.long, ...seriesWords(frame)]],
        isByDates: true,
      },
    ];
  }
  if (!includePast)
    return [{ low: firstRowid(now - LONGEST_EVENT), high, latestFirst: false, facets: current }];
  return [
    { low: upToNow, high, latestFirst: false, facets: [] },
    { low: 0, high: Math.min(upToNow, high), latestFirst: true, facets: [] },
  ];
}

/**
 * Whether a row is within the frame: over or not as requested, and not ended before the frame
 * begins.
 */
export function isInFrame(
  row: Pick<FoundRow, "endsAt">,
  { from, includePast, onlyPast, now }: TimeFrame,
): boolean {
  if (onlyPast && row.endsAt > now) return false;
  return (includePast || onlyPast || row.endsAt > now) && (from === undefined || row.endsAt > from);
}

/**
 * The row of a series by its first date that a search asks for; null if none fits. Other rows are
 * returned unchanged, but those of long events whose days of that name are over, and so are all rows
 * of past events, whose last date is the only one in the index.
 */
export function atAskedDate(
  row: FoundRow,
  { from, to, includePast, onlyPast, now }: TimeFrame,
  times: StartTimes | undefined,
): FoundRow | null {
  if (onlyPast) return row;
  const isAsked = (date: SeriesDate) =>
    (includePast || date.endsAt > now) &&
    isListedBetween(date, from ?? 0, to ?? Number.POSITIVE_INFINITY) &&
    (!times || isAtTimes(date, times));
  const dates = seriesDates(row.document, Math.max(includePast ? 0 : now, from ?? 0), now);
  if (!dates)
    return includePast || isOnWeekdays(row, times, Math.max(now, from ?? now), to) ? row : null;
  for (const date of dates)
    if (isAsked(date))
      return { ...row, startsAt: date.startsAt, endsAt: date.endsAt, day: localDayOf(date) };
  return null;
}

/** Whether a long event is on at the weekdays of a search, from a time on; others are by the index. */
function isOnWeekdays(
  { startsAt, endsAt }: FoundRow,
  times: StartTimes | undefined,
  from: number,
  to = Number.POSITIVE_INFINITY,
): boolean {
  const { weekdays, offset = 0 } = times ?? {};
  if (!weekdays || endsAt - startsAt <= SHORT_EVENT) return true;
  const rest = { startsAt: Math.max(startsAt, from), endsAt: Math.min(endsAt, to), offset };
  return weekdaysOf(rest).some((weekday) => weekdays.includes(weekday));
}

import type { InstantRange } from "../../lib/dates/dates.server";

/** How many events there are on a day; `exact` is false where there are more. */
export interface DayCount {
  count: number;
  exact: boolean;
}

/** The result of a bounded scan of upcoming events. */
export interface DayWalk {
  /** Events found for each day. */
  counts: readonly number[];
  /** Events walked in all. */
  walked: number;
  /** Start of the last one, UTC epoch ms; null where there was none. */
  reached: number | null;
}

/**
 * Reads the counts of a walk that may have stopped at its limit: days behind the place where it stopped hold more
 * than was seen, and no day says a number above `most`, where the list of events stops counting too.
 */
export function countDays(days: readonly InstantRange[], { counts, walked, reached }: DayWalk, limit: number, most: number): DayCount[] {
  const stoppedAt = walked >= limit ? (reached ?? 0) : Number.POSITIVE_INFINITY;
  return days.map(({ to }, index) => {
    const found = counts[index] ?? 0;
    return { count: Math.min(found, most), exact: found <= most && to <= stoppedAt };
  });
}

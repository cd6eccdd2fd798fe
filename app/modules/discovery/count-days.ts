import type { InstantRange } from "../../lib/dates/dates.server";

/** The number of events of a day; `exact` is false for a lower bound. */
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
  /** Start of the last event, UTC epoch ms; null for none. */
  reached: number | null;
}

/**
 * Interprets the counts of a scan that may have stopped early: later days hold more than counted,
 * and no day shows more than `most`, where the event list stops counting too.
 */
export function countDays(
  days: readonly InstantRange[],
  { counts, walked, reached }: DayWalk,
  limit: number,
  most: number,
): DayCount[] {
  const stoppedAt = walked >= limit ? (reached ?? 0) : Number.POSITIVE_INFINITY;
  return days.map(({ to }, index) => {
    const found = counts[index] ?? 0;
    return { count: Math.min(found, most), exact: found <= most && to <= stoppedAt };
  });
}

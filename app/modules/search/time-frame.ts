import { DAY, MINUTE } from "../../lib/dates/durations";
import { facetWord } from "./search-document";
import { firstRowid } from "./search-rowid";

/** A row of the index for ranking. */
export interface FoundRow {
  rowid: number;
  eventId: string;
  endsAt: number;
  isFeatured: boolean;
  document: string;
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
  /** Facets required in addition to the filters. */
  facets: readonly string[];
}

/** Longest duration considered when looking for events that are still on, ms. */
const LONGEST_EVENT = 400 * DAY;

/** Stretches that cover a time frame, the largest first. */
export function stretchesOf({ from, to, includePast, onlyPast, now }: TimeFrame): [Stretch, ...Stretch[]] {
  const high = to === undefined ? Number.MAX_SAFE_INTEGER : firstRowid(to + MINUTE - 1);
  const upToNow = firstRowid(now);
  if (onlyPast) {
    const [first, last] = [firstRowid((from ?? LONGEST_EVENT) - LONGEST_EVENT), Math.min(high, firstRowid(now + MINUTE - 1))];
    return [
      { low: first, high: last, latestFirst: true, facets: [facetWord.over] },
      // Over, but not yet marked by the hourly job.
      { low: first, high: last, latestFirst: true, facets: [facetWord.current] },
    ];
  }
  const current = includePast ? [] : [facetWord.current];
  if (from !== undefined) {
    const low = firstRowid(from);
    return [
      { low, high, latestFirst: false, facets: current },
      { low: firstRowid(from - LONGEST_EVENT), high: Math.min(low, high), latestFirst: true, facets: [...current, facetWord.long] },
    ];
  }
  if (!includePast) return [{ low: firstRowid(now - LONGEST_EVENT), high, latestFirst: false, facets: current }];
  return [
    { low: upToNow, high, latestFirst: false, facets: [] },
    { low: 0, high: Math.min(upToNow, high), latestFirst: true, facets: [] },
  ];
}

/** Whether a row is within the frame: over or not as requested, and not ended before the frame begins. */
export function isInFrame(row: Pick<FoundRow, "endsAt">, { from, includePast, onlyPast, now }: TimeFrame): boolean {
  if (onlyPast && row.endsAt > now) return false;
  return (includePast || onlyPast || row.endsAt > now) && (from === undefined || row.endsAt > from);
}

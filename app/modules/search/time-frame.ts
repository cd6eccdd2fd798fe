import { DAY, MINUTE } from "../../lib/dates/durations";
import { facetWord } from "./search-document";
import { firstRowid } from "./search-rowid";

/** A row of the index as ranking reads it. */
export interface FoundRow {
  rowid: number;
  eventId: string;
  endsAt: number;
  isFeatured: boolean;
  document: string;
}

/** Which events are asked for by time; all UTC epoch ms. Without `from`: what is not over. */
export interface TimeFrame {
  from?: number;
  /** Exclusive. */
  to?: number;
  includePast: boolean;
  /** Only what is over. */
  onlyPast?: boolean;
  now: number;
}

/** A stretch of the index, which is in order of start. */
export interface Stretch {
  low: number;
  high: number;
  latestFirst: boolean;
  /** Facets that its events have besides the filters. */
  facets: readonly string[];
}

/** Bounds how far back a look for what is still on goes. */
const LONGEST_EVENT = 400 * DAY;

/** The stretches in which events of a frame stand; the first one holds most. */
export function stretchesOf({ from, to, includePast, onlyPast, now }: TimeFrame): [Stretch, ...Stretch[]] {
  const high = to === undefined ? Number.MAX_SAFE_INTEGER : firstRowid(to + MINUTE - 1);
  const upToNow = firstRowid(now);
  if (onlyPast) {
    const [first, last] = [firstRowid((from ?? LONGEST_EVENT) - LONGEST_EVENT), Math.min(high, firstRowid(now + MINUTE - 1))];
    return [
      { low: first, high: last, latestFirst: true, facets: [facetWord.over] },
      // Over, and not yet marked so by the hourly job.
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

/** False for what is over (or is not, where that is asked for), or was before the frame begins. */
export function isInFrame(row: Pick<FoundRow, "endsAt">, { from, includePast, onlyPast, now }: TimeFrame): boolean {
  if (onlyPast && row.endsAt > now) return false;
  return (includePast || onlyPast || row.endsAt > now) && (from === undefined || row.endsAt > from);
}

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
const LONGEST_EVENT = 400 * 86_400_000;
const MINUTE = 60_000;

/** The stretches in which events of a frame stand; the first one holds most. */
export function stretchesOf({ from, to, includePast, now }: TimeFrame): [Stretch, ...Stretch[]] {
  const high = to === undefined ? Number.MAX_SAFE_INTEGER : firstRowid(to + MINUTE - 1);
  const upToNow = firstRowid(now);
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

/** False for what is over, or was before the frame begins. */
export function isInFrame(row: Pick<FoundRow, "endsAt">, { from, includePast, now }: TimeFrame): boolean {
  return (includePast || row.endsAt > now) && (from === undefined || row.endsAt > from);
}

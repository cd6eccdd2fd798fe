import { type Ranker, rank } from "./rank-documents";
import { startOfRowid } from "./search-rowid";
import { type FoundRow, isInFrame, type TimeFrame } from "./time-frame";

/** Results of a better tier come first, whatever their score. */
export const TIER = { allWords: 0, loosened: 1, mostWords: 2 } as const;

/** Which of the filters that were understood from the words a result surely passes: all, all but the category, none. */
export const FILTERED = { wholly: 0, butCategory: 1, not: 2 } as const;

/** One way of reading the query, and what it has found. */
export interface Pass {
  tier: number;
  /** One of `FILTERED`. */
  filtered: number;
  /** True where its rows have all words and pass all filters. */
  isExact: boolean;
  ranker: Ranker;
  frame: TimeFrame;
  /** `known`: indexes of the units that the index has found somewhere in each of these rows. */
  lists: readonly { rows: readonly FoundRow[]; known: readonly number[] }[];
  /** True where a list was read to its limit: there may be more. */
  isCut: boolean;
}

export interface Ranked {
  rowid: number;
  id: string;
  tier: number;
  /** One of `FILTERED`: that of the strictest pass that has found it. */
  filtered: number;
  isExact: boolean;
  score: number;
  /** True where names of the event hold a word of the query. */
  inNames: boolean;
  document: string;
}

/** All results of all passes in their final order, each once. */
export function rankPasses(passes: readonly Pass[]): Ranked[] {
  const best = new Map<number, Ranked>();
  for (const { tier, filtered, isExact, ranker, frame, lists } of passes) {
    for (const [row, known] of gather(lists)) {
      if (!isInFrame(row, frame)) continue;
      const { score, inNames } = rank(
        { startsAt: startOfRowid(row.rowid), isFeatured: row.isFeatured, document: row.document },
        ranker,
        known,
        frame,
      );
      const other = best.get(row.rowid);
      if (other) {
        other.isExact ||= isExact;
        other.filtered = Math.min(other.filtered, filtered);
      }
      if (other && (other.tier < tier || (other.tier === tier && other.score >= score))) continue;
      best.set(row.rowid, {
        rowid: row.rowid,
        id: row.eventId,
        tier,
        filtered: Math.min(filtered, other?.filtered ?? filtered),
        isExact: isExact || (other?.isExact ?? false),
        score,
        inNames,
        document: row.document,
      });
    }
  }
  return [...best.values()].sort((a, b) => a.tier - b.tier || b.score - a.score || a.rowid - b.rowid);
}

function gather(lists: Pass["lists"]): Iterable<[FoundRow, Set<number>]> {
  const all = new Map<number, [FoundRow, Set<number>]>();
  for (const { rows, known } of lists) {
    for (const row of rows) {
      const entry = all.get(row.rowid);
      if (entry) for (const unit of known) entry[1].add(unit);
      else all.set(row.rowid, [row, new Set(known)]);
    }
  }
  return all.values();
}

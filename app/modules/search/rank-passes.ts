import { rememberedFor } from "../../lib/runtime/remembered";
import { type Ranker, rank } from "./rank-documents";
import { facetWord } from "./search-document";
import { type FoundRow, isInFrame, type TimeFrame } from "./time-frame";

/** Tiers of results: a better tier comes first, whatever the score. */
export const TIER = { allWords: 0, loosened: 1, mostWords: 2 } as const;

/** Understood filters that a result is known to pass: all, all except the category, none. */
export const FILTERED = { wholly: 0, butCategory: 1, not: 2 } as const;

/** One reading of the query with its results. */
export interface Pass {
  tier: number;
  /** One of `FILTERED`. */
  filtered: number;
  /** Whether its rows match all words and pass all filters. */
  isExact: boolean;
  /** Made when it is asked for: many passes find nothing. */
  readonly ranker: Ranker;
  frame: TimeFrame;
  /** `known`: indexes of the units that the index matched anywhere in each row. */
  lists: readonly { rows: readonly FoundRow[]; known: readonly number[] }[];
  /** Whether a list reached its limit, so that more may exist. */
  isCut: boolean;
  /**
   * Number of all its events, at most one more than `COUNT_MAX`; null if a list reached its limit
   * uncounted. Right for exact passes.
   */
  total: number | null;
}

export interface Ranked {
  rowid: number;
  id: string;
  /** UTC epoch ms, to the minute. */
  startsAt: number;
  endsAt: number;
  /** Of a series: the local day of the date whose times these are. */
  day?: string;
  tier: number;
  /** One of `FILTERED`, from the strictest pass that found the event. */
  filtered: number;
  isExact: boolean;
  score: number;
  /** Words of the query, folded, that the event does not contain. */
  missing: readonly string[];
  document: string;
  /** Whether it is postponed or cancelled: those come last. */
  isOff: boolean;
}

const OFF = ` ${facetWord.off}\n`;

const rowsInFrame = ({ frame, lists }: Pass) =>
  [...gather(lists)].filter(([row]) => isInFrame(row, frame));

/** The rows of all passes without repetition, in no order: to count them needs no scores. */
export const matchedRows = (passes: readonly Pass[]): FoundRow[] => [
  ...new Map(
    passes.flatMap(rowsInFrame).map(([row]): [number, FoundRow] => [row.rowid, row]),
  ).values(),
];

/** The rows of a pass with their scores, which each round of a search ranks again. */
const scoredRows = rememberedFor((pass: Pass) => {
  const { frame } = pass;
  const rows = rowsInFrame(pass);
  if (rows.length === 0) return [];
  const { ranker } = pass;
  return rows.map(([row, known]) => ({ row, ...rank(row, ranker, known, frame) }));
});

/** The results of all passes in final order, without repetition. */
export function rankPasses(passes: readonly Pass[]): Ranked[] {
  const best = new Map<number, Ranked>();
  for (const pass of passes) {
    const { tier, filtered, isExact } = pass;
    for (const { row, score, missing } of scoredRows(pass)) {
      const { startsAt } = row;
      const other = best.get(row.rowid);
      if (other) {
        other.isExact ||= isExact;
        other.filtered = Math.min(other.filtered, filtered);
      }
      if (other && (other.tier < tier || (other.tier === tier && other.score >= score))) continue;
      best.set(row.rowid, {
        rowid: row.rowid,
        id: row.eventId,
        startsAt,
        endsAt: row.endsAt,
        ...(row.day === undefined ? null : { day: row.day }),
        tier,
        filtered: Math.min(filtered, other?.filtered ?? filtered),
        isExact: isExact || (other?.isExact ?? false),
        score,
        missing,
        document: row.document,
        isOff: row.document.includes(OFF),
      });
    }
  }
  return [...best.values()].sort(
    (a, b) =>
      Number(b.isExact) - Number(a.isExact) ||
      Number(a.isOff) - Number(b.isOff) ||
      a.tier - b.tier ||
      b.score - a.score ||
      a.rowid - b.rowid,
  );
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

import type { SQL } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { matchExpression, prefixExpression, type Scope, type SearchFilters, splitAtLast } from "./match-expression";
import type { Unit } from "./query-units";
import type { RankedUnit } from "./rank-documents";
import { findMatches, withCompletions } from "./search-statements.server";
import { type FoundRow, stretchesOf, type TimeFrame } from "./time-frame";

/** A way of reading a query. */
export interface Reading {
  units: readonly Unit[];
  filters: SearchFilters;
  frame: TimeFrame;
}

/** A list to read: its statement, and the units that its matches are known to have. */
export interface ListQuery {
  statement: ReturnType<typeof findMatches>;
  known: readonly number[];
  limit: number;
}

/** Rows read of each list, the soonest first. They bound the work, whatever the number of events. */
export const FIRST_READ = 60;
const LATER_READ = 30;
const MOST_WORDS_READ = 80;
/** Completions of a half-typed word that are looked for. */
const COMPLETIONS = 30;
/** The index keeps beginnings of words of so many letters. */
const INDEXED_PREFIX = 3;
const SHORTEST_PREFIX = 2;

const all = (units: readonly unknown[]) => units.map((_, index) => index);

/** Lists of what has all units. */
export function allWords(db: Database, { units, filters, frame }: Reading, scope: Scope, read = LATER_READ): ListQuery[] {
  return stretchesOf(frame).map((stretch) => ({
    statement: findMatches(db, matchExpression(units, scope, filters, stretch.facets), stretch, read),
    known: all(units),
    limit: read,
  }));
}

/** The beginning of a word that typing may not have finished, if the last unit can be one. */
export function prefixOf(units: readonly Unit[]): string | null {
  const last = units.at(-1);
  const word = last?.words.length === 1 ? last.words[0] : undefined;
  return word && word.length >= SHORTEST_PREFIX ? word : null;
}

/** Lists of what has all units, the last one only begun. */
export function completed(db: Database, { units, filters, frame }: Reading, prefix: string): ListQuery[] {
  return stretchesOf(frame).map((stretch) => {
    const [before, after] = splitAtLast(units, filters, stretch.facets);
    const expression: string | SQL =
      prefix.length <= INDEXED_PREFIX ? `${before}${prefixExpression(prefix)}${after}` : withCompletions(before, prefix, after, COMPLETIONS);
    return { statement: findMatches(db, expression, stretch, LATER_READ), known: all(units), limit: LATER_READ };
  });
}

/** Which units to look for together where all of them together find too little. */
export function combinations(count: number): number[][] {
  const units = [...Array(count).keys()];
  if (count < 2) return [];
  const singles = units.map((unit) => [unit]);
  const withoutOne = units.map((left) => units.filter((unit) => unit !== left));
  if (count === 2) return singles;
  const pairs = count > 3 ? units.flatMap((a) => units.filter((b) => b > a && (count === 4 || b === a + 1)).map((b) => [a, b])) : [];
  return [...withoutOne, ...pairs, ...singles];
}

/** Lists of what has most of the units. */
export function mostWords(db: Database, { units, filters, frame }: Reading): ListQuery[] {
  const [stretch, earlier] = stretchesOf(frame);
  const wanted = combinations(units.length);
  if (wanted.length === 0) return [];
  const limit = Math.max(Math.floor(MOST_WORDS_READ / wanted.length), 5);
  const lists = wanted.map((known): ListQuery => {
    const together = known.flatMap((index) => units[index] ?? []);
    const scope = known.length > 1 && known.length === units.length - 1 ? "everywhere" : "names";
    return { statement: findMatches(db, matchExpression(together, scope, filters, stretch.facets), stretch, limit), known, limit };
  });
  if (!earlier) return lists;
  const lasting = units.map((unit) => `(${matchExpression([unit], "names", filters, earlier.facets)})`).join(" OR ");
  return [...lists, { statement: findMatches(db, lasting, earlier, limit), known: [], limit }];
}

/** What a unit tells more that nothing else has. */
const RARE_BONUS = 0.8;

/** Units with what they tell: one that few events have tells more. `lists` are the answers of `mostWords`. */
export function weighedUnits(units: readonly Unit[], queries: readonly ListQuery[], lists: readonly FoundRow[][]): RankedUnit[] {
  return units.map((unit, index) => {
    const at = queries.findIndex(({ known }) => known.length === 1 && known[0] === index);
    const found = lists[at]?.length ?? 0;
    return { unit, weight: at < 0 ? 1 : 1 + RARE_BONUS * (1 - found / (queries[at]?.limit ?? 1)) };
  });
}

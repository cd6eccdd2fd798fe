import type { SQL } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { distanceKm } from "../../lib/geo/geo";
import {
  matchExpression,
  type PlaceFilter,
  prefixExpression,
  type Scope,
  type SearchFilters,
  splitAtLast,
} from "./match-expression";
import { completeUnit, type QueryUnit, selectingUnits } from "./query-units";
import type { RankedUnit } from "./rank-documents";
import {
  areExactWords,
  CANCELLED_MARK,
  DOCUMENT_FIELDS,
  type EventFacts,
  isInPriceRange,
  readFacts,
} from "./search-document";
import {
  type CountedEnds,
  type FoundList,
  findMatches,
  findMatchesAmong,
  findMatchingExpressions,
  withCompletions,
} from "./search-statements.server";
import { stem } from "./stem";
import { STOP_WORDS } from "./stop-words";
import {
  atAskedDate,
  type FoundRow,
  type Stretch,
  stretchesOf,
  type TimeFrame,
} from "./time-frame";

/** One reading of a query. */
export interface QueryReading {
  units: readonly QueryUnit[];
  filters: SearchFilters;
  frame: TimeFrame;
  /** What is read behind its lists: how many more match, whether any does, or nothing. */
  counted: "all" | "one" | "none";
}

/** A list to read: its statement, and the units that its matches contain. */
export interface ListQuery {
  statement: ReturnType<typeof findMatches>;
  known: readonly number[];
  limit: number;
  /**
   * The row, of a series by the date asked for; null unless it passes the filters that the index
   * limits only roughly.
   */
  toAsked: (row: FoundRow) => FoundRow | null;
  /** Whether its count has no cancelled events, not even those that the words name. */
  isUncancelled: boolean;
}

/** Decides prices, distances and the dates of series exactly. */
function rowsIn({
  filters: { price, place, times, uncancelled },
  frame,
}: QueryReading): Pick<ListQuery, "toAsked" | "isUncancelled"> {
  const toAsked: ListQuery["toAsked"] = (row) => {
    if (uncancelled && isCancelled(row.document) && !namesTitle(uncancelled, row.document))
      return null;
    const facts = price || place ? readFacts(row.document) : null;
    if (facts && price && !isInPriceRange(facts.price, facts.currency, price)) return null;
    return facts && place && !isAtPlace(place, facts, row.document)
      ? null
      : atAskedDate(row, frame, times);
  };
  return { toAsked, isUncancelled: uncancelled !== undefined };
}

export const isCancelled = (document: string) => document.includes(CANCELLED_MARK);

/** The share of a title's words that name the event. */
const NAMING = 0.75;

/** Whether words are nearly all of a document's title, in either language. */
function namesTitle(words: readonly string[], document: string): boolean {
  const stems = new Set(words.map(stem));
  return document
    .split("\n", 2)
    .map((title) => title.split(" ").filter((word) => word !== "" && !STOP_WORDS.has(word)))
    .some(
      (title) =>
        title.length > 0 &&
        title.filter((word) => stems.has(stem(word))).length >= title.length * NAMING,
    );
}

/** Whether a document's title has all words, in either language. */
export function isInTitle(words: readonly string[], document: string): boolean {
  const stems = words.map(stem);
  return document.split("\n", 2).some((title) => {
    const own = new Set(title.split(" ").map(stem));
    return stems.every((one) => own.has(one));
  });
}

/** Whether an event is within the circle of a place, or in a venue of its name. */
function isAtPlace(
  { center, radiusKm, names }: PlaceFilter,
  { latitude, longitude }: EventFacts,
  document: string,
): boolean {
  if (
    latitude !== null &&
    longitude !== null &&
    distanceKm(center, { latitude, longitude }) <= radiusKm
  )
    return true;
  const venue = new Set((document.split("\n")[DOCUMENT_FIELDS.indexOf("venue")] ?? "").split(" "));
  return names.some((name) => name.length > 0 && name.every((word) => venue.has(word)));
}

/** Whether a series may meet the words of times on different dates. */
const mixesDates = ({ filters: { times }, frame: { from, to } }: QueryReading) =>
  times !== undefined &&
  ((times.weekdays && times.slots) || from !== undefined || to !== undefined);

/** The ends of events within a time frame, to count them; null where only rows decide. */
function endsIn(reading: QueryReading, { isByDates }: Stretch): CountedEnds | null {
  const { price, place, cells, uncancelled } = reading.filters;
  const { from, includePast, onlyPast, now } = reading.frame;
  if (reading.counted === "none") return null;
  if ((price && !areExactWords(price)) || place || cells || isByDates || mixesDates(reading))
    return null;
  const how = { isBrief: reading.counted === "one", isUncancelled: uncancelled !== undefined };
  if (onlyPast) return { notAfter: now, after: from, ...how };
  return { after: includePast ? from : Math.max(now, from ?? now), ...how };
}

/** Rows read per list, soonest first; bounds the work. */
const FIRST_READ = 48;
/** The same for filters without words: nothing in the rows needs to be compared. */
const FILTERS_READ = 96;
export const LATER_READ = 30;
const MOST_WORDS_READ = 80;
/** Maximum completions of an unfinished word. */
const COMPLETIONS = 30;
/** Longest prefix that the index stores. */
const INDEXED_PREFIX = 3;
const SHORTEST_PREFIX = 2;

const pick = (units: readonly QueryUnit[], indexes: readonly number[]) =>
  indexes.flatMap((index) => units[index] ?? []);

/** Rows to read first. */
export const firstRead = ({ units }: QueryReading): number =>
  units.length > 0 ? FIRST_READ : FILTERS_READ;

/** Lists of events with all units. */
export function allWords(
  db: Database,
  reading: QueryReading,
  scope: Scope,
  read = LATER_READ,
): ListQuery[] {
  const { units, filters, frame } = reading;
  const known = selectingUnits(units);
  const asked = rowsIn(reading);
  return stretchesOf(frame).map((stretch) => ({
    statement: findMatches(
      db,
      matchExpression(pick(units, known), scope, filters, stretch.facets),
      stretch,
      read,
      endsIn(reading, stretch),
    ),
    known,
    limit: read,
    ...asked,
  }));
}

/** The last word, if it may be unfinished; null otherwise. */
function prefixOf(units: readonly QueryUnit[]): string | null {
  const last = units.at(-1);
  const word =
    last?.facets === undefined &&
    last?.words.length === 1 &&
    selectingUnits(units).includes(units.length - 1)
      ? last.words[0]
      : undefined;
  return word && word.length >= SHORTEST_PREFIX ? word : null;
}

/**
 * The units with the last word as the beginning of one, and that word; null and no units if it is
 * too short to complete.
 */
export function begunUnits({ units }: QueryReading): {
  prefix: string | null;
  begun: QueryReading["units"];
} {
  const prefix = prefixOf(units);
  return {
    prefix,
    begun: prefix
      ? units.map((unit, at) => (at === units.length - 1 ? completeUnit(unit, prefix) : unit))
      : [],
  };
}

/** Expression around the last word, which may be a prefix. */
const completedExpression = (
  [before, after]: ReturnType<typeof splitAtLast>,
  prefix: string,
): string | SQL =>
  prefix.length <= INDEXED_PREFIX
    ? `${before}${prefixExpression(prefix)}${after}`
    : withCompletions(before, prefix, after, COMPLETIONS);

/** Lists of events with all units, the last one by prefix. */
export function completed(db: Database, reading: QueryReading, prefix: string): ListQuery[] {
  const { units, filters, frame } = reading;
  const known = selectingUnits(units);
  const asked = rowsIn(reading);
  return stretchesOf(frame).map((stretch) => ({
    statement: findMatches(
      db,
      completedExpression(splitAtLast(pick(units, known), filters, stretch.facets), prefix),
      stretch,
      LATER_READ,
      endsIn(reading, stretch),
    ),
    known,
    limit: LATER_READ,
    ...asked,
  }));
}

/** Minimum number of units for a probe, which saves lists: each of them walks the index. */
const PROBED = 4;

/** What no upcoming event has: no list needs to look for it. */
export interface Unmatched {
  /** Whether no event has all units of the query, regardless of its filters and times. */
  all: boolean;
  /**
   * Groups of units of the loose reading, by index. No event has all units of a group within the
   * reading's filters and the first stretch of its times.
   */
  groups: readonly (readonly number[])[];
}

/** Of a query that was not probed. */
export const NOTHING_KNOWN: Unmatched = { all: false, groups: [] };

/** Whether no event has all units of the loose reading, wherever they stand. */
export const lacksSome = ({ frame }: QueryReading, { groups }: Unmatched): boolean =>
  groups.length > 0 && stretchesOf(frame).length === 1;

/** Whether a reading has many words and is limited to upcoming events. */
const isProbed = ({ units, frame }: QueryReading): boolean =>
  selectingUnits(units).length >= PROBED &&
  !frame.includePast &&
  !frame.onlyPast &&
  (frame.from ?? frame.now) >= frame.now;

/**
 * Expression of all units of a reading in their widest scope, without filters. The last unit may
 * be the beginning of a word.
 */
function widestExpression(reading: QueryReading, facets: Stretch["facets"]): string | SQL {
  const { prefix, begun } = begunUnits(reading);
  const units = prefix === null ? reading.units : begun;
  const selecting = pick(units, selectingUnits(units));
  return prefix === null
    ? matchExpression(selecting, "asked", {}, facets)
    : completedExpression(splitAtLast(selecting, {}, facets, "asked"), prefix);
}

/** Statement: what no upcoming event has of a query; null if a probe is of no use. */
export function findUnmatched(db: Database, strict: QueryReading, loose: QueryReading) {
  if (!isProbed(strict) || !isProbed(loose)) return null;
  const all = stretchesOf({ includePast: false, now: strict.frame.now })[0];
  const [first] = stretchesOf(loose.frame);
  const selecting = selectingUnits(loose.units);
  // Every second word: neighbouring words often occur together, and prove nothing.
  const halves = [0, 1].map((half) => selecting.filter((_, at) => at % 2 === half));
  return {
    statement: findMatchingExpressions(db, [
      [widestExpression(strict, all.facets), all],
      ...halves.map((units): [string, Stretch] => [
        matchExpression(pick(loose.units, units), "asked", loose.filters, first.facets),
        first,
      ]),
    ]),
    read([answer]: readonly { exist: string }[]): Unmatched {
      const [any, ...matched] = JSON.parse(answer?.exist ?? "[]") as number[];
      return { all: any === 0, groups: halves.filter((_, at) => matched[at] === 0) };
    },
  };
}

/** Subsets of units to search for, if all units together find too little; of more than four no pairs. */
function combinations(count: number): number[][] {
  const units = [...Array(count).keys()];
  if (count < 2) return [];
  const singles = units.map((unit) => [unit]);
  const withoutOne = units.map((left) => units.filter((unit) => unit !== left));
  if (count === 2) return singles;
  const pairs =
    count === 4 ? units.flatMap((a) => units.filter((b) => b > a).map((b) => [a, b])) : [];
  return [...withoutOne, ...pairs, ...singles];
}

/**
 * Lists of events with most of the units.
 * @param none groups of units that no event has together; their lists are left out
 */
export function mostWords(
  db: Database,
  reading: QueryReading,
  none: Unmatched["groups"] = [],
): ListQuery[] {
  const { units, filters, frame } = reading;
  const [stretch, earlier] = stretchesOf(frame);
  const selecting = selectingUnits(units);
  const wanted = combinations(selecting.length).map((combination) =>
    combination.map((index) => selecting[index] ?? 0),
  );
  if (wanted.length === 0) return [];
  const limit = Math.max(Math.floor(MOST_WORDS_READ / wanted.length), 5);
  const asked = rowsIn(reading);
  const isFound = (known: readonly number[]) =>
    !none.some((group) => group.every((unit) => known.includes(unit)));
  const lists = wanted.filter(isFound).map((known): ListQuery => {
    const together = pick(units, known);
    const scope = known.length > 1 && known.length === selecting.length - 1 ? "asked" : "names";
    return {
      statement: findMatches(
        db,
        matchExpression(together, scope, filters, stretch.facets),
        stretch,
        limit,
      ),
      known,
      limit,
      ...asked,
    };
  });
  if (!earlier) return lists;
  const lasting = pick(units, selecting)
    .map((unit) => `(${matchExpression([unit], "names", filters, earlier.facets)})`)
    .join(" OR ");
  return [
    ...lists,
    { statement: findMatches(db, lasting, earlier, limit), known: [], limit, ...asked },
  ];
}

/** Lists of the events among some that pass the filters; their words do not count. */
export function passing(db: Database, reading: QueryReading, ids: readonly string[]): ListQuery[] {
  const asked = rowsIn(reading);
  return stretchesOf(reading.frame).map((stretch) => ({
    statement: findMatchesAmong(
      db,
      matchExpression([], "names", reading.filters, stretch.facets),
      stretch,
      ids,
    ),
    known: [],
    limit: ids.length + 1,
    ...asked,
  }));
}

/** Maximum extra weight of a rare unit. */
const RARE_BONUS = 0.8;

const WEAK_WEIGHT = 0.35;
const weightOf = ({ isWeak }: QueryUnit) => (isWeak ? WEAK_WEIGHT : 1);

/** Units with their fixed weights. */
export const weighUnits = (units: readonly QueryUnit[]): RankedUnit[] =>
  units.map((unit) => ({ unit, weight: weightOf(unit) }));

/** Units weighted by rarity. `lists` are the results of `mostWords`. */
export function weighByRarity(
  units: readonly QueryUnit[],
  queries: readonly ListQuery[],
  lists: readonly FoundList[],
): RankedUnit[] {
  return units.map((unit, index) => {
    const at = queries.findIndex(({ known }) => known.length === 1 && known[0] === index);
    const found = lists[at]?.rows.length ?? 0;
    const rarity = at < 0 ? 0 : 1 - found / (queries[at]?.limit ?? 1);
    return { unit, weight: weightOf(unit) + RARE_BONUS * rarity };
  });
}

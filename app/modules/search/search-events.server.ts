import type { Database } from "../../../db/client";
import type { MeaningIndex } from "../../lib/deps";
import { SHORT_EVENT } from "../../lib/event/schedule";
import { categoryOfKind, type KnownName, type NameInQuery, occasionIn } from "./named-in-query";
import { FILTERED, type Pass, type Ranked, rankPasses, TIER } from "./rank-passes";
import type { Evidence } from "./read-query/correct-query";
import { partsOf, type ResultPart } from "./result-parts";
import { DOCUMENT_FIELDS, facetWord } from "./search-document";
import { readCorrected, readLast } from "./search-later-rounds.server";
import { isInTitle, passing, type QueryReading, weighUnits } from "./search-readings.server";
import {
  type Correction,
  countExact,
  NAME_MATCHES_MIN,
  passOf,
  RESULTS_MIN,
  type Readings,
  readFirst,
  readingsOf,
  readLooser,
  runAll,
  type SearchQuery,
  spellingsOfNames,
} from "./search-rounds.server";
import { orderInTimes } from "./series-dates";
import { replaceWords } from "./spelling";
import type { TimeFrame } from "./time-frame";

export interface SearchRequest extends SearchQuery, TimeFrame {
  limit: number;
  offset: number;
  /** Leaves out partial matches: for lists in another order than relevance, and for feeds. */
  exactOnly?: boolean;
  /** Stops after the first round: for words that a title is known to have. */
  isTitled?: boolean;
  /** Finds events by meaning too, if there are words. */
  meaning?: MeaningIndex;
  /** Searches for words as typed; `suggestion` then has what it would have corrected. */
  isLiteral?: boolean;
  /** Reads the query again with its mistyped words corrected; null without corrections. */
  reread?: (evidence: Evidence) => Reread | null;
}

/**
 * A query whose mistyped words were corrected by the reader: filters, layouts, joined words,
 * transliterations.
 */
export interface Reread extends SearchQuery {
  /** The query with the corrected words. */
  query: string;
  /**
   * Another layout or script: the words mean nothing as typed, so the query is this one even
   * without results.
   */
  isCertain: boolean;
}

export interface SearchResult {
  /** Event ids of this page, best first. */
  ids: string[];
  /**
   * The date of each series that the search asks for, by event id: its start, UTC epoch ms, and
   * local day.
   */
  dates: ReadonlyMap<string, { startsAt: number; day: string }>;
  /** Starts of the results by their ids, UTC epoch ms. */
  startOf: ReadonlyMap<string, number>;
  /** Number of results that paging reaches. */
  total: number;
  /**
   * Number of events that match all words and filters; the soonest of them come first in the
   * results.
   */
  exactTotal: number;
  /** False if more match than were counted. */
  totalIsExact: boolean;
  /** Parts of the results, in their order. */
  parts: ResultPart[];
  /** False if more events exist that match in part. */
  partsAreExact: boolean;
  matched: "all-words" | "most-words" | "typo" | "none";
  /** The query with corrected words. */
  correctedWords?: string;
  /** A literal query with its mistyped words corrected. */
  suggestion?: string;
  /** A known name in the query that no listed event has: it is no typing mistake. */
  knownName?: KnownName;
  /** Whether it is known that no upcoming event has all words, regardless of filters and times. */
  isUnmatched: boolean;
  /** Whether the words that were read as filters are a part of a title: "kitchen without borders". */
  isTitle: boolean;
  /**
   * The query of `reread`, if it was used: its filters apply to the results and to `narrowedBy`.
   */
  rereadAs?: string;
  /**
   * Understood filters that apply to the results: if few or no events pass them, their words count
   * as words.
   */
  narrowedBy: "all" | "all-but-category" | "none";
}

/**
 * Searches the listed events: first all words, then most words. One D1 round trip if that finds
 * enough, two if not, and one or two more for a mistyped or misunderstood query. Limits on the
 * lists bound the rows read, whatever the number of events.
 */
export async function searchEvents(db: Database, input: SearchRequest): Promise<SearchResult> {
  const { from, onlyPast, now } = input;
  let readings = readingsOf(input, now);
  const { meaning, isLiteral, exactOnly, understood } = input;
  const near =
    meaning && input.words !== "" && !isLiteral && !exactOnly
      ? findByMeaning(db, meaning, understood?.allWords || input.words, readings)
      : [];
  let { pass, unmatched, titled } = await readFirst(db, readings, "same");
  let passes = [pass];
  let order = rankPasses(passes);
  if (pass.isCut && from === undefined && !onlyPast && order.length < NAME_MATCHES_MIN) {
    // Events that are over but not yet marked by the hourly job fill the list: start behind them.
    readings = readingsOf({ ...input, from: now - SHORT_EVENT }, now);
    ({ pass, unmatched, titled } = await readFirst(db, readings, "same"));
    passes = [pass];
    order = rankPasses(passes);
  }
  let suggestion: string | undefined;
  let correction: Correction = new Map();
  let names: readonly NameInQuery[] = [];
  const isWhole = input.isTitled === true && order.length > 0;
  if (!isWhole && order.length < RESULTS_MIN && readings.loose.units.length > 0) {
    const looser = await readLooser(db, readings, order.length === 0, unmatched);
    passes = [...passes, ...looser.passes];
    order = rankPasses(passes);
    const isInexact = !order.some(({ isExact }) => isExact);
    const occasion = understood?.occasion;
    const isMistyped = looser.mistyped.length > 0 && isInexact && !occasion;
    const known = occasion ? [occasionIn(input.words, occasion, looser.names)] : looser.names;
    names = isInexact ? known : [];
    passes = [...passes, looser.asked];
    order = rankPasses(passes);
    const spellings = spellingsOfNames(names);
    if (isMistyped && input.isLiteral) {
      suggestion = input.reread?.(looser)?.query;
      if (looser.correction.size > 0)
        suggestion = correctedWords(readings.loose, looser.correction, order);
    } else if (isMistyped || spellings.size > 0) {
      correction = isMistyped ? looser.correction : new Map();
      const reread = isMistyped ? (input.reread?.(looser) ?? null) : null;
      const anew = reread
        ? [
            readingsOf(
              { ...reread, isBrief: input.isBrief, keepsCancelled: input.keepsCancelled },
              now,
            ),
          ]
        : [];
      const again = correction.size + spellings.size > 0 ? [readings] : [];
      const all = new Map([...correction, ...spellings]);
      const corrected = await readCorrected(db, [...anew, ...again], all);
      if (reread) {
        const rereadPasses = corrected.shift() ?? [];
        const found = rankReread(rereadPasses);
        const text = replaceWords(reread.query, (word) => correctionIn(found, correction, word));
        const counts = input.exactOnly ? found.some(({ isExact }) => isExact) : found.length > 0;
        if (counts || (reread.isCertain && !order.some(({ missing }) => missing.length === 0)))
          return {
            ...resultOf(found, [], { ...input, ...reread }, rereadPasses, text),
            rereadAs: reread.query,
          };
      }
      passes = [...passes, ...corrected.flat()];
      order = rankPasses(passes);
    }
  } else if (!isWhole && order.length < NAME_MATCHES_MIN && readings.strict.units.length > 0) {
    passes = [...passes, (await readFirst(db, readings, "everywhere")).pass];
    order = rankPasses(passes);
  }
  if (order.length === 0) {
    passes = [...passes, ...(await readLast(db, readings))];
    order = rankPasses(passes);
  }
  const words = correction.size > 0 ? correctedWords(readings.loose, correction, order) : null;
  const typed = (understood?.allWords ?? "").split(" ");
  const literal = titled ? rankPasses([titled]) : order;
  return {
    ...resultOf(order, await near, input, passes, words),
    isUnmatched: unmatched.all,
    isTitle:
      typed.length > 1 &&
      (titled !== null || !order.some(({ isExact }) => isExact)) &&
      literal.some(
        ({ filtered, document }) => filtered === FILTERED.not && isInTitle(typed, document),
      ),
    ...(suggestion ? { suggestion } : null),
    ...(names[0] && !order.some(({ isExact }) => isExact)
      ? {
          knownName: {
            name: names[0].name,
            words: names[0].words.join(" "),
            category: categoryOfKind(names[0].kind),
          },
        }
      : null),
  };
}

const CATEGORIES_FIELD = DOCUMENT_FIELDS.indexOf("categories");
/** Fields of a document that say what the event is: titles, venue, tags. */
const TEXT_FIELDS = 4;

/** Ranks the passes of a reread query as if it had been typed correctly. */
function rankReread(passes: readonly Pass[]): Ranked[] {
  const order = rankPasses(passes.slice(0, 1));
  return order.length < RESULTS_MIN ? rankPasses(passes) : order;
}

/** @param near events near in meaning, within the filters */
function resultOf(
  ranked: readonly Ranked[],
  near: readonly Ranked[],
  request: SearchRequest,
  passes: readonly Pass[],
  correctedWords: string | null,
): SearchResult {
  const { limit, offset, exactOnly } = request;
  const found = new Set(ranked.map(({ id }) => id));
  const all = [...ranked, ...near.filter(({ id }) => !found.has(id))];
  const exact = byTime(
    fuseRanks(
      all.filter(({ isExact }) => isExact),
      near,
    ),
    request,
  );
  const others = exactOnly
    ? []
    : fuseRanks(
        all.filter(({ isExact }) => !isExact),
        near,
      );
  const { order, parts } = partsOf([...exact, ...others]);
  const exactTotal = exact.length;
  const counted = countExact(passes, exactTotal);
  const matched = exactTotal > 0 ? "all-words" : "most-words";
  const ids = order.map(({ id }) => id);
  return {
    ids: ids.slice(offset, offset + limit),
    dates: new Map(
      order.flatMap(({ id, startsAt, day }) =>
        day === undefined ? [] : [[id, { startsAt, day }]],
      ),
    ),
    startOf: new Map(order.map(({ id, startsAt }) => [id, startsAt])),
    total: order.length,
    exactTotal: counted.total,
    totalIsExact: counted.isExact,
    parts,
    partsAreExact: !passes.some((pass) => !pass.isExact && pass.isCut),
    narrowedBy: narrowedBy(order),
    isUnmatched: false,
    isTitle: false,
    matched: order.length === 0 ? "none" : correctedWords === null ? matched : "typo",
    ...(correctedWords !== null && order.length > 0 ? { correctedWords } : null),
  };
}

/** Whether a title, the venue or a tag of a document has all words of a place. */
const namesPlace = (document: string, place: string): boolean =>
  document
    .split("\n")
    .slice(0, TEXT_FIELDS)
    .some((field) => place.split(" ").every((word) => ` ${field} `.includes(` ${word} `)));

/**
 * The events that match everything, in order of time if the query is filters alone ("music tehran",
 * "saturday night"): all of them match equally. Those of which its category is the first come first;
 * what is on comes before what is to come, the soonest to end first. In a requested time, what began
 * before it comes last. Of a place that words name, those that say its name come first.
 */
function byTime(
  exact: Ranked[],
  { words, understood, filters, from, includePast, onlyPast, now }: SearchRequest,
): Ranked[] {
  const { categories = [], ages, times } = filters;
  const place = understood?.placeWords ?? "";
  const isOrdered =
    categories.length > 0 || times !== undefined || from !== undefined || place !== "";
  if (words !== "" || !isOrdered || ages || understood?.intents?.length) return exact;
  if (includePast || onlyPast) return exact;
  const firsts = new Set(categories.map(facetWord.category));
  const order = (event: Ranked) => {
    const [first = ""] = (event.document.split("\n")[CATEGORIES_FIELD] ?? "").split(" ");
    const isEarlier = from !== undefined && from > now && event.startsAt < from;
    return [
      Number(event.isOff),
      place === "" || namesPlace(event.document, place) ? 0 : 1,
      firsts.size === 0 || firsts.has(first) ? 0 : 1,
      isEarlier ? 1 : 0,
      ...(times ? orderInTimes(event, times, now) : []),
      Math.max(event.startsAt, now),
      event.endsAt,
    ] as const;
  };
  const orders = new Map(exact.map((event) => [event, order(event)]));
  return exact.sort((a, b) => {
    const [first = [], second = []] = [orders.get(a), orders.get(b)];
    const at = first.findIndex((value, index) => value !== second[index]);
    return at < 0 ? 0 : (first[at] ?? 0) - (second[at] ?? 0);
  });
}

/**
 * Filters that apply to the results. Results may be extended beyond the category; city, price and
 * time apply to all results or none.
 */
function narrowedBy(order: readonly Ranked[]): SearchResult["narrowedBy"] {
  if (order.some(({ filtered }) => filtered === FILTERED.not)) return "none";
  return order.length === 0 || order.some(({ filtered }) => filtered === FILTERED.wholly)
    ? "all"
    : "all-but-category";
}

/** The words with their corrections. */
function correctedWords(
  { units }: QueryReading,
  correction: Correction,
  ranked: readonly Ranked[],
): string {
  return units.map(({ words }) => correctionIn(ranked, correction, words.join(" "))).join(" ");
}

/**
 * The correction that the best result contains, else the first; the word itself without
 * corrections.
 */
function correctionIn(ranked: readonly Ranked[], correction: Correction, word: string): string {
  const corrections = correction.get(word) ?? [];
  const present = new Set((ranked[0]?.document ?? "").split(/\s/));
  return corrections.find((other) => present.has(other)) ?? corrections[0] ?? word;
}

/** Weighs first places against later ones (Cormack, Clarke and Büttcher, 2009). */
const RANK_CONSTANT = 60;

/**
 * The events nearest to a query in meaning that pass all its filters, the nearest first; none where
 * the model fails or is late.
 */
async function findByMeaning(
  db: Database,
  meaning: MeaningIndex,
  query: string,
  { strict }: Readings,
): Promise<Ranked[]> {
  const ids = await meaning.nearest(query).catch(() => []);
  if (ids.length === 0) return [];
  const queries = passing(db, strict, ids);
  const lists = await runAll(db, queries);
  const pass = passOf(
    TIER.mostWords,
    weighUnits(strict.units),
    strict.frame,
    queries,
    lists,
    FILTERED.wholly,
  );
  const places = new Map(ids.map((id, place) => [id, place]));
  return rankPasses([pass]).sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

/** A list by words with another order of some of its events, by reciprocal rank. */
function fuseRanks(byWords: readonly Ranked[], near: readonly Ranked[]): Ranked[] {
  if (near.length === 0) return [...byWords];
  const scores = new Map<string, number>();
  for (const list of [byWords, near])
    for (const [place, { id }] of list.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_CONSTANT + place + 1));
  return [...byWords].sort((a, b) => (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0));
}

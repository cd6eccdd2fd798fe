import type { Database } from "../../../db/client";
import { type Scope, type SearchFilters, unitExpression } from "./match-expression";
import { completeUnit, correctUnit, intentUnit, unitsOf } from "./query-units";
import { createRanker, type RankedUnit } from "./rank-documents";
import { FILTERED, type Pass, type Ranked, rankPasses, TIER } from "./rank-passes";
import type { Evidence } from "./read-query/correct-query";
import type { Understood } from "./read-query/understood";
import { partsOf, type ResultPart } from "./result-parts";
import { SHORT_EVENT } from "./search-document";
import {
  allWords,
  completed,
  FIRST_READ,
  type ListQuery,
  mostWords,
  prefixOf,
  type QueryReading,
  weighByRarity,
  weighUnits,
} from "./search-readings.server";
import { findMatchingExpressions, findSpellings, readMatches } from "./search-statements.server";
import { correctionsOf, replaceWords, SHORTEST_CORRECTED } from "./spelling";
import type { FoundRow, TimeFrame } from "./time-frame";

export type { SearchFilters } from "./match-expression";

/** Results below which looser readings follow. */
const RESULTS_MIN = 10;
/** Results with the words in names below which descriptions are searched too. */
const NAME_MATCHES_MIN = 30;
/** Weight of a category's words for ranking, after they became a filter. */
const CATEGORY_WEIGHT = 0.25;

export interface SearchInput extends TimeFrame {
  /** Words to search for; may be empty if there are filters. */
  words: string;
  filters: SearchFilters;
  limit: number;
  offset: number;
  /**
   * The parts from which `words` and `filters` were understood, and the explicit filters. With them, few results are extended: first by
   * events with the category's word, and if there are none, by reading every word as a word.
   */
  understood?: Pick<Understood, "categoryWords" | "wordsWithCategory" | "allWords"> & Partial<Pick<Understood, "intents" | "lookups">>;
  explicit?: { filters: SearchFilters } & Partial<Omit<TimeFrame, "now">>;
  /** Leaves out partial matches: for lists in another order than relevance, and for feeds. */
  exactOnly?: boolean;
  /** Searches for words as typed; `suggestion` then has what it would have corrected. */
  isLiteral?: boolean;
  /** Reads the query again with its mistyped words corrected; null without corrections. */
  reread?: (evidence: Evidence) => Reread | null;
}

/** A query whose mistyped words were corrected by the reader: filters, layouts, joined words, transliterations. */
export interface Reread extends Omit<TimeFrame, "now">, Pick<SearchInput, "words" | "filters" | "understood" | "explicit"> {
  /** The query with the corrected words. */
  query: string;
}

export interface SearchResult {
  /** Event ids of this page, best first. */
  ids: string[];
  /** Number of results that paging reaches. */
  total: number;
  /** False if more matches exist than were ranked. */
  totalIsExact: boolean;
  /** Number of results that match all words and filters; the others follow them. */
  exactTotal: number;
  /** Parts of the results, in their order. */
  parts: ResultPart[];
  /** False if more events exist that match in part. */
  partsAreExact: boolean;
  matched: "all-words" | "most-words" | "typo" | "none";
  /** The query with corrected words. */
  correctedWords?: string;
  /** A literal query with its mistyped words corrected. */
  suggestion?: string;
  /** The query of `reread`, if it was used: its filters apply to the results and to `narrowedBy`. */
  rereadAs?: string;
  /** Understood filters that apply to the results: if few or no events pass them, their words count as words. */
  narrowedBy: "all" | "all-but-category" | "none";
}

/**
 * Searches the listed events: first all words, then most words. One D1 round trip if that finds enough, two if not, and one or two more
 * for a mistyped or misunderstood query. Limits on the lists bound the rows read, whatever the number of events.
 */
export async function searchEvents(db: Database, input: SearchInput): Promise<SearchResult> {
  const { from, onlyPast, now } = input;
  let readings = readingsOf(input, now);
  let { pass, isCut } = await readFirst(db, readings, "same");
  let order = rankPasses([pass]);
  if (isCut && from === undefined && !onlyPast && order.length < NAME_MATCHES_MIN) {
    // Events that are over but not yet marked by the hourly job fill the list: start behind them.
    readings = readingsOf({ ...input, from: now - SHORT_EVENT }, now);
    ({ pass, isCut } = await readFirst(db, readings, "same"));
    order = rankPasses([pass]);
  }
  let passes = [pass];
  let restIsCut = false;
  let suggestion: string | undefined;
  let correction: Correction = new Map();
  if (order.length < RESULTS_MIN && readings.loose.units.length > 0) {
    const looser = await readLooser(db, readings, order.length === 0);
    passes = [...passes, ...looser.passes];
    order = rankPasses(passes);
    const isMistyped = looser.mistyped.length > 0 && !order.some(({ isExact }) => isExact);
    if (isMistyped && input.isLiteral) {
      suggestion = input.reread?.(looser)?.query;
      if (looser.correction.size > 0) suggestion = correctedWords(readings.loose, looser.correction, order);
    } else if (isMistyped) {
      correction = looser.correction;
      const reread = input.reread?.(looser) ?? null;
      const anew = reread ? [readingsOf(reread, now)] : [];
      const again = correction.size > 0 ? [readings] : [];
      const corrected = await readCorrected(db, [...anew, ...again], correction);
      if (reread) {
        const { order: found, isCut: isFull } = rankReread(corrected.shift() ?? []);
        const text = replaceWords(reread.query, (word) => correctionIn(found, correction, word));
        const counts = input.exactOnly ? found.some(({ isExact }) => isExact) : found.length > 0;
        if (counts) return { ...resultOf(found, input, { isCut: isFull, restIsCut: isFull }, text), rereadAs: reread.query };
      }
      passes = [...passes, ...corrected.flat()];
      order = rankPasses(passes);
    }
    isCut ||= passes.some((found) => found.isExact && found.isCut);
    restIsCut = passes.some((found) => !found.isExact && found.isCut);
  } else if (order.length < NAME_MATCHES_MIN && readings.strict.units.length > 0) {
    const described = await readFirst(db, readings, "everywhere");
    isCut ||= described.isCut;
    order = rankPasses([pass, described.pass]);
  }
  if (order.length === 0) {
    const last = await readLast(db, readings);
    order = rankPasses([...passes, ...last]);
    restIsCut ||= last.some((found) => found.isCut);
  }
  const words = correction.size > 0 ? correctedWords(readings.loose, correction, order) : null;
  return { ...resultOf(order, input, { isCut, restIsCut }, words), ...(suggestion ? { suggestion } : null) };
}

/** What to count: as for a search. */
export type CountInput = Omit<Reread, "query">;

/** Events that match all words and filters of a query. */
export interface ExactMatches {
  /** The soonest first; times in UTC epoch ms. */
  events: { id: string; startsAt: number; endsAt: number }[];
  /** False if more may exist. */
  isExact: boolean;
}

/** The events that match all words and filters of each query, as a search of it counts them. One round trip. */
export async function findExactMatches(db: Database, inputs: readonly CountInput[], now: number): Promise<ExactMatches[]> {
  const wanted = inputs.map((input) => {
    const { strict, ranks } = readingsOf(input, now);
    const prefix = prefixOf(strict.units);
    const begun = prefix ? strict.units.map((unit, index) => (index === strict.units.length - 1 ? completeUnit(unit, prefix) : unit)) : [];
    const hasWords = strict.units.length > 0;
    return {
      strict,
      ranks,
      same: allWords(db, strict, "same", FIRST_READ),
      described: hasWords ? allWords(db, strict, "everywhere") : [],
      completed: prefix ? completed(db, { ...strict, units: begun }, prefix) : [],
    };
  });
  const lists = await runAll(
    db,
    wanted.flatMap(({ same, described, completed: completions }) => [...same, ...described, ...completions]),
  );
  return wanted.map(({ strict, ranks, same, described, completed: completions }) => {
    const pass = (queries: readonly ListQuery[]) =>
      passOf(TIER.allWords, ranks, strict.frame, queries, lists.splice(0, queries.length), FILTERED.wholly);
    const [first, second, third] = [pass(same), pass(described), pass(completions)];
    const inNames = rankPasses([first]).length;
    // The same steps as in `searchEvents`.
    const passes = inNames < RESULTS_MIN ? [first, second, third] : inNames < NAME_MATCHES_MIN ? [first, second] : [first];
    const events = rankPasses(passes).sort((a, b) => a.startsAt - b.startsAt);
    return { events, isExact: !passes.some(({ isCut }) => isCut) };
  });
}

/** Readings of the query, from strict to loose. */
interface Readings {
  strict: QueryReading;
  /** Units that rank the strict results: its own and the category's words. */
  ranks: readonly RankedUnit[];
  /** The category as words; equals `strict` if no category was understood. */
  loose: QueryReading;
  /** Every word as a word; null if nothing was understood as a filter. */
  plain: QueryReading | null;
  /** Words to look up for corrections. */
  lookups: readonly string[];
}

function readingsOf(
  { words, filters, understood, explicit, from, to, includePast, onlyPast }: Omit<Reread, "query">,
  now: number,
): Readings {
  const frame = { from, to, includePast, onlyPast, now };
  const intents = (understood?.intents ?? []).map(intentUnit);
  const strict: QueryReading = { units: [...intents, ...unitsOf(words)], filters, frame };
  const categoryUnits = understood?.categoryWords ? unitsOf(understood.categoryWords) : [];
  return {
    strict,
    ranks: [...weighUnits(strict.units), ...categoryUnits.map((unit) => ({ unit, weight: CATEGORY_WEIGHT }))],
    loose:
      understood && categoryUnits.length > 0
        ? {
            units: [...intents, ...unitsOf(understood.wordsWithCategory)],
            filters: { ...filters, categories: explicit?.filters.categories },
            frame,
          }
        : strict,
    plain:
      understood && explicit && understood.allWords !== words
        ? { units: unitsOf(understood.allWords), filters: explicit.filters, frame: plainFrame(frame, explicit) }
        : null,
    lookups: understood?.lookups ?? [],
  };
}

/** The explicit times alone. */
function plainFrame({ now }: TimeFrame, { from, to, includePast = false, onlyPast }: NonNullable<SearchInput["explicit"]>): TimeFrame {
  return { from, to, includePast, onlyPast, now };
}

/** First round: all words within all filters. */
async function readFirst(db: Database, { strict, ranks }: Readings, scope: Scope): Promise<{ pass: Pass; isCut: boolean }> {
  const queries = allWords(db, strict, scope, FIRST_READ);
  const lists = await runAll(db, queries);
  const pass = passOf(TIER.allWords, ranks, strict.frame, queries, lists, FILTERED.wholly);
  return {
    pass,
    isCut: pass.isCut,
  };
}

function passOf(
  tier: number,
  units: readonly RankedUnit[],
  frame: TimeFrame,
  queries: readonly ListQuery[],
  lists: readonly FoundRow[][],
  filtered: number,
): Pass {
  return {
    tier,
    filtered,
    isExact: tier === TIER.allWords && filtered === FILTERED.wholly,
    ranker: createRanker(units),
    frame,
    lists: queries.map(({ known, accepts }, index) => ({ rows: (lists[index] ?? []).filter(accepts), known })),
    isCut: queries.some(({ limit }, index) => (lists[index]?.length ?? 0) >= limit),
  };
}

/** The loose reading equals the strict one if no category was understood. */
const filteredBy = (loose: QueryReading, strict: QueryReading) => (loose === strict ? FILTERED.wholly : FILTERED.butCategory);

async function runAll(db: Database, queries: readonly ListQuery[]): Promise<FoundRow[][]> {
  const [first, ...rest] = queries.map(({ statement }) => statement);
  return first ? (await db.batch([first, ...rest])).map(readMatches) : [];
}

/** Known words per unknown word. */
type Correction = ReadonlyMap<string, readonly string[]>;

/**
 * Second round: descriptions, completions of the last word, the category as a word, most words; also finds unknown words.
 * @param isMisread whether no name matches the words, so that a filter may be misunderstood
 */
async function readLooser(
  db: Database,
  { strict, ranks, loose, plain, lookups }: Readings,
  isMisread: boolean,
): Promise<{ passes: Pass[]; correction: Correction } & Evidence> {
  const prefix = prefixOf(strict.units);
  const begun = prefix ? strict.units.map((unit, index) => (index === strict.units.length - 1 ? completeUnit(unit, prefix) : unit)) : [];
  const queries = {
    described: strict.units.length > 0 ? allWords(db, strict, "everywhere") : [],
    completed: prefix ? completed(db, { ...strict, units: begun }, prefix) : [],
    loosened: loose === strict ? [] : allWords(db, loose, "everywhere"),
    plain: plain && isMisread && strict.units.length > 0 ? allWords(db, plain, "same") : [],
    most: mostWords(db, loose),
  };
  const words = loose.units.map((unit) =>
    unit.words.length === 1 && unit.words[0] && unit.words[0].length >= SHORTEST_CORRECTED ? unit.words[0] : "",
  );
  const [existing, spelt, ...answers] = await db.batch([
    findMatchingExpressions(
      db,
      loose.units.map((unit) => unitExpression(unit, "everywhere")),
    ),
    findSpellings(db, words.filter(Boolean), lookups),
    ...Object.values(queries)
      .flat()
      .map(({ statement }) => statement),
  ]);
  const read = (list: readonly ListQuery[]) => answers.splice(0, list.length).map(readMatches);
  const described = read(queries.described);
  const completions = read(queries.completed);
  const ranksOfBegun = weighUnits(begun).map((ranked, index) => (index === begun.length - 1 && prefix ? { ...ranked, prefix } : ranked));
  const passes = [
    passOf(TIER.allWords, ranks, strict.frame, queries.described, described, FILTERED.wholly),
    passOf(TIER.allWords, ranksOfBegun, strict.frame, queries.completed, completions, FILTERED.wholly),
    passOf(TIER.loosened, weighUnits(loose.units), loose.frame, queries.loosened, read(queries.loosened), filteredBy(loose, strict)),
    ...(plain ? [passOf(TIER.allWords, weighUnits(plain.units), plain.frame, queries.plain, read(queries.plain), FILTERED.not)] : []),
  ];
  const most = read(queries.most);
  passes.push(
    passOf(TIER.mostWords, weighByRarity(loose.units, queries.most, most), loose.frame, queries.most, most, filteredBy(loose, strict)),
  );
  const known = JSON.parse(existing[0]?.exist ?? "[]") as number[];
  const isCompleted = completions.some((rows) => rows.length > 0);
  const mistyped = words.filter((word, index) => word && known[index] !== 1 && !(isCompleted && word === prefix));
  const correction = new Map<string, readonly string[]>();
  for (const word of mistyped) {
    const found = correctionsOf(
      word,
      spelt.map((row) => row.word),
    );
    if (found.length > 0) correction.set(word, found);
  }
  return { passes, mistyped, found: spelt.map((row) => row.word), correction };
}

/** Third round, for mistyped words: repeats all lists with corrected words, for each reading of the query, in one round trip. */
async function readCorrected(db: Database, readings: readonly Readings[], correction: Correction): Promise<Pass[][]> {
  const correct = (reading: QueryReading): QueryReading => ({
    ...reading,
    units: reading.units.map((unit) => correctUnit(unit, correction.get(unit.words.join(" ")) ?? [])),
  });
  const wanted = readings.map(({ strict, ranks, loose }) => {
    const [first, second] = [correct(strict), correct(loose)];
    return {
      first,
      second,
      ranks: [...weighUnits(first.units), ...ranks.slice(first.units.length)],
      filtered: filteredBy(loose, strict),
      corrected: allWords(db, first, "everywhere", FIRST_READ),
      loosened: loose === strict ? [] : allWords(db, second, "everywhere"),
      most: mostWords(db, second),
    };
  });
  const lists = await runAll(
    db,
    wanted.flatMap(({ corrected, loosened, most }) => [...corrected, ...loosened, ...most]),
  );
  const next = ({ length }: readonly ListQuery[]) => lists.splice(0, length);
  return wanted.map(({ first, second, ranks, filtered, corrected, loosened, most }) => {
    const [all, looser, mostly] = [next(corrected), next(loosened), next(most)];
    return [
      passOf(TIER.allWords, ranks, first.frame, corrected, all, FILTERED.wholly),
      passOf(TIER.loosened, weighUnits(second.units), second.frame, loosened, looser, filtered),
      passOf(TIER.mostWords, weighByRarity(second.units, most, mostly), second.frame, most, mostly, filtered),
    ];
  });
}

/** Ranks the passes of a reread query as if it had been typed correctly. */
function rankReread(passes: readonly Pass[]): { order: Ranked[]; isCut: boolean } {
  const strict = passes.slice(0, 1);
  const order = rankPasses(strict);
  return {
    order: order.length < RESULTS_MIN ? rankPasses(passes) : order,
    isCut: strict.some(({ isCut }) => isCut),
  };
}

/** Last round, if no event within the filters has any of the words: names with all words as words, and the filters alone. */
async function readLast(db: Database, { strict, loose, plain }: Readings): Promise<Pass[]> {
  const literal = plain && plain.units.length > 0 ? allWords(db, plain, "same") : [];
  const filtered = loose.units.length > 0 && isFiltered(strict) ? allWords(db, { ...strict, units: [] }, "names", FIRST_READ) : [];
  const lists = await runAll(db, [...literal, ...filtered]);
  const found = lists.splice(0, literal.length);
  return [
    ...(plain ? [passOf(TIER.loosened, weighUnits(plain.units), plain.frame, literal, found, FILTERED.not)] : []),
    passOf(TIER.mostWords, weighUnits(strict.units), strict.frame, filtered, lists, FILTERED.wholly),
  ];
}

const isFiltered = ({ filters, frame: { from, to } }: QueryReading) =>
  from !== undefined || to !== undefined || Object.values(filters).some((value) => value !== undefined);

function resultOf(
  ranked: readonly Ranked[],
  { limit, offset, exactOnly }: SearchInput,
  { isCut, restIsCut }: { isCut: boolean; restIsCut: boolean },
  correctedWords: string | null,
): SearchResult {
  const exact = ranked.filter(({ isExact }) => isExact);
  const { order, parts } = partsOf(exactOnly ? exact : ranked);
  const exactTotal = exact.length;
  const all = exactTotal > 0 ? "all-words" : "most-words";
  return {
    ids: order.slice(offset, offset + limit).map(({ id }) => id),
    total: order.length,
    totalIsExact: !isCut,
    exactTotal,
    parts,
    partsAreExact: !restIsCut,
    narrowedBy: narrowedBy(order),
    matched: order.length === 0 ? "none" : correctedWords === null ? all : "typo",
    ...(correctedWords !== null && order.length > 0 ? { correctedWords } : null),
  };
}

/** Filters that apply to the results. Results may be extended beyond the category; city, price and time apply to all results or none. */
function narrowedBy(order: readonly Ranked[]): SearchResult["narrowedBy"] {
  if (order.some(({ filtered }) => filtered === FILTERED.not)) return "none";
  return order.length === 0 || order.some(({ filtered }) => filtered === FILTERED.wholly) ? "all" : "all-but-category";
}

/** The words with their corrections. */
function correctedWords({ units }: QueryReading, correction: Correction, ranked: readonly Ranked[]): string {
  return units.map(({ words }) => correctionIn(ranked, correction, words.join(" "))).join(" ");
}

/** The correction that the best result contains, else the first; the word itself without corrections. */
function correctionIn(ranked: readonly Ranked[], correction: Correction, word: string): string {
  const corrections = correction.get(word) ?? [];
  const present = new Set((ranked[0]?.document ?? "").split(/\s/));
  return corrections.find((other) => present.has(other)) ?? corrections[0] ?? word;
}

import type { Database } from "../../../db/client";
import { type Scope, type SearchFilters, unitExpression } from "./match-expression";
import {
  categoryOfKind,
  type KnownNameRow,
  type NameInQuery,
  nameKeysOf,
  namePartsOf,
  namesIn,
  ORDINARY_WORD,
  type Spellings,
} from "./named-in-query";
import { agesUnit, intentUnit, unitsOf } from "./query-units";
import { createRanker, type RankedUnit } from "./rank-documents";
import { FILTERED, type Pass, TIER } from "./rank-passes";
import type { Evidence } from "./read-query/correct-query";
import type { Understood } from "./read-query/understood";
import {
  allWords,
  begunUnits,
  completed,
  findUnmatched,
  firstRead,
  isCancelled,
  type ListQuery,
  lacksSome,
  mostWords,
  NOTHING_KNOWN,
  type QueryReading,
  type Unmatched,
  weighByRarity,
  weighUnits,
} from "./search-readings.server";
import {
  COUNT_MAX,
  type FoundList,
  findMatchingExpressions,
  findSpellings,
  readMatches,
} from "./search-statements.server";
import { correctionsOf, SHORTEST_CORRECTED } from "./spelling";
import { type FoundRow, isInFrame, type TimeFrame } from "./time-frame";

/** Results below which looser readings follow. */
export const RESULTS_MIN = 10;
/** Results with the words in names below which descriptions are searched too. */
export const NAME_MATCHES_MIN = 30;
/** Weight of a category's words for ranking, after they became a filter. */
const CATEGORY_WEIGHT = 0.25;
/** Weight of stated ages for ranking: other events for children may be for these ages too. */
const AGES_WEIGHT = 0.25;

/** A query as it was read. Times in UTC epoch ms. */
export interface SearchQuery extends Omit<TimeFrame, "now"> {
  /** Words to search for; may be empty if there are filters. */
  words: string;
  filters: SearchFilters;
  /**
   * The parts from which `words` and `filters` were understood, and the explicit filters. With
   * them, few results are extended: first by events with the category's word, and if there are
   * none, by reading every word as a word.
   */
  understood?: Pick<Understood, "categoryWords" | "wordsWithCategory" | "allWords"> &
    Partial<Pick<Understood, "intents" | "lookups" | "spelt" | "occasion" | "placeWords">>;
  explicit?: { filters: SearchFilters } & Partial<Omit<TimeFrame, "now">>;
  /** Whether it is enough to know that more events match than are read, without their number. */
  isBrief?: boolean;
  /** Whether its last word is known to be whole. */
  isWhole?: boolean;
  /** Whether cancelled events count as others: for lists that are no answer to "what is on". */
  keepsCancelled?: boolean;
}

/** Readings of the query, from strict to loose. */
export interface Readings {
  strict: QueryReading;
  /** Units that rank the strict results: its own and the category's words. */
  ranks: readonly RankedUnit[];
  /** The category as words; equals `strict` if no category was understood. */
  loose: QueryReading;
  /** Every word as a word; null if nothing was understood as a filter. */
  plain: QueryReading | null;
  /** Words to look up for corrections. */
  lookups: readonly string[];
  spelt?: Spellings;
}

export function readingsOf(
  {
    words,
    filters: asked,
    understood,
    explicit,
    from,
    to,
    includePast,
    onlyPast,
    isBrief,
    keepsCancelled = false,
  }: SearchQuery,
  now: number,
): Readings {
  const named = keepsCancelled
    ? null
    : { uncancelled: (understood?.allWords || words).split(" ").filter(Boolean) };
  const filters = { ...asked, ...named };
  const frame = { from, to, includePast, onlyPast, now };
  const intents = (understood?.intents ?? []).map(intentUnit);
  const strict: QueryReading = {
    units: [...intents, ...unitsOf(words)],
    filters,
    frame,
    counted: isBrief ? "one" : "all",
  };
  const categoryUnits = understood?.categoryWords ? unitsOf(understood.categoryWords) : [];
  return {
    strict,
    ranks: [
      ...weighUnits(strict.units),
      ...categoryUnits.map((unit) => ({ unit, weight: CATEGORY_WEIGHT })),
      ...(filters.ages ? [{ unit: agesUnit(filters.ages), weight: AGES_WEIGHT }] : []),
    ],
    loose:
      understood && categoryUnits.length > 0
        ? {
            units: [...intents, ...unitsOf(understood.wordsWithCategory)],
            filters: { ...filters, categories: explicit?.filters.categories },
            frame,
            counted: "none",
          }
        : strict,
    plain:
      understood && explicit && understood.allWords !== words
        ? {
            units: unitsOf(understood.allWords),
            // What is not wanted stays out, however its other words are read, but for mere words: "an
            // hour without amplification" may be a title.
            filters: {
              ...explicit.filters,
              ...named,
              not: filters.not && { ...filters.not, words: [] },
            },
            frame: plainFrame(frame, explicit),
            counted: "none",
          }
        : null,
    lookups: understood?.lookups ?? [],
    spelt: understood?.spelt,
  };
}

/** The explicit times alone. */
function plainFrame(
  { now }: TimeFrame,
  { from, to, includePast = false, onlyPast }: NonNullable<SearchQuery["explicit"]>,
): TimeFrame {
  return { from, to, includePast, onlyPast, now };
}

/**
 * First round: all words within all filters. Probes a query of many words (`findUnmatched`), and
 * reads what excludes mere words as words too: "kitchen without borders" may be a title.
 */
export async function readFirst(
  db: Database,
  { strict, loose, ranks, plain }: Readings,
  scope: Scope,
): Promise<{ pass: Pass; unmatched: Unmatched; titled: Pass | null }> {
  const queries = allWords(db, strict, scope, firstRead(strict));
  const isFirst = scope === "same";
  const probe = isFirst ? findUnmatched(db, strict, loose) : null;
  const excludes = (strict.filters.not?.words.length ?? 0) > 0;
  const literal = isFirst && excludes && plain ? allWords(db, plain, "same") : [];
  const read = async () => {
    const lists = [...queries, ...literal];
    if (!probe) return { lists: await runAll(db, lists), unmatched: NOTHING_KNOWN };
    const [answer, ...found] = await db.batch([
      probe.statement,
      ...lists.map(({ statement }) => statement),
    ]);
    return { lists: found.map(readMatches), unmatched: probe.read(answer) };
  };
  const { lists, unmatched } = await read();
  const others = lists.splice(queries.length);
  const pass = passOf(TIER.allWords, ranks, strict.frame, queries, lists, FILTERED.wholly);
  const titled =
    plain && literal.length > 0
      ? passOf(TIER.allWords, weighUnits(plain.units), plain.frame, literal, others, FILTERED.not)
      : null;
  return { pass, unmatched, titled };
}

export function passOf(
  tier: number,
  units: readonly RankedUnit[],
  frame: TimeFrame,
  queries: readonly ListQuery[],
  lists: readonly FoundList[],
  filtered: number,
): Pass {
  const read = queries.map(({ known, toAsked, isUncancelled, limit }, index) => {
    const found = lists[index] ?? { rows: [], total: null };
    const rows = found.rows.flatMap((row) => toAsked(row) ?? []);
    const isNamed = (row: FoundRow) => isCancelled(row.document) && isInFrame(row, frame);
    const named = isUncancelled ? rows.filter(isNamed).length : 0;
    return {
      rows,
      known,
      isCut: found.rows.length >= limit,
      total: found.total === null ? null : found.total + named,
    };
  });
  return {
    tier,
    filtered,
    isExact: tier === TIER.allWords && filtered === FILTERED.wholly,
    get ranker() {
      return createRanker(units);
    },
    frame,
    lists: read,
    isCut: read.some(({ isCut }) => isCut),
    // The lists of an exact pass are of different times.
    total: read.reduce<number | null>((sum, { rows, isCut, total }) => {
      const own = isCut ? total : rows.filter((row) => isInFrame(row, frame)).length;
      return sum === null || own === null ? null : sum + own;
    }, 0),
  };
}

/**
 * The number of events that match everything. Each exact pass finds what the ones before it find.
 */
export function countExact(
  passes: readonly Pass[],
  ranked: number,
): { total: number; isExact: boolean } {
  const cut = passes.filter(({ isExact, isCut }) => isExact && isCut);
  const total = Math.max(ranked, ...cut.map((pass) => pass.total ?? 0));
  const isExact = cut.every((pass) => pass.total !== null && pass.total <= COUNT_MAX);
  return { total: isExact ? total : Math.min(total, Math.max(ranked, COUNT_MAX)), isExact };
}

/** The loose reading equals the strict one if no category was understood. */
export const filteredBy = (loose: QueryReading, strict: QueryReading) =>
  loose === strict ? FILTERED.wholly : FILTERED.butCategory;

export async function runAll(db: Database, queries: readonly ListQuery[]): Promise<FoundList[]> {
  const [first, ...rest] = queries.map(({ statement }) => statement);
  if (!first) return [];
  // One statement alone needs no transaction.
  return (rest.length === 0 ? [await first] : await db.batch([first, ...rest])).map(readMatches);
}

/** Known words per unknown word. */
export type Correction = ReadonlyMap<string, readonly string[]>;

/** Minimum length of a mistyped word; a short Latin one may be Persian: dar. */
const shortestMistyped = (word: string) =>
  /^[a-z]+$/.test(word) ? SHORTEST_CORRECTED - 1 : SHORTEST_CORRECTED;

/**
 * Second round: descriptions, completions of the last word, the category as a word, most words;
 * also finds unknown words.
 * @param isMisread whether no name matches the words, so that a filter may be misunderstood
 * @param unmatched from the first round; its lists are not read
 */
export async function readLooser(
  db: Database,
  { strict, ranks, loose, plain, lookups, spelt }: Readings,
  isMisread: boolean,
  unmatched: Unmatched,
): Promise<
  { passes: Pass[]; asked: Pass; correction: Correction; names: NameInQuery[] } & Evidence
> {
  const { prefix, begun } = begunUnits(strict);
  const hasWords = strict.units.length > 0;
  const isSought = hasWords && !unmatched.all;
  const isLoosened = loose !== strict && !lacksSome(loose, unmatched);
  const queries = {
    described: isSought ? allWords(db, strict, "everywhere") : [],
    asked: isSought ? allWords(db, strict, "asked") : [],
    completed: prefix && isSought ? completed(db, { ...strict, units: begun }, prefix) : [],
    loosened: isLoosened ? allWords(db, loose, "everywhere") : [],
    plain: plain && isMisread && hasWords ? allWords(db, plain, "same") : [],
    most: mostWords(db, loose, unmatched.groups),
  };
  const words = loose.units.map(({ words: [word = "", ...others] }) =>
    others.length === 0 && word.length >= shortestMistyped(word) ? word : "",
  );
  const typed = strict.units.flatMap((unit) => unit.words);
  const nameParts = namePartsOf(typed, spelt);
  const [existing, found, ...answers] = await db.batch([
    findMatchingExpressions(
      db,
      loose.units.map((unit) => unitExpression(unit, "everywhere")),
    ),
    findSpellings(db, words.filter(Boolean), lookups, nameKeysOf(nameParts)),
    ...Object.values(queries)
      .flat()
      .map(({ statement }) => statement),
  ]);
  const read = (list: readonly ListQuery[]) => answers.splice(0, list.length).map(readMatches);
  const described = read(queries.described);
  const askedFor = read(queries.asked);
  const completions = read(queries.completed);
  const knownWords = found.filter(({ name }) => name === null);
  const known = found.flatMap(({ word: key, name, kind, forms, isCommon }) =>
    name === null ? [] : [{ key, name, kind: kind ?? "", forms: forms ?? "", isCommon }],
  );
  const isOrdinary = ({ kind }: KnownNameRow) => kind === ORDINARY_WORD;
  const names = namesIn(
    typed,
    nameParts,
    known.filter((row) => !isOrdinary(row) && mayBeNamed(row, strict.filters.categories)),
  );
  const ranksOfBegun = weighUnits(begun).map((ranked, index) =>
    index === begun.length - 1 && prefix ? { ...ranked, prefix } : ranked,
  );
  const passes = [
    passOf(TIER.allWords, ranks, strict.frame, queries.described, described, FILTERED.wholly),
    // A name is no beginning of another word: ابی of آبیدر.
    ...(endsInName(names, prefix)
      ? []
      : [
          passOf(
            TIER.allWords,
            ranksOfBegun,
            strict.frame,
            queries.completed,
            completions,
            FILTERED.wholly,
          ),
        ]),
    passOf(
      TIER.loosened,
      weighUnits(loose.units),
      loose.frame,
      queries.loosened,
      read(queries.loosened),
      filteredBy(loose, strict),
    ),
    ...(plain
      ? [
          passOf(
            TIER.allWords,
            weighUnits(plain.units),
            plain.frame,
            queries.plain,
            read(queries.plain),
            FILTERED.not,
          ),
        ]
      : []),
  ];
  const most = read(queries.most);
  passes.push(
    passOf(
      TIER.mostWords,
      weighByRarity(loose.units, queries.most, most),
      loose.frame,
      queries.most,
      most,
      filteredBy(loose, strict),
    ),
  );
  const correct = new Set([
    ...names.flatMap((name) => name.words),
    // A name that is a common word too is no mistake where it is no name.
    ...known.filter((row) => isOrdinary(row) || row.isCommon === 1).map(({ key }) => key),
  ]);
  const matched = JSON.parse(existing[0]?.exist ?? "[]") as number[];
  const isCompleted = completions.some(({ rows }) => rows.length > 0);
  const mistyped = words.filter(
    (word, index) =>
      word && matched[index] !== 1 && !correct.has(word) && !(isCompleted && word === prefix),
  );
  const correction = new Map<string, readonly string[]>();
  for (const word of mistyped) {
    if (word.length < SHORTEST_CORRECTED) continue;
    const corrections = correctionsOf(
      word,
      knownWords.map((row) => row.word),
    );
    if (corrections.length > 0) correction.set(word, corrections);
  }
  // Apart, since a phrasing proves no spelling.
  const asked = passOf(
    TIER.allWords,
    ranks,
    strict.frame,
    queries.asked,
    askedFor,
    FILTERED.wholly,
  );
  return { passes, asked, mistyped, found: knownWords.map((row) => row.word), correction, names };
}

/** Whether a row may be meant beside the categories of a query: a common word is no singer in a workshop. */
function mayBeNamed(
  { kind, isCommon }: KnownNameRow,
  categories: SearchFilters["categories"],
): boolean {
  const own = categoryOfKind(kind);
  if (!isCommon || own === null || !categories || categories.length === 0) return true;
  return categories.some((one) => one === own || (own === "Concert" && one === "Music"));
}

/** Whether the last word of a query is the end of its known name. */
const endsInName = (
  [name]: readonly { words: readonly string[] }[],
  last: string | null,
): boolean => last !== null && name?.words.at(-1) === last;

/** The other spellings of known names, by each word of the query that belongs to one, and by all of its words. */
export const spellingsOfNames = (names: readonly NameInQuery[]): Correction =>
  new Map(
    names.flatMap(({ words, forms }) =>
      [...words, words.join(" ")].map((word) => [word, forms] as const),
    ),
  );

import type { Database } from "../../../db/client";
import { correctUnit } from "./query-units";
import { FILTERED, matchedRows, type Pass, TIER } from "./rank-passes";
import { seriesDates } from "./search-document";
import {
  allWords,
  begunUnits,
  completed,
  findUnmatched,
  firstRead,
  LATER_READ,
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
  type Correction,
  countExact,
  filteredBy,
  NAME_MATCHES_MIN,
  passOf,
  RESULTS_MIN,
  type Readings,
  readingsOf,
  runAll,
  type SearchQuery,
} from "./search-rounds.server";
import type { SeriesDate } from "./series-dates";

/** What no event has of each of some readings; one round trip, none for few words. */
async function unmatchedOf(
  db: Database,
  readings: readonly { first: QueryReading; second: QueryReading }[],
): Promise<Unmatched[]> {
  const probes = readings.map(({ first, second }) => findUnmatched(db, first, second));
  const [first, ...rest] = probes.flatMap((probe) => probe?.statement ?? []);
  const answers = first ? await db.batch([first, ...rest]) : [];
  return probes.map((probe) => probe?.read(answers.shift() ?? []) ?? NOTHING_KNOWN);
}

/**
 * Third round, for mistyped words and known names: repeats all lists with corrected words, for each
 * reading of the query, in one round trip; of many words in two, the first for what no event has.
 */
export async function readCorrected(
  db: Database,
  readings: readonly Readings[],
  correction: Correction,
): Promise<Pass[][]> {
  const correct = (reading: QueryReading): QueryReading => ({
    ...reading,
    filters: {
      ...reading.filters,
      uncancelled: reading.filters.uncancelled?.flatMap((word) => [
        word,
        ...(correction.get(word) ?? []),
      ]),
    },
    units: reading.units.map((unit) =>
      correctUnit(unit, correction.get(unit.words.join(" ")) ?? []),
    ),
  });
  const again = readings.map((one) => ({
    ...one,
    first: correct(one.strict),
    second: correct(one.loose),
  }));
  const unmatched = await unmatchedOf(db, again);
  const wanted = again.map(({ strict, ranks, loose, plain, first, second }, at) => {
    const none = unmatched[at] ?? NOTHING_KNOWN;
    // A title with a slip may have words that are filters elsewhere.
    const literal = plain && correct(plain);
    // The later ones are of use only where the first finds nothing.
    const read = at === 0 ? firstRead(first) : LATER_READ;
    const counted = at === 0 ? first.counted : "one";
    return {
      first,
      second,
      ranks: [...weighUnits(first.units), ...ranks.slice(first.units.length)],
      filtered: filteredBy(loose, strict),
      corrected: none.all ? [] : allWords(db, { ...first, counted }, "asked", read),
      loosened:
        loose === strict || lacksSome(second, none) ? [] : allWords(db, second, "everywhere"),
      most: mostWords(db, second, none.groups),
      literal,
      plain: literal && first.units.length > 0 ? allWords(db, literal, "same") : [],
    };
  });
  const lists = await runAll(
    db,
    wanted.flatMap(({ corrected, loosened, most, plain }) => [
      ...corrected,
      ...loosened,
      ...most,
      ...plain,
    ]),
  );
  const next = ({ length }: readonly ListQuery[]) => lists.splice(0, length);
  return wanted.map((one) => {
    const { first, second, literal, ranks, filtered, corrected, loosened, most, plain } = one;
    const [all, looser, mostly] = [next(corrected), next(loosened), next(most)];
    const { units, frame } = literal ?? second;
    return [
      passOf(TIER.allWords, ranks, first.frame, corrected, all, FILTERED.wholly),
      passOf(TIER.allWords, weighUnits(units), frame, plain, next(plain), FILTERED.not),
      passOf(TIER.loosened, weighUnits(second.units), second.frame, loosened, looser, filtered),
      passOf(
        TIER.mostWords,
        weighByRarity(second.units, most, mostly),
        second.frame,
        most,
        mostly,
        filtered,
      ),
    ];
  });
}

/**
 * Last round, if no event within the filters has any of the words: names with all words as words,
 * and the filters alone.
 */
export async function readLast(db: Database, { strict, loose, plain }: Readings): Promise<Pass[]> {
  const literal = plain && plain.units.length > 0 ? allWords(db, plain, "same") : [];
  const filtered =
    loose.units.length > 0 && isFiltered(strict)
      ? allWords(db, { ...strict, units: [] }, "names", firstRead(strict))
      : [];
  const lists = await runAll(db, [...literal, ...filtered]);
  const found = lists.splice(0, literal.length);
  return [
    ...(plain
      ? [passOf(TIER.loosened, weighUnits(plain.units), plain.frame, literal, found, FILTERED.not)]
      : []),
    passOf(
      TIER.mostWords,
      weighUnits(strict.units),
      strict.frame,
      filtered,
      lists,
      FILTERED.wholly,
    ),
  ];
}

const isFiltered = ({
  filters: { uncancelled: _, ...filters },
  frame: { from, to },
}: QueryReading) =>
  from !== undefined ||
  to !== undefined ||
  Object.values(filters).some((value) => value !== undefined);

/** Events that match all words and filters of a query. */
export interface ExactMatches {
  /** Soonest first, times in UTC epoch ms. `dates` are the upcoming dates of a series. */
  events: {
    id: string;
    startsAt: number;
    endsAt: number;
    dates: readonly Pick<SeriesDate, "startsAt" | "endsAt">[];
  }[];
  /** False if more may exist. */
  isExact: boolean;
  /** Number of all of them. */
  total: number;
  /** False if more exist than were counted. */
  totalIsExact: boolean;
}

/**
 * The events that match all words and filters of each query, as a search of it counts them. One
 * round trip.
 */
export async function findExactMatches(
  db: Database,
  inputs: readonly SearchQuery[],
  now: number,
): Promise<ExactMatches[]> {
  const wanted = inputs.map((input) => {
    const { strict, ranks } = readingsOf(input, now);
    const { prefix, begun } = begunUnits(strict);
    const hasWords = strict.units.length > 0;
    const isBegun = prefix !== null && !input.isWhole;
    return {
      strict,
      ranks,
      same: allWords(db, strict, "same", firstRead(strict)),
      described: hasWords ? allWords(db, strict, "everywhere") : [],
      completed: isBegun ? completed(db, { ...strict, units: begun }, prefix) : [],
    };
  });
  const lists = await runAll(
    db,
    wanted.flatMap(({ same, described, completed: completions }) => [
      ...same,
      ...described,
      ...completions,
    ]),
  );
  return wanted.map(({ strict, ranks, same, described, completed: completions }) => {
    const pass = (queries: readonly ListQuery[]) =>
      passOf(
        TIER.allWords,
        ranks,
        strict.frame,
        queries,
        lists.splice(0, queries.length),
        FILTERED.wholly,
      );
    const [first, second, third] = [pass(same), pass(described), pass(completions)];
    const inNames = matchedRows([first]).length;
    // The same steps as in `searchEvents`.
    const passes =
      inNames < RESULTS_MIN
        ? [first, second, third]
        : inNames < NAME_MATCHES_MIN
          ? [first, second]
          : [first];
    const events = matchedRows(passes)
      .sort((a, b) => a.startsAt - b.startsAt)
      .map(({ eventId, startsAt, endsAt, document }) => ({
        id: eventId,
        startsAt,
        endsAt,
        dates: [...(seriesDates(document, now, now) ?? [])],
      }));
    const { total, isExact: totalIsExact } = countExact(passes, events.length);
    return { events, isExact: !passes.some(({ isCut }) => isCut), total, totalIsExact };
  });
}

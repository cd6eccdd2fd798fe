import type { Database } from "../../../db/client";
import { correctUnit } from "./query-units";
import { FILTERED, type Pass, TIER } from "./rank-passes";
import {
  allWords,
  firstRead,
  LATER_READ,
  type ListQuery,
  mostWords,
  type QueryReading,
  weighByRarity,
  weighUnits,
} from "./search-readings.server";
import { type Correction, filteredBy, passOf, type Readings, runAll } from "./search-rounds.server";

/**
 * Third round, for mistyped words and known names: repeats all lists with corrected words, for each reading of the
 * query, in one round trip.
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
  const wanted = readings.map(({ strict, ranks, loose, plain }, at) => {
    const [first, second] = [correct(strict), correct(loose)];
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
      corrected: allWords(db, { ...first, counted }, "asked", read),
      loosened: loose === strict ? [] : allWords(db, second, "everywhere"),
      most: mostWords(db, second),
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

import type { Database } from "../../../db/client";
import { FILTERED, rankPasses, TIER } from "./rank-passes";
import { seriesDates } from "./search-document";
import { allWords, completed, firstRead, type ListQuery } from "./search-readings.server";

import {
  begunUnits,
  countExact,
  NAME_MATCHES_MIN,
  passOf,
  RESULTS_MIN,
  readingsOf,
  runAll,
  type SearchQuery,
} from "./search-rounds.server";
import type { SeriesDate } from "./series-dates";

/** Events that match all words and filters of a query. */
export interface ExactMatches {
  /** The soonest first; times in UTC epoch ms. A series has its dates to come. */
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
    return {
      strict,
      ranks,
      same: allWords(db, strict, "same", firstRead(strict)),
      described: hasWords ? allWords(db, strict, "everywhere") : [],
      completed: prefix ? completed(db, { ...strict, units: begun }, prefix) : [],
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
    const inNames = rankPasses([first]).length;
    // The same steps as in `searchEvents`.
    const passes =
      inNames < RESULTS_MIN
        ? [first, second, third]
        : inNames < NAME_MATCHES_MIN
          ? [first, second]
          : [first];
    const events = rankPasses(passes)
      .sort((a, b) => a.startsAt - b.startsAt)
      .map(({ id, startsAt, endsAt, document }) => ({
        id,
        startsAt,
        endsAt,
        dates: [...(seriesDates(document, now) ?? [])],
      }));
    const { total, isExact: totalIsExact } = countExact(passes, events.length);
    return { events, isExact: !passes.some(({ isCut }) => isCut), total, totalIsExact };
  });
}

import { readQuery } from "../../../app/modules/search/read-query/read-query";
import seedCities from "../../../db/seed/cities.json";

const cities = seedCities.map(({ slug, name, countryCode }) => ({
  slug,
  nameEn: name.en,
  nameFa: name.fa,
  countryCode,
}));
const areaOf = () => ({ today: "2026-11-24", isThursdayWeekend: true, currency: "IRR" });

/**
 * Reads of each query, after the first ones, which fill the tables and let the compiler optimise.
 */
const ROUNDS = 20;
const WARM_UP = 5;

/**
 * Time that the reader takes for a query, ms: the median of the medians and the largest median. One
 * thread, tables filled.
 */
export function measureReader(queries: readonly string[]): {
  median: number;
  slowest: number;
  query: string;
} {
  const times = queries.map((query) => {
    const all: number[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const started = performance.now();
      readQuery(query, { cities, areaOf });
      if (round >= 0) all.push(performance.now() - started);
    }
    return { query, ms: all.sort((a, b) => a - b)[ROUNDS / 2] ?? 0 };
  });
  const sorted = times.sort((a, b) => a.ms - b.ms);
  const last = sorted.at(-1);
  return {
    median: sorted[Math.floor(sorted.length / 2)]?.ms ?? 0,
    slowest: last?.ms ?? 0,
    query: last?.query ?? "",
  };
}

import type { Database } from "../../../db/client";
import type { MeaningIndex } from "../../lib/deps";
import { FILTERED, type Ranked, rankPasses, TIER } from "./rank-passes";
import { passing, weighUnits } from "./search-readings.server";
import { passOf, type Readings, runAll } from "./search-rounds.server";

/** Weighs first places against later ones (Cormack, Clarke and Büttcher, 2009). */
const RANK_CONSTANT = 60;

/**
 * The events nearest to a query in meaning that pass all its filters, the nearest first; none where
 * the model fails or is late.
 */
export async function findByMeaning(
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
export function fuseRanks(byWords: readonly Ranked[], near: readonly Ranked[]): Ranked[] {
  if (near.length === 0) return [...byWords];
  const scores = new Map<string, number>();
  for (const list of [byWords, near])
    for (const [place, { id }] of list.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_CONSTANT + place + 1));
  return [...byWords].sort((a, b) => (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0));
}

import type { Similarity } from "../../lib/deps";

/** Events of the last part that are ranked by meaning. */
const MOST_SIMILAR = 20;

/**
 * The ids of the last part of the results with its first ones in order of meaning. A failure or a
 * timeout changes nothing, and so does an unknown event: it keeps its place.
 */
export async function rankBySimilarity(
  similarity: Similarity,
  query: string,
  events: Parameters<Similarity>[1],
): Promise<string[]> {
  const ids = events.map(({ id }) => id);
  const scores = await similarity(query, events.slice(0, MOST_SIMILAR)).catch(
    () => new Map<string, number>(),
  );
  const known = ids.filter((id) => scores.has(id));
  const best = [...known].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
  return ids.map((id) => (scores.has(id) ? (best.shift() ?? id) : id));
}

/**
 * Chooses what stands on each shelf, from the first to the last: an event that a reader has already seen above gives
 * way to another one while the shelf has others. The order within a shelf stays.
 * @param candidates for each shelf more than it holds, the best first
 */
export function fillShelves<T extends { id: string }>(candidates: readonly (readonly T[])[], size: number): T[][] {
  const seen = new Set<string>();
  return candidates.map((shelf) => {
    const unseen = shelf.filter(({ id }) => !seen.has(id));
    const repeated = shelf.filter(({ id }) => seen.has(id));
    const chosen = new Set([...unseen, ...repeated].slice(0, size));
    for (const { id } of chosen) seen.add(id);
    return shelf.filter((event) => chosen.has(event));
  });
}

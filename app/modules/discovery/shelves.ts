/**
 * Fills shelves from first to last: an event that an earlier shelf shows is replaced by another
 * candidate while there is one. Keeps the order within a shelf.
 * @param candidates for each shelf more than it holds, best first
 */
export function fillShelves<T extends { id: string }>(
  candidates: readonly (readonly T[])[],
  size: number,
): T[][] {
  const seen = new Set<string>();
  return candidates.map((shelf) => {
    const unseen = shelf.filter(({ id }) => !seen.has(id));
    const repeated = shelf.filter(({ id }) => seen.has(id));
    const chosen = new Set([...unseen, ...repeated].slice(0, size));
    for (const { id } of chosen) seen.add(id);
    return shelf.filter((event) => chosen.has(event));
  });
}

/**
 * Fills parts of a page from first to last; no event is in two of them.
 * @param parts candidates, best first, with how many the part shows
 */
export function withoutRepeats<T extends { id: string }>(
  parts: readonly { candidates: readonly T[]; size: number }[],
): T[][] {
  const seen = new Set<string>();
  return parts.map(({ candidates, size }) => {
    const shown = candidates.filter(({ id }) => !seen.has(id)).slice(0, size);
    for (const { id } of shown) seen.add(id);
    return shown;
  });
}

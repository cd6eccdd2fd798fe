/** Earlier pages that an address remembers; further back leads to the first page. */
const TRAIL_MAX = 20;

/**
 * Paging back through forward-only cursors: the address carries the cursors of the previous pages
 * (`back`, the first page as an empty one) and its own (`after`).
 * @returns the parameters of this page, the next and the previous one; null for the latter on the
 * first page
 */
export function pageTrail(params: URLSearchParams, name = "after") {
  const cursor = params.get(name);
  const back = params.getAll("back").slice(-TRAIL_MAX);
  return {
    here: { [name]: cursor, back },
    nextTo: (next: string) => ({ [name]: next, back: [...back, cursor ?? ""].slice(-TRAIL_MAX) }),
    previous: cursor === null ? null : { [name]: back.at(-1) || null, back: back.slice(0, -1) },
  };
}

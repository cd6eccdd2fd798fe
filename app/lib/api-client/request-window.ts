/** Limit of calls per method and path in the window (product.md §9). */
const LIMIT = 5;
const WINDOW = 1_000;

/** Counts a client's own calls. `take` answers whether one more may go out now. */
export function createRequestWindow(now: () => number) {
  const calls = new Map<string, number[]>();
  return {
    take(key: string): boolean {
      const since = now() - WINDOW;
      const recent = (calls.get(key) ?? []).filter((at) => at > since);
      const isFree = recent.length < LIMIT;
      if (isFree) recent.push(now());
      calls.set(key, recent);
      return isFree;
    },
  };
}

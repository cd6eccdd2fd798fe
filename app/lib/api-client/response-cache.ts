import { type Query, QueryClient } from "@tanstack/react-query";

/**
 * How long an answer is used again, ms; how many are kept; how many go when there are more
 * (product.md §9).
 */
const TTL = 30_000;
const CAPACITY = 100;
const EVICTED = 20;

const OPTIONS = { networkMode: "always", staleTime: TTL, gcTime: TTL, retry: false } as const;

/** Answers of GET calls, and those that are on their way. */
export function createResponseCache() {
  const queries = new QueryClient({ defaultOptions: { queries: OPTIONS } });
  const cache = queries.getQueryCache();
  // Removing a query cancels its call, so a pending one is kept.
  const kept = () => cache.findAll({ fetchStatus: "idle" });
  const remove = (query: Query) => cache.remove(query);
  return {
    /** The kept answer for a path, the one on its way, or a new one. Keeps no failure. */
    async read(path: string, fetch: () => Promise<unknown>): Promise<unknown> {
      const value = await queries.fetchQuery({ queryKey: [path], queryFn: fetch });
      const oldestFirst = kept().sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
      if (oldestFirst.length > CAPACITY) oldestFirst.slice(0, EVICTED).forEach(remove);
      return value;
    },
    clear: () => kept().forEach(remove),
  };
}

/** How long an answer is used again, ms; how many are kept; how many go when there are more (product.md §9). */
const TTL = 30_000;
const CAPACITY = 100;
const EVICTED = 20;

/** Answers of GET calls. */
export function createResponseCache(now: () => number) {
  const entries = new Map<string, { value: unknown; until: number }>();
  return {
    /** Undefined where nothing is kept, or no longer. */
    get(key: string): { value: unknown } | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (now() < entry.until) return entry;
      entries.delete(key);
      return undefined;
    },
    set(key: string, value: unknown): void {
      entries.delete(key);
      entries.set(key, { value, until: now() + TTL });
      if (entries.size > CAPACITY) for (const oldest of [...entries.keys()].slice(0, EVICTED)) entries.delete(oldest);
    },
    clear: () => entries.clear(),
    size: () => entries.size,
  };
}

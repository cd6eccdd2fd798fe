import type { Clock } from "./deps";

/** Remembers what changes rarely (cities, content version, settings) for some seconds, so that requests need not ask D1 again. */
export interface Memo {
  /**
   * @param ttl how long the value may be served, ms
   * @param staleFor how long beyond that while it cannot be loaded anew, ms
   */
  get<T>(key: string, ttl: number, load: () => Promise<T>, staleFor?: number): Promise<T>;
  forget(key: string): void;
  /** Forgets everything: another database stands behind it now. */
  clear(): void;
}

/** While one request loads anew, the others go on with the old value so long, ms. */
const GRACE = 1_000;

export function createMemo(clock: Clock): Memo {
  const entries = new Map<string, { value: unknown; until: number; expires: number }>();
  let forgotten = 0;
  return {
    // Values are kept, never promises: in workerd, whoever awaits another request's I/O goes on in that request's
    // context and fails with "Cannot perform I/O on behalf of a different request".
    async get<T>(key: string, ttl: number, load: () => Promise<T>, staleFor = 0) {
      const known = entries.get(key);
      if (known && clock.now() < known.until) return known.value as T;
      if (known) known.until = clock.now() + GRACE;
      const before = forgotten;
      try {
        const value = await load();
        const now = clock.now();
        if (before === forgotten) entries.set(key, { value, until: now + ttl, expires: now + ttl + staleFor });
        return value;
      } catch (error) {
        // A failure is not remembered: the next request, or the one after the grace, asks again.
        if (known && before === forgotten && clock.now() < known.expires) return known.value as T;
        entries.delete(key);
        throw error;
      }
    },
    forget(key) {
      forgotten += 1;
      entries.delete(key);
    },
    clear() {
      forgotten += 1;
      entries.clear();
    },
  };
}

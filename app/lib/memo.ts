import type { Clock } from "./deps";

/** Remembers what changes rarely (cities, content version, settings) for some seconds, so that requests need not ask D1 again. */
export interface Memo {
  /** @param ttl how long the value may be served, ms */
  get<T>(key: string, ttl: number, load: () => Promise<T>): Promise<T>;
  forget(key: string): void;
}

export function createMemo(clock: Clock): Memo {
  const entries = new Map<string, { value: Promise<unknown>; until: number }>();
  return {
    get<T>(key: string, ttl: number, load: () => Promise<T>) {
      const known = entries.get(key);
      if (known && clock.now() < known.until) return known.value as Promise<T>;
      const value = load();
      entries.set(key, { value, until: clock.now() + ttl });
      // A failure is not remembered: the next request asks again.
      value.catch(() => entries.delete(key));
      return value;
    },
    forget(key) {
      entries.delete(key);
    },
  };
}

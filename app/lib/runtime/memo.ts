import type { Clock } from "../deps";

export interface MemoOptions {
  /** How long past its time a value is served while it cannot be reloaded, ms. */
  staleFor?: number;
  /** The age from which a served value is reloaded in the background, ms. Needs `later`. */
  renewAfter?: number;
  /** Takes work that may finish after the answer. */
  later?: (work: Promise<unknown>) => void;
}

/**
 * Caches rarely changing data (content versions, settings, cities) for seconds, which saves D1
 * queries.
 */
export interface Memo {
  /**
   * @param ttl maximum age for serving without waiting, ms. May differ between callers of a key.
   * @throws the error of `load`, unless an older value may be served
   */
  get<T>(key: string, ttl: number, load: () => Promise<T>, options?: MemoOptions): Promise<T>;
  /** The value, without waiting, if it is younger than `age` (ms). */
  peek<T>(key: string, age: number): T | undefined;
  forget(key: string): void;
  /** Clears all values, for another database. */
  clear(): void;
}

/** How long other requests use the old value while one reloads it, ms. */
const GRACE = 1_000;

/** Values kept at most, the latest used ones: keys contain what visitors ask for. */
const KEPT = 500;
/**
 * How often values that no one may be given any more are let go, ms: keys hold content versions, and
 * a list takes a tenth of a megabyte.
 */
const SWEEP = 5_000;

interface Entry {
  value: unknown;
  loadedAt: number;
  /** Until when the value may be served, also while it cannot be reloaded. */
  endsAt: number;
  /** Until when a request is reloading the value. */
  busyUntil: number;
}

/** @param entries what is kept */
export function createMemo(clock: Clock, entries = new Map<string, Entry>()): Memo {
  let forgotten = 0;
  let sweptAt = 0;

  /** Makes an entry the latest one; the map is in order of use. */
  function keep(key: string, entry: Entry) {
    const now = clock.now();
    if (now >= sweptAt + SWEEP) {
      sweptAt = now;
      for (const [old, { endsAt, busyUntil }] of entries)
        if (now >= endsAt && now >= busyUntil) entries.delete(old);
    }
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > KEPT) entries.delete(entries.keys().next().value as string);
  }

  /**
   * Stores values, never promises: in workerd, awaiting another request's I/O continues in that
   * request's context and fails with "Cannot perform I/O on behalf of a different request".
   */
  async function loadAnew<T>(
    key: string,
    known: Entry | undefined,
    lifetime: number,
    load: () => Promise<T>,
  ): Promise<T> {
    if (known) known.busyUntil = clock.now() + GRACE;
    const before = forgotten;
    const value = await load();
    const loadedAt = clock.now();
    if (before === forgotten)
      keep(key, { value, loadedAt, endsAt: loadedAt + lifetime, busyUntil: 0 });
    return value;
  }

  return {
    async get<T>(
      key: string,
      ttl: number,
      load: () => Promise<T>,
      { staleFor = 0, renewAfter, later }: MemoOptions = {},
    ) {
      const known = entries.get(key);
      const now = clock.now();
      const lifetime = ttl + staleFor;
      if (known) known.endsAt = Math.max(known.endsAt, known.loadedAt + lifetime);
      if (known && (now < known.loadedAt + ttl || now < known.busyUntil)) {
        // A failure keeps the old value; `load` has logged it.
        if (
          later &&
          renewAfter !== undefined &&
          now >= known.loadedAt + renewAfter &&
          now >= known.busyUntil
        )
          later(loadAnew(key, known, lifetime, load).catch(() => {}));
        keep(key, known);
        return known.value as T;
      }
      const before = forgotten;
      try {
        return await loadAnew(key, known, lifetime, load);
      } catch (error) {
        // A failure is not remembered: the next request, or the one after the grace, asks again.
        if (known && before === forgotten && clock.now() < known.loadedAt + ttl + staleFor)
          return known.value as T;
        if (entries.get(key) === known) entries.delete(key);
        throw error;
      }
    },
    peek<T>(key: string, age: number) {
      const known = entries.get(key);
      return known && clock.now() < known.loadedAt + age ? (known.value as T) : undefined;
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

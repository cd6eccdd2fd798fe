/**
 * Values by key, the latest used ones: the oldest leave when there are too many, or when they are
 * too large together.
 */
interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  /** Adds a value, or makes it the latest used one. */
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** @param bytesOf the size of a value, which must not change */
export function createBoundedMap<Value>(
  most: { entries: number; bytes?: number },
  bytesOf: (value: Value) => number = () => 0,
): BoundedMap<Value> {
  // The oldest first.
  const values = new Map<string, Value>();
  let bytes = 0;
  function remove(key: string): void {
    const value = values.get(key);
    if (value === undefined) return;
    values.delete(key);
    bytes -= bytesOf(value);
  }
  return {
    get: (key) => values.get(key),
    set(key, value) {
      remove(key);
      values.set(key, value);
      bytes += bytesOf(value);
      while (values.size > most.entries || bytes > (most.bytes ?? Number.POSITIVE_INFINITY))
        remove(values.keys().next().value as string);
    },
    delete: remove,
  };
}

/**
 * A pure function that remembers its results by arguments, for all requests of an isolate. It
 * forgets all of them when there are more than `most`; it does not remember what it throws.
 */
export function remembered<Args extends readonly (string | number)[], Result>(
  most: number,
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  const results = new Map<string, Result>();
  return (...args) => {
    const key = args.length === 1 ? `${args[0]}` : args.join("\0");
    let result = results.get(key);
    if (result === undefined) {
      result = compute(...args);
      if (results.size >= most) results.clear();
      results.set(key, result);
    }
    return result;
  };
}

/**
 * The same for one object, by identity, as long as the object lives. What else `compute` takes must
 * not change the result.
 */
export function rememberedFor<Key extends object, Others extends unknown[], Result>(
  compute: (key: Key, ...others: Others) => Result,
): (key: Key, ...others: Others) => Result {
  const results = new WeakMap<Key, Result>();
  return (key, ...others) => {
    let result = results.get(key);
    if (result === undefined) {
      result = compute(key, ...others);
      results.set(key, result);
    }
    return result;
  };
}

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

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
    const key = args.join(" ");
    let result = results.get(key);
    if (result === undefined) {
      result = compute(...args);
      if (results.size >= most) results.clear();
      results.set(key, result);
    }
    return result;
  };
}

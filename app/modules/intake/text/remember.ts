/** Size of each cache. */
const KEPT = 2_000;
/** Texts longer than this rarely repeat. */
const LONGEST_KEY = 300;

/** Caches a pure reader: answers repeat days and hours. */
export function remember<T>(
  read: (text: string, ...rest: readonly string[]) => T,
): (text: string, ...rest: readonly string[]) => T {
  const known = new Map<string, T>();
  return (text, ...rest) => {
    if (text.length > LONGEST_KEY) return read(text, ...rest);
    const key = `${text}\n${rest.join("\n")}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = read(text, ...rest);
    if (known.size >= KEPT) known.clear();
    known.set(key, made);
    return made;
  };
}

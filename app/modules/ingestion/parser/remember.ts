/** Answers of one kind that are kept. */
const KEPT = 2_000;
/** Longer texts are seldom the same twice. */
const LONGEST_KEY = 300;

/** A pure reading that is not done again for a text that comes often: an answer names the same days and hours over and over. */
export function remember<T>(read: (text: string, ...rest: readonly string[]) => T): (text: string, ...rest: readonly string[]) => T {
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

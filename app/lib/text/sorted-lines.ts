/**
 * A text of sorted lines, each of a key and, after a tab, what the key stands for. A look-up halves
 * the text, so that a large table costs nothing until it is asked.
 */
export class SortedLines {
  constructor(private readonly text: string) {}

  /** What a key stands for; null without it. */
  get(key: string): string | null {
    const line = this.#lineAt(this.#startOf(key));
    return line !== null && keyIn(line) === key ? line.slice(key.length + 1) : null;
  }

  /** All keys, in order. */
  *keys(): Generator<string> {
    for (const line of this.text.split("\n")) if (line !== "") yield keyIn(line);
  }

  #lineAt(start: number): string | null {
    return start < this.text.length ? this.text.slice(start, this.text.indexOf("\n", start)) : null;
  }

  /** Start of the first line whose key is not before a key. */
  #startOf(key: string): number {
    let [low, high] = [0, this.text.length];
    while (low < high) {
      const start = this.text.lastIndexOf("\n", ((low + high) >> 1) - 1) + 1;
      const line = this.#lineAt(start) ?? "";
      if (keyIn(line) < key) low = start + line.length + 1;
      else high = start;
    }
    return low;
  }
}

function keyIn(line: string): string {
  const end = line.indexOf("\t");
  return end < 0 ? line : line.slice(0, end);
}

/** The text of sorted lines of keys and what they stand for, which may be nothing. */
export const sortedLines = (entries: Iterable<readonly [key: string, value: string]>): string =>
  [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => (value === "" ? `${key}\n` : `${key}\t${value}\n`))
    .join("");

import { searchKey } from "../../../lib/text/search-text";

/** Words of a query that a step understood, by position. */
export interface Span {
  start: number;
  length: number;
}

/** Joined, so that لس آنجلس and لس‌آنجلس have one key. */
export const joined = (words: readonly string[]) => words.join("");

/** The folded words of a name, joined. */
export const joinedKey = (name: string) => searchKey(name).replaceAll(" ", "");

/** Letters that folding leaves as they are. */
const PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی";
const FIRST_LETTERS: ReadonlyMap<string, string> = new Map([
  ...[...PLAIN].flatMap((letter) => [
    [letter, letter] as const,
    [letter.toUpperCase(), letter] as const,
  ]),
  ["آ", "ا"],
]);

/** The first letter of a name's key; an empty text for one that only folding tells. */
export const firstLetter = (name: string): string => FIRST_LETTERS.get(name.charAt(0)) ?? "";

/** A name that waits, with what sets its meaning from its present one. */
interface Later<Meaning> {
  name: string;
  change: (meaning: Meaning | undefined) => Meaning | undefined;
}

/** A table of names, by joined key. */
export class NameTable<Meaning> {
  readonly #meanings = new Map<string, Meaning>();
  /** Names that wait for a query with their first letter: folding thousands takes 30 ms. */
  readonly #waiting = new Map<string, Later<Meaning>[]>();
  /** Word count of the longest name. */
  #longest = 1;
  readonly #words = new Set<string>();
  readonly #spoken = new Set<string>();

  /** The folded words of all names but those of `addSpoken`. */
  get words(): ReadonlySet<string> {
    this.#readAll();
    return this.#words;
  }

  /**
   * `update` at the first query that may have the name. `change` gives undefined to leave it.
   */
  updateLater(name: string, change: Later<Meaning>["change"]): void {
    const letter = firstLetter(name);
    const waiting = this.#waiting.get(letter);
    const later = { name, change };
    if (waiting) waiting.push(later);
    else this.#waiting.set(letter, [later]);
  }

  /** Reads the waiting names that a key may be one of. */
  #read(key: string): void {
    if (this.#waiting.size === 0) return;
    for (const letter of ["", key.charAt(0)]) {
      const waiting = this.#waiting.get(letter) ?? [];
      this.#waiting.delete(letter);
      for (const { name, change } of waiting) this.update(name, change);
    }
  }

  #readAll(): void {
    for (const letter of [...this.#waiting.keys()]) this.#read(letter);
  }

  /** Adds a name; the first meaning of a name stays. */
  add(name: string, meaning: Meaning): void {
    this.update(name, (known) => known ?? meaning);
  }

  /**
   * Adds a short or spoken form: its words spell no words of the other script. Persian in Latin
   * letters counts as unknown beside other such words, so that all are read in Persian letters.
   */
  addSpoken(name: string, meaning: Meaning, script: string): void {
    const key = joinedKey(name);
    if (this.#meanings.has(key) || key === "") return;
    this.#longest = Math.max(this.#longest, searchKey(name).split(" ").length);
    if (script === "fa-latn") this.#spoken.add(key);
    this.#meanings.set(key, meaning);
  }

  /** Whether a word is a name by itself, not Persian in Latin letters. */
  knows(word: string): boolean {
    this.#read(word);
    return this.#meanings.has(word) && !this.#spoken.has(word);
  }

  /** Sets the meaning of a name from its present one; undefined leaves it. */
  update(name: string, change: (meaning: Meaning | undefined) => Meaning | undefined): void {
    const words = searchKey(name).split(" ").filter(Boolean);
    if (words.length === 0) return;
    const key = joined(words);
    const meaning = change(this.#meanings.get(key));
    if (meaning === undefined) return;
    this.#longest = Math.max(this.#longest, words.length);
    for (const word of words) this.#words.add(word);
    this.#meanings.set(key, meaning);
  }

  get(key: string): Meaning | undefined {
    this.#read(key);
    return this.#meanings.get(key);
  }

  keys(): IterableIterator<string> {
    this.#readAll();
    return this.#meanings.keys();
  }

  /** The longest name that begins at a word; null without one. */
  longestAt(
    words: readonly string[],
    start: number,
    isTaken: (index: number) => boolean,
  ): { span: Span; meaning: Meaning } | null {
    this.#read(words[start] ?? "");
    let available = 0;
    while (
      available < this.#longest &&
      start + available < words.length &&
      !isTaken(start + available)
    )
      available++;
    for (let length = available; length > 0; length--) {
      const meaning = this.#meanings.get(joined(words.slice(start, start + length)));
      if (meaning !== undefined) return { span: { start, length }, meaning };
    }
    return null;
  }
}

/** Positions of words that a step has understood. */
export class Taken {
  readonly #indexes = new Set<number>();
  readonly has = (index: number) => this.#indexes.has(index);

  add({ start, length }: Span): void {
    for (let index = start; index < start + length; index++) this.#indexes.add(index);
  }
}

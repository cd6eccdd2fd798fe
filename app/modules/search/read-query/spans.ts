import { searchKey } from "../../../lib/text/search-text";
import { STOP_WORDS } from "../stop-words";
import { ByBeginning, beginningOf, type Source } from "./beginnings";

export const HAS_PERSIAN = /[\u0600-\u06ff]/;

/** Words of a query that a step understood, by position. */
export interface Span {
  start: number;
  length: number;
}

export const overlaps = (a: Span, b: Span): boolean =>
  a.start < b.start + b.length && b.start < a.start + a.length;

/** Whether a word is in one of the spans. */
export const isInSpans = (spans: readonly Span[], index: number): boolean =>
  spans.some((span) => overlaps(span, { start: index, length: 1 }));

/** Joined, so that لس آنجلس and لس‌آنجلس have one key. */
export const joined = (words: readonly string[]) => words.join("");

/** The meaning of a name from its present one; undefined leaves it. */
export type NameChange<Meaning> = (meaning: Meaning | undefined) => Meaning | undefined;

/** A table of names, by joined key. A name is folded at the first query that may have it. */
export class NameTable<Meaning> {
  readonly #meanings = new Map<string, Meaning>();
  readonly #waiting: ByBeginning<() => void>;
  readonly #names: string[] = [];
  /** Word count of the longest name that was read. */
  #longest = 1;
  readonly #spoken = new Set<string>();
  /** Keys of names of several words that equal a stop word when joined: "w/e" is not "we". */
  readonly #apart = new Set<string>();

  /** @param source more names, with the change of each to its meaning; `names` leaves them out */
  constructor(source?: Source<readonly [name: string, change: NameChange<Meaning>]>) {
    this.#waiting = new ByBeginning(
      source && {
        beginnings: source.beginnings,
        at: (beginning) =>
          source.at(beginning).map(
            ([name, change]) =>
              () =>
                this.#fold(name, change),
          ),
      },
    );
  }

  /** All names as they are written, but those of `addSpoken`. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Adds a name; the first meaning of a name stays. */
  add(name: string, meaning: Meaning): void {
    this.update(name, (known) => known ?? meaning);
  }

  /** Sets the meaning of a name from its present one; undefined leaves it. */
  update(name: string, change: NameChange<Meaning>): void {
    this.#names.push(name);
    this.#waiting.add(beginningOf(name), () => this.#fold(name, change));
  }

  /**
   * Adds a short or spoken form: its words spell no words of the other script. Persian in Latin
   * letters counts as unknown beside other such words, so that all are read in Persian letters.
   */
  addSpoken(name: string, meaning: Meaning, script: string): void {
    this.#waiting.add(beginningOf(name), () => {
      const words = searchKey(name).split(" ");
      const key = joined(words);
      if (this.#meanings.has(key) || key === "") return;
      if (script === "fa-latn") this.#spoken.add(key);
      this.#set(key, meaning, words.length);
    });
  }

  /** Whether a word is a name by itself, not Persian in Latin letters. */
  knows(word: string): boolean {
    return this.get(word) !== undefined && !this.#spoken.has(word);
  }

  get(key: string): Meaning | undefined {
    this.#read(key);
    return this.#meanings.get(key);
  }

  keys(): IterableIterator<string> {
    for (const read of this.#waiting.takeAll()) read();
    return this.#meanings.keys();
  }

  /** The longest name that begins at a word; null without one. */
  longestAt(
    words: readonly string[],
    start: number,
    isTaken: (index: number) => boolean,
  ): { span: Span; meaning: Meaning } | null {
    // Two, since the first may be one letter.
    this.#read(joined(words.slice(start, start + 2)));
    let available = 0;
    while (
      available < this.#longest &&
      start + available < words.length &&
      !isTaken(start + available)
    )
      available++;
    for (let length = available; length > 0; length--) {
      if (length === 1 && this.#apart.has(words[start] ?? "")) continue;
      const meaning = this.#meanings.get(joined(words.slice(start, start + length)));
      if (meaning !== undefined) return { span: { start, length }, meaning };
    }
    return null;
  }

  /** Reads the waiting names that a key may be one of. */
  #read(key: string): void {
    for (const read of this.#waiting.take(key)) read();
  }

  #fold(name: string, change: NameChange<Meaning>): void {
    const words = searchKey(name).split(" ").filter(Boolean);
    if (words.length === 0) return;
    const key = joined(words);
    const meaning = change(this.#meanings.get(key));
    if (meaning !== undefined) this.#set(key, meaning, words.length);
  }

  #set(key: string, meaning: Meaning, length: number): void {
    this.#longest = Math.max(this.#longest, length);
    if (length > 1 && STOP_WORDS.has(key) && !this.#meanings.has(key)) this.#apart.add(key);
    this.#meanings.set(key, meaning);
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

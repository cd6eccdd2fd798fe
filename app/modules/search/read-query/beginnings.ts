import { searchKey } from "../../../lib/text/search-text";
import { SortedLines } from "../../../lib/text/sorted-lines";
import { stem } from "../stem";
import { mayBeginPersian, mayBeginSkeleton, skeletonOf } from "./transliterate";

/** The folded words of a name, joined. */
export const joinedKey = (name: string) => searchKey(name).replaceAll(" ", "");

/** Letters that folding leaves as they are. */
const PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی";
/** What each character is in a key, which has no joiners. */
const FOLDED: ReadonlyMap<string, string> = new Map([
  ...[...PLAIN].flatMap((letter) => [
    [letter, letter] as const,
    [letter.toUpperCase(), letter] as const,
  ]),
  ["آ", "ا"],
  ...[" ", "-", "\u200C"].map((joiner) => [joiner, ""] as const),
]);
const JOINERS = /[ \u200C-]+/;

/** The words of a name, as they are written. */
export const wordsInName = (name: string): string[] =>
  name.split(JOINERS).filter((part) => part !== "");
const LENGTH = 2;

/**
 * The first two letters of a name's key, so that names of one key have one beginning. Names that do
 * not begin with plain letters are folded for it.
 */
export function beginningOf(name: string): string {
  let found = "";
  for (let at = 0; at < name.length && found.length < LENGTH; at += 1) {
    const letter = FOLDED.get(name.charAt(at));
    if (letter === undefined) return joinedKey(name).slice(0, LENGTH);
    found += letter;
  }
  // Folding writes two و as one.
  return found === "وو" ? joinedKey(name).slice(0, LENGTH) : found;
}

/** Whether a name's key begins so: of most names the first letter tells. */
export function hasBeginning(name: string, beginning: string): boolean {
  const first = FOLDED.get(name.charAt(0));
  // What follows may join with the letter before it, unless it is a plain one.
  if (first && first !== beginning.charAt(0) && FOLDED.has(name.charAt(1))) return false;
  return beginningOf(name) === beginning;
}

/** The beginnings under which names of a key may be. */
export const beginningsOf = (key: string): readonly string[] =>
  key.length < LENGTH ? ["", key] : ["", key.charAt(0), key.slice(0, LENGTH)];

const NONE: never[] = [];

/** Values that are made when a beginning is first asked for. */
export interface Source<Value> {
  beginnings(): Iterable<string>;
  at(beginning: string): readonly Value[];
}

/** Rows as the files of `search/made/` have them: a letter each, of its distance from the row before. */
const FIRST_LETTER = 0x21;

export const lettersOfRows = (rows: readonly number[]): string =>
  rows.map((row, at) => String.fromCodePoint(FIRST_LETTER + row - (rows[at - 1] ?? 0))).join("");

function rowsOfLetters(letters: string): number[] {
  let row = 0;
  return [...letters].map((letter) => (row += (letter.codePointAt(0) ?? 0) - FIRST_LETTER));
}

/**
 * What rows have, by its beginning.
 * @param text rows by the beginnings of their names and of the words in these, as `npm run make` writes them
 * @param inRow what a row has that begins so
 */
export function rowSource<Value>(
  text: string,
  inRow: (row: number, beginning: string) => readonly Value[],
): Source<Value> {
  const rows = new SortedLines(text);
  return {
    beginnings: () => rows.keys(),
    at: (beginning) =>
      rowsOfLetters(rows.get(beginning) ?? "").flatMap((row) => inRow(row, beginning)),
  };
}

/** Values by the beginnings of their names, each taken once; those of the source come first. */
export class ByBeginning<Value> {
  readonly #values = new Map<string, Value[]>();
  readonly #sourced = new Set<string>();
  #beginnings: readonly string[] | undefined;

  constructor(private readonly source?: Source<Value>) {}

  add(beginning: string, value: Value): void {
    const others = this.#values.get(beginning);
    if (others) others.push(value);
    else this.#values.set(beginning, [value]);
  }

  /** What names of a key may be of. */
  take(key: string): Value[] {
    return beginningsOf(key).flatMap((beginning) => this.#takeAt(beginning));
  }

  takeAll(): Value[] {
    return this.takeWhere(() => true);
  }

  /** What names are of whose beginnings are wanted. */
  takeWhere(isWanted: (beginning: string) => boolean): Value[] {
    this.#beginnings ??= [...(this.source?.beginnings() ?? [])];
    return [...new Set([...this.#beginnings, ...this.#values.keys()])]
      .filter(isWanted)
      .flatMap((beginning) => this.#takeAt(beginning));
  }

  #takeAt(beginning: string): readonly Value[] {
    const added = this.#values.get(beginning) ?? NONE;
    if (added !== NONE) this.#values.delete(beginning);
    if (!this.source || this.#sourced.has(beginning)) return added;
    this.#sourced.add(beginning);
    return [...this.source.at(beginning), ...added];
  }
}

/** Beginnings of verbs, whose stems begin with other letters. */
const VERBS = ["می", "نم"];
const PERSIAN = /^[\u0600-\u06ff]/;

/**
 * The folded words of many names, each folded when a word with its beginning is first asked for:
 * folding thousands takes 30 ms of an isolate's first search.
 */
export class WordIndex {
  #waiting: ByBeginning<string> | undefined;
  readonly #words = new Set<string>();
  readonly #stems = new Set<string>();
  #unstemmed: string[] = [];
  readonly #skeletons = new Map<string, string[]>();
  #unsounded: string[] = [];

  /** @param source more words, as they are written */
  constructor(
    private readonly names: () => Iterable<string>,
    private readonly source?: Source<string>,
  ) {}

  has(word: string): boolean {
    this.#read(this.#parts().take(word));
    return this.#words.has(word);
  }

  /** Whether a word has the stem. */
  hasStem(wanted: string): boolean {
    this.#read(this.#parts().take(wanted));
    if (PERSIAN.test(wanted)) for (const verb of VERBS) this.#read(this.#parts().take(verb));
    for (const word of this.#unstemmed) this.#stems.add(stem(word));
    this.#unstemmed = [];
    return this.#stems.has(wanted);
  }

  /** The words of one consonant skeleton, or those in Persian letters at least. */
  ofSkeleton(wanted: string, isPersian: boolean): readonly string[] {
    const mayBegin = isPersian ? mayBeginPersian : mayBeginSkeleton;
    this.#read(this.#parts().takeWhere((beginning) => mayBegin(beginning, wanted)));
    for (const word of this.#unsounded) {
      const skeleton = skeletonOf(word);
      if (skeleton === null) continue;
      const own = this.#skeletons.get(skeleton);
      if (own) own.push(word);
      else this.#skeletons.set(skeleton, [word]);
    }
    this.#unsounded = [];
    return this.#skeletons.get(wanted) ?? NONE;
  }

  all(): ReadonlySet<string> {
    this.#read(this.#parts().takeAll());
    return this.#words;
  }

  /** The words of the names, as they are written. */
  #parts(): ByBeginning<string> {
    if (this.#waiting) return this.#waiting;
    const waiting = new ByBeginning(this.source);
    for (const name of this.names())
      for (const part of wordsInName(name)) waiting.add(beginningOf(part), part);
    this.#waiting = waiting;
    return waiting;
  }

  #read(parts: readonly string[]): void {
    for (const part of parts)
      for (const word of searchKey(part).split(" "))
        if (word !== "" && !this.#words.has(word)) {
          this.#words.add(word);
          this.#unstemmed.push(word);
          this.#unsounded.push(word);
        }
  }
}

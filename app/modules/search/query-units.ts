import { searchKey } from "../../lib/search-text";
import { stem } from "./stem";
import { STOP_WORDS } from "./stop-words";
import { findSynonyms, longestPhrase } from "./synonyms";

/** More words than this are not looked for. */
const MOST_WORDS = 8;
/** Longer words are cut: no word of the index is as long. */
const LONGEST_WORD = 40;

/** How good a match by each kind of alternative is, against the typed word itself. */
export const QUALITY = { typed: 1, corrected: 0.9, same: 0.85, completed: 0.6, near: 0.4 } as const;

export interface Alternative {
  /** Folded words that must all be there. */
  words: readonly string[];
  kind: keyof typeof QUALITY;
}

/** One thing that is asked for: a word, or a phrase that the synonyms know. */
export interface Unit {
  words: readonly string[];
  alternatives: readonly Alternative[];
  /** This unit and its neighbours written as one word: سه تار, سهتار. Finding that finds each of them. */
  joins: readonly string[];
}

/** The folded words of a text that are looked for: stop words only where there are no others. */
export function wordsOf(text: string): string[] {
  const all = searchKey(text).split(" ").filter(Boolean).map((word) => word.slice(0, LONGEST_WORD));
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  return [...new Set(telling.length > 0 ? telling : all)].slice(0, MOST_WORDS);
}

function unitOf(words: readonly string[]): Unit {
  const synonyms = findSynonyms(words);
  return {
    words,
    alternatives: [
      { words, kind: "typed" },
      ...(words.length > 1 ? [{ words: [words.join("")], kind: "typed" as const }] : []),
      ...(synonyms?.same ?? []).map((alternative) => ({ words: alternative, kind: "same" as const })),
      ...(synonyms?.near ?? []).map((alternative) => ({ words: alternative, kind: "near" as const })),
    ],
    joins: [],
  };
}

/** Reads words as units, the longest phrase of the synonyms first. */
export function unitsOf(text: string): Unit[] {
  const words = wordsOf(text);
  const units: Unit[] = [];
  for (let start = 0; start < words.length; ) {
    let length = Math.min(longestPhrase(), words.length - start);
    while (length > 1 && !findSynonyms(words.slice(start, start + length))) length--;
    units.push(unitOf(words.slice(start, start + length)));
    start += length;
  }
  return units.map((unit, index) => ({ ...unit, joins: joinsAt(units, index) }));
}

/** What unit `index` and one or two neighbours are when written together. */
function joinsAt(units: readonly Unit[], index: number): string[] {
  const joins: string[] = [];
  for (const length of [2, 3]) {
    for (let start = Math.max(index - length + 1, 0); start <= index && start + length <= units.length; start++) {
      const words = units.slice(start, start + length).flatMap((unit) => unit.words);
      if (words.length === length) joins.push(words.join(""));
    }
  }
  return joins;
}

/** The same unit, found by other words too. */
export function withAlternatives(unit: Unit, words: readonly string[], kind: Alternative["kind"]): Unit {
  return { ...unit, alternatives: [...unit.alternatives, ...words.map((word) => ({ words: [word], kind }))] };
}

/** Typed without suffix. */
export const stemsOf = (words: readonly string[]) => words.map(stem);

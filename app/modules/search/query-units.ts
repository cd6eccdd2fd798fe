import { remembered } from "../../lib/runtime/remembered";
import { searchKey } from "../../lib/text/search-text";
import type { AgeRange, IntentUnit } from "./read-query/understood";
import { ageWords, facetWord } from "./search-document";
import { stem } from "./stem";
import { STOP_WORDS, SUFFIXES_APART, WEAK_WORDS } from "./stop-words";
import { completePhrases, findSynonyms, hasSynonyms, LONGEST_PHRASE } from "./synonyms";

/** Words of a query that are read. */
export const MOST_WORDS = 16;
/** Parts of a query that are searched for: the lists of a search grow with three times as many. */
const MOST_UNITS = 6;
/** Maximum length of a word; the index has no longer ones. */
const LONGEST_WORD = 40;

/** Quality of a match by kind of alternative, relative to the typed word. */
export const QUALITY = { typed: 1, corrected: 0.9, same: 0.85, completed: 0.6, near: 0.4 } as const;

export interface Alternative {
  /** Folded words, all required. */
  words: readonly string[];
  kind: keyof typeof QUALITY;
}

/** One part of a query: a word, or a phrase from the synonyms. */
export interface QueryUnit {
  words: readonly string[];
  alternatives: readonly Alternative[];
  /** The unit joined with its neighbours (سه تار, سهتار). A match covers each of them. */
  joins: readonly string[];
  /**
   * Facet words that match too, with the quality of such a match: traits and categories of an
   * intent.
   */
  facets?: readonly { word: string; quality: number }[];
  /** A fact that descriptions do not state. */
  isFact?: boolean;
  /** Too common to select events, if there are other units. */
  isWeak: boolean;
}

/** Indexes of the units that select events. */
export function selectingUnits(units: readonly QueryUnit[]): number[] {
  const all = [...units.keys()];
  const strong = all.filter((index) => !units[index]?.isWeak);
  return strong.length > 0 ? strong : all;
}

const foldedWords = (text: string) =>
  searchKey(text)
    .split(" ")
    .filter(Boolean)
    .map((word) => word.slice(0, LONGEST_WORD));

function unitOf(words: readonly string[]): QueryUnit {
  const synonyms = findSynonyms(words);
  return {
    words,
    alternatives: [
      { words, kind: "typed" },
      ...(words.length > 1 ? [{ words: [words.join("")], kind: "typed" as const }] : []),
      ...(synonyms?.same ?? []).map((alternative) => ({
        words: alternative,
        kind: "same" as const,
      })),
      ...(synonyms?.near ?? []).map((alternative) => ({
        words: alternative,
        kind: "near" as const,
      })),
    ],
    joins: [],
    isWeak: words.length === 1 && WEAK_WORDS.has(words[0] ?? ""),
  };
}

/** Texts whose units are kept: the readings of a request ask for the same few again and again. */
const TEXTS = 20;

/**
 * Splits a query into units, longest phrases of the synonyms first. Stop words count only within
 * phrases (پیاده روی), or if there are no others. `leftOutWords` tells what follows the last unit.
 */
export const unitsOf = remembered(TEXTS, (text: string): readonly QueryUnit[] =>
  allUnits(text).slice(0, MOST_UNITS),
);

/** The words of a query that its search leaves out, since it has too many. */
export function leftOutWords(text: string): string[] {
  const words = foldedWords(text);
  if (words.length <= MOST_UNITS) return [];
  const units = allUnits(text);
  return [...units.slice(MOST_UNITS).flatMap((unit) => unit.words), ...words.slice(MOST_WORDS)];
}

const allUnits = remembered(TEXTS, (text: string): readonly QueryUnit[] => {
  const words = foldedWords(text).slice(0, MOST_WORDS);
  const phrases: { start: number; length: number }[] = [];
  for (let start = 0; start < words.length; ) {
    let length = Math.min(words.length - start, LONGEST_PHRASE);
    while (length > 1 && !isPhrase(words.slice(start, start + length))) length--;
    phrases.push({ start, length });
    start += length;
  }
  const isContent = ({ start, length }: { start: number; length: number }) =>
    length > 1 || !STOP_WORDS.has(words[start] ?? "");
  const contentPhrases = phrases.filter(isContent);
  const units = (contentPhrases.length > 0 ? contentPhrases : phrases).map(({ start, length }) => ({
    ...unitOf(words.slice(start, start + length)),
    joins: length === 1 ? joinsAt(words, start) : [],
  }));
  return units.filter(
    (unit, index) =>
      units.findIndex((other) => other.words.join(" ") === unit.words.join(" ")) === index,
  );
});

/**
 * Whether the words are a phrase of the synonyms: پیاده روی, but not فیلم ها, which is one word
 * with its suffix.
 */
export function isPhrase(words: readonly string[]): boolean {
  return (
    words.length > 1 &&
    words.length <= LONGEST_PHRASE &&
    !SUFFIXES_APART.has(words.at(-1) ?? "") &&
    hasSynonyms(words)
  );
}

/** The word at `index` joined with one or two neighbours. */
function joinsAt(words: readonly string[], index: number): string[] {
  const joins: string[] = [];
  for (const length of [2, 3]) {
    for (
      let start = Math.max(index - length + 1, 0);
      start <= index && start + length <= words.length;
      start++
    ) {
      joins.push(words.slice(start, start + length).join(""));
    }
  }
  return joins;
}

/** The unit of a trait or an intent: its words, or any of its facets. */
export function intentUnit({ words, isFact, traits, categories }: IntentUnit): QueryUnit {
  const typed = foldedWords(words);
  const content = typed.filter((word) => !STOP_WORDS.has(word));
  return {
    ...unitOf(content.length > 0 ? content : typed),
    isWeak: false,
    ...(isFact ? { isFact } : null),
    facets: [
      ...traits.map(({ trait, weight }) => ({ word: facetWord.trait(trait), quality: weight })),
      ...categories.map(({ category, weight }) => ({
        word: facetWord.category(category),
        quality: weight,
      })),
    ],
  };
}

/** A unit that ranks events that state one of the ages above others of the filter. */
export const agesUnit = (ages: AgeRange): QueryUnit => ({
  words: [],
  alternatives: [],
  joins: [],
  facets: ageWords(ages).map((word) => ({ word, quality: 1 })),
  isWeak: true,
});

/** The unit with corrections of its word, of one word or several, and their synonyms. */
export function correctUnit(unit: QueryUnit, corrections: readonly string[]): QueryUnit {
  const corrected = corrections.flatMap((correction) => {
    const words = correction.split(" ");
    const synonyms = findSynonyms(words);
    return [
      { words, kind: "corrected" as const },
      ...(synonyms?.same ?? []).map((same) => ({ words: same, kind: "same" as const })),
      ...(synonyms?.near ?? []).map((near) => ({ words: near, kind: "near" as const })),
    ];
  });
  return { ...unit, alternatives: [...unit.alternatives, ...corrected] };
}

/** The unit with completions of its word. */
export function completeUnit(unit: QueryUnit, prefix: string): QueryUnit {
  return {
    ...unit,
    alternatives: [
      ...unit.alternatives,
      ...completePhrases(prefix).map((words) => ({ words, kind: "completed" as const })),
    ],
  };
}

/** Stems of the words. */
export const stemsOf = (words: readonly string[]) => words.map(stem);

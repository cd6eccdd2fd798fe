import { searchKey } from "../../../lib/text/search-text";
import { correctLayout, type Evidence } from "../../search/read-query/correct-query";
import { baseSpellings, skeletonOf, spellingCost } from "../../search/read-query/transliterate";
import type { Vocabulary } from "../../search/read-query/vocabulary";
import { SHORTEST_CORRECTED } from "../../search/spelling";
import { STOP_WORDS } from "../../search/stop-words";
import type { SuggestionIndex, WantedWords } from "./suggestion-index";

/** The part of an index a reading needs. */
export type KnownWords = Pick<
  SuggestionIndex,
  "hasWord" | "hasPrefix" | "wordsOfSkeleton" | "wordsOfSkeletonPrefix"
>;

const MOST_WORDS = 8;
const SHORTEST_SPELLED = 3;
/** Spellings of a word that is typed in the other script. */
const MOST_SPELLINGS = 4;

const foldedWords = (text: string) => searchKey(text).split(" ").filter(Boolean);

/** Words of a query; stop words only if it has no others. */
export function suggestionWords(text: string): string[] {
  const words = foldedWords(text).slice(0, MOST_WORDS);
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return content.length > 0 ? content : words;
}

/**
 * The query in the other keyboard layout, its last word possibly unfinished; null if it is likely
 * as typed.
 */
export function inOtherLayout(
  text: string,
  vocabulary: Vocabulary,
  index: KnownWords,
): string | null {
  const { query, corrections } = correctLayout(text, vocabulary, index.hasPrefix);
  return corrections.length > 0 ? query : null;
}

/** The index's data on words of a query that no name has: evidence for corrections. */
export function evidenceFor(
  text: string,
  lookups: readonly string[],
  vocabulary: Vocabulary,
  index: KnownWords,
): Evidence {
  const words = foldedWords(text);
  const isKnown = (word: string) => vocabulary.has(word) || index.hasWord(word);
  const isJoined = (at: number) =>
    [at - 1, at].some((one) => isKnown(words.slice(Math.max(one, 0), one + 2).join("")));
  const mistyped = words.filter(
    (word, at) =>
      word.length >= SHORTEST_CORRECTED &&
      !vocabulary.has(word) &&
      !isJoined(at) &&
      !(at === words.length - 1
        ? index.hasPrefix(word) || vocabulary.begins(word)
        : index.hasWord(word)),
  );
  const skeletons = mistyped.flatMap((word) =>
    [word, ...baseSpellings(word)].flatMap((spelling) => skeletonOf(spelling) ?? []),
  );
  return {
    mistyped,
    found: [
      ...new Set([...lookups.filter(index.hasWord), ...skeletons.flatMap(index.wordsOfSkeleton)]),
    ],
  };
}

/**
 * Beginnings of words of the other script that a word may spell, best first: moosi is موسی of
 * موسیقی.
 */
function spelledBeginnings(word: string, index: KnownWords): string[] {
  const skeleton = word.length < SHORTEST_SPELLED ? null : skeletonOf(word);
  if (skeleton === null) return [];
  const isLatin = /^[a-z]/.test(word);
  const costs = new Map<string, number>();
  for (const other of index.wordsOfSkeletonPrefix(skeleton)) {
    if (/^[a-z]/.test(other) === isLatin) continue;
    for (let length = 2; length <= other.length; length++) {
      const beginning = other.slice(0, length);
      if (costs.has(beginning) || skeletonOf(beginning) !== skeleton) continue;
      const cost = isLatin ? spellingCost(word, beginning) : spellingCost(beginning, word);
      if (cost !== null) costs.set(beginning, cost);
    }
  }
  return [...costs]
    .sort(([a, cost], [b, other]) => cost - other || (a < b ? -1 : 1))
    .slice(0, MOST_SPELLINGS)
    .map(([beginning]) => beginning);
}

/**
 * The words with spellings of the other script for those that begin no word of the index; null if
 * none has any.
 */
export function spelledWords(words: readonly string[], index: KnownWords): WantedWords | null {
  const wanted = words.map((word) =>
    index.hasPrefix(word) ? [word] : spelledBeginnings(word, index),
  );
  return wanted.every((alternatives) => alternatives.length > 0) ? wanted : null;
}

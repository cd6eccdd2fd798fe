import { searchKey } from "../../lib/text/search-text";
import { OTHER_WORDS } from "./filter-words";
import { baseSpellings, skeletonOf } from "./read-query/transliterate";
import { knowsWord } from "./synonyms";

/** Minimum length of a corrected word: shorter ones have too many neighbours. */
export const SHORTEST_CORRECTED = 4;

/**
 * Phonetic form of a Persian word in Latin letters: santoor, santour and santur, ghazal and qazal,
 * kamanche and kamancheh are equal. Null for other letters and short words.
 */
export function soundOf(word: string): string | null {
  if (!/^[a-z]{4,}$/.test(word)) return null;
  const sound = word
    .replace(/gh/g, "q")
    .replace(/kh/g, "x")
    .replace(/(?<=[aeiou])h(?=[aeiou])/g, "")
    .replace(/(?<=[ae])h$/, "")
    .replace(/o[ouw]|u[ou]|ow/g, "u")
    .replace(/ee|iy|ii/g, "i")
    .replace(/(.)\1+/g, "$1")
    .replace(/m(?=b)/g, "n")
    .replace(/o/g, "u")
    .replace(/[ey]/g, "i")
    .replace(/(.)\1+/g, "$1");
  return sound.length > 2 ? `~${sound}` : null;
}

/**
 * The word, the word without each of its letters, its phonetic form and its consonants: two words
 * one mistake apart, with different transcriptions, or in different scripts share one of them.
 */
export function spellings(word: string): string[] {
  const all = new Set([word]);
  for (let i = 0; i < word.length; i++) all.add(word.slice(0, i) + word.slice(i + 1));
  const sound = soundOf(word);
  if (sound) all.add(sound);
  const skeleton = skeletonOf(word);
  if (skeleton) all.add(skeleton);
  return [...all];
}

/** Skeletons of a Latin word without its Persian endings. */
export const baseSkeletons = (word: string): string[] =>
  baseSpellings(word).flatMap((base) => skeletonOf(base) ?? []);

/** Whether one letter is wrong, missing or extra, or two adjacent letters are swapped. */
export function isOneMistakeApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (
    end < Math.min(a.length, b.length) - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  )
    end++;
  const restA = a.slice(start, a.length - end);
  const restB = b.slice(start, b.length - end);
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

const MOST_CORRECTIONS = 6;

/**
 * Known words that the word may be a mistake for; those with the same first letter first, since
 * mistakes there are rare.
 */
export function correctionsOf(word: string, known: readonly string[]): string[] {
  const sound = soundOf(word);
  const beginsAlike = (other: string) => Number(other[0] === word[0]);
  return [...new Set(known)]
    .filter((other) => other !== word)
    .filter(
      (other) => isOneMistakeApart(word, other) || (sound !== null && sound === soundOf(other)),
    )
    .sort(
      (a, b) =>
        beginsAlike(b) - beginsAlike(a) ||
        Math.abs(a.length - word.length) - Math.abs(b.length - word.length) ||
        (a < b ? -1 : 1),
    )
    .slice(0, MOST_CORRECTIONS);
}

const sortedLetters = (word: string) => [...word].sort().join("");

/** Whether a letter was typed twice: freee, concertt. */
const hasDoubledLetter = (word: string, name: string) =>
  word.length === name.length + 1 &&
  [...word].some(
    (letter, at) => letter === word[at + 1] && word.slice(0, at) + word.slice(at + 1) === name,
  );

/**
 * Minimum length of a name whose first two letters may be swapped: in shorter names that makes
 * another word (solo and Oslo).
 */
const SHORTEST_TURNED = 6;

/**
 * Whether a mistyped word is clear enough to become a filter. The first letter must match, or be
 * swapped with its neighbour in a long word. Reordered and doubled letters are then clear.
 * Otherwise refuses short words, of which one letter makes others (flood and food, fred and free),
 * unfinished words, and words with an extra letter at the end, which are names or adjectives
 * (parisa, tehrani).
 */
function isUnambiguous(word: string, name: string): boolean {
  const isTurned = sortedLetters(word) === sortedLetters(name);
  if (word[0] !== name[0]) return isTurned && name.length >= SHORTEST_TURNED;
  if (isTurned || hasDoubledLetter(word, name)) return true;
  if (name.length <= SHORTEST_CORRECTED || word.startsWith(name)) return false;
  return word.length > SHORTEST_CORRECTED || !name.startsWith(word);
}

/** Minimum length of names that are compared with two letters exchanged around a third. */
const SHORTEST_EXCHANGED = 5;

/** Whether two letters of a name, not its first, changed places around one between: شیزار. */
const isExchanged = (word: string, name: string): boolean =>
  name.length >= SHORTEST_EXCHANGED &&
  word !== name &&
  [...name].some(
    (letter, at) =>
      at > 0 &&
      at + 2 < name.length &&
      word === `${name.slice(0, at)}${name[at + 2]}${name[at + 1]}${letter}${name.slice(at + 3)}`,
  );

/** Letters that a half word has, and lacks at most: isfah, not "stock" of Stockholm. */
const [SHORTEST_WORD_HALF, MOST_LACKED] = [5, 3];

const isHalf = (word: string, name: string): boolean =>
  word.length >= SHORTEST_WORD_HALF &&
  word !== name &&
  name.startsWith(word) &&
  name.length - word.length <= MOST_LACKED;

/** The filter word that a mistyped word stands for; null if unclear, or if the word exists. */
export function filterWordMeant(word: string, filterWords: readonly string[]): string | null {
  if (OTHER_WORDS.has(word) || knowsWord(word)) return null;
  return (
    correctionsOf(word, filterWords).find((name) => isUnambiguous(word, name)) ??
    filterWords.find((name) => isExchanged(word, name)) ??
    filterWords.find((name) => isHalf(word, name)) ??
    null
  );
}

/** Replaces folded words of a text; leaves the others as typed. */
export function replaceWords(text: string, replacement: (word: string) => string): string {
  const pieces = text.split(/\s+/).filter(Boolean);
  return pieces
    .map((piece) => {
      const words = searchKey(piece).split(" ");
      const replaced = words.map(replacement);
      return replaced.some((word, index) => word !== words[index]) ? replaced.join(" ") : piece;
    })
    .join(" ");
}

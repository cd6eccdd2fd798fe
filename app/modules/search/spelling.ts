import { searchKey } from "../../lib/text/search-text";
import { OTHER_WORDS } from "./filter-words";
import { knowsWord } from "./synonyms";

/** A word of fewer letters has too many neighbours to guess among. */
export const SHORTEST_CORRECTED = 4;

/**
 * A Persian word in Latin letters as it sounds: santoor, santour and santur, ghazal and qazal, kamanche and
 * kamancheh are one. Null for what is in other letters or too short to tell.
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
 * The word, what is left of it without each one of its letters, and its sound: two words one mistake apart, or
 * spelt differently from Persian, share one of these.
 */
export function spellings(word: string): string[] {
  const all = new Set([word]);
  for (let i = 0; i < word.length; i++) all.add(word.slice(0, i) + word.slice(i + 1));
  const sound = soundOf(word);
  if (sound) all.add(sound);
  return [...all];
}

/** One letter wrong, missing, too many, or two neighbours exchanged. */
export function isOneMistakeApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const restA = a.slice(start, a.length - end);
  const restB = b.slice(start, b.length - end);
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

const MOST_CORRECTIONS = 6;

/** The known words that a word can be a mistake for; those that begin alike first, since first letters are seldom wrong. */
export function correctionsOf(word: string, known: readonly string[]): string[] {
  const sound = soundOf(word);
  const beginsAlike = (other: string) => Number(other[0] === word[0]);
  return [...new Set(known)]
    .filter((other) => other !== word)
    .filter((other) => isOneMistakeApart(word, other) || (sound !== null && sound === soundOf(other)))
    .sort(
      (a, b) => beginsAlike(b) - beginsAlike(a) || Math.abs(a.length - word.length) - Math.abs(b.length - word.length) || (a < b ? -1 : 1),
    )
    .slice(0, MOST_CORRECTIONS);
}

const sortedLetters = (word: string) => [...word].sort().join("");

/** True for a word in which a letter was typed twice: freee, concertt. */
const hasDoubledLetter = (word: string, name: string) =>
  word.length === name.length + 1 &&
  [...word].some((letter, at) => letter === word[at + 1] && word.slice(0, at) + word.slice(at + 1) === name);

/** In names of fewer letters the first one exchanged with the second makes another word (solo and Oslo). */
const SHORTEST_TURNED = 6;

/**
 * Whether a mistyped word is clear enough to become a filter by it, rather than a word to look for. The first letter must
 * be right, or have changed places with its neighbour in a long word. Letters that stand in another order, or twice, are
 * clear then. Otherwise, of short words one letter makes others (flood and food, fred and free), half of one is nothing
 * yet, and with a letter more it is a name or an adjective (parisa, tehrani).
 */
function isUnambiguous(word: string, name: string): boolean {
  const isTurned = sortedLetters(word) === sortedLetters(name);
  if (word[0] !== name[0]) return isTurned && name.length >= SHORTEST_TURNED;
  if (isTurned || hasDoubledLetter(word, name)) return true;
  if (name.length <= SHORTEST_CORRECTED || word.startsWith(name)) return false;
  return word.length > SHORTEST_CORRECTED || !name.startsWith(word);
}

/** The word of a filter's name that a mistyped word was probably meant to be; null where it tells too little, or is a word itself. */
export function filterWordMeant(word: string, filterWords: readonly string[]): string | null {
  if (OTHER_WORDS.has(word) || knowsWord(word)) return null;
  return correctionsOf(word, filterWords).find((name) => isUnambiguous(word, name)) ?? null;
}

/** A text with other words in place of its folded ones; what stays is left as it was typed. */
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

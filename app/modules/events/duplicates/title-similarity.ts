import translations from "../../../../data/word-translations.tsv?raw";
import { remembered } from "../../../lib/runtime/remembered";
import { readTsv } from "../../../lib/text/csv";
import { PERSIAN_SOUNDS } from "../../../lib/text/persian-sounds";
import { searchKey } from "../../../lib/text/search-text";
import { isOneMistakeApart, soundOf } from "../../search/spelling";
import { stem } from "../../search/stem";
import { findSynonyms } from "../../search/synonyms";
import { audienceGroupOf, CONTAINERS, titleNumberOf, weightOf } from "./title-words";

/** v, w and y stand for vowels as often as for consonants in both scripts, so both drop them. */
const fromPersian = (word: string): string =>
  [...word.replace(/(?<=.)ه$/, "").replace(/^خوا/, "خا")]
    .map((letter) => PERSIAN_SOUNDS[letter] ?? "")
    .join("")
    .replace(/[AUI]/g, "")
    .replace(/Z/g, "j");

const fromLatin = (word: string): string =>
  word
    .replace(/(?<=[aeo])h$/, "")
    .replace(/sch|sh/g, "S")
    .replace(/ch/g, "C")
    .replace(/kh/g, "X")
    .replace(/gh/g, "q")
    .replace(/zh/g, "j")
    .replace(/ph/g, "f")
    .replace(/th/g, "t")
    .replace(/ck/g, "k")
    .replace(/x/g, "ks")
    .replace(/c(?=[eiy])/g, "s")
    .replace(/c/g, "k")
    .replace(/X/g, "x")
    .replace(/[aeiouvwy]/g, "");

/**
 * Consonants of a folded word, equal for a name in Persian and in its Latin transcription: همایون
 * and homayoun, شجریان and shajarian (but not qazal and ghazal). Empty for other scripts.
 */
export function consonantsOf(word: string): string {
  const bones = /^[a-z]+$/.test(word)
    ? fromLatin(word)
    : /^[\u0600-\u06ff]+$/.test(word)
      ? fromPersian(word)
      : "";
  return bones.replace(/(.)\1+/g, "$1").replace(/m(?=b)/g, "n");
}

type Script = "latin" | "persian" | "other";

interface Word {
  text: string;
  stem: string;
  script: Script;
  consonants: string;
  sound: string | null;
  /** Meanings of the word, shared with its synonyms and translations. */
  meanings: ReadonlySet<string>;
  weight: number;
}

/** A title prepared for many comparisons. */
export interface TitleProfile {
  key: string;
  words: readonly Word[];
  /** One per word. */
  weights: readonly number[];
  script: Script;
  numbers: ReadonlySet<number>;
  /** Groups of the audience that the title names. */
  audiences: ReadonlySet<number>;
  isContainer: boolean;
}

const MEANINGS: ReadonlyMap<string, readonly string[]> = (() => {
  const found = new Map<string, string[]>();
  for (const [index, columns] of readTsv(translations).entries())
    for (const word of searchKey(columns.join(" ")).split(" ")) {
      const key = stem(word);
      found.set(key, [...(found.get(key) ?? []), `=${index}`]);
    }
  return found;
})();

const scriptOf = (word: string): Script =>
  /[a-z]/.test(word) ? "latin" : /[\u0600-\u06ff]/.test(word) ? "persian" : "other";

/** Size of the caches per isolate: the words of a run recur. */
const REMEMBERED = 8_000;

function meaningsOf(...parts: readonly string[]): ReadonlySet<string> {
  const joined = parts.join("");
  const same = findSynonyms(parts)?.same ?? [];
  return new Set([
    ...same.map((other) => other.join("")),
    ...(same.length > 0 ? [joined] : []),
    ...(MEANINGS.get(stem(joined)) ?? []),
  ]);
}

const wordOf = remembered(
  REMEMBERED,
  (text: string): Word => ({
    text,
    stem: stem(text),
    script: scriptOf(text),
    consonants: consonantsOf(text),
    sound: soundOf(text),
    meanings: meaningsOf(text),
    weight: weightOf(text),
  }),
);

/** Two adjacent words with a joint meaning ("open mic") both get it. */
function joinPhrases(words: Word[]): void {
  for (let i = 0; i + 1 < words.length; i++) {
    const [first, second] = [words[i], words[i + 1]];
    if (!first || !second) continue;
    const together = meaningsOf(first.text, second.text);
    if (together.size === 0) continue;
    words[i] = { ...first, meanings: new Set([...first.meanings, ...together]) };
    words[i + 1] = { ...second, meanings: new Set([...second.meanings, ...together]) };
  }
}

/** Maximum number of words that are compared. */
const MAX_WORDS = 40;

/** Times within titles repeat the event's fields. */
const TIMES = /\d{1,2}[:٫.]\d{2}(?!\d)/g;

/** Prepares a title: words, numbers, audiences. */
export function profileTitle(title: string): TitleProfile {
  const bare = title.replace(TIMES, " ");
  const folded = searchKey(bare).split(" ").filter(Boolean);
  const key = (bare === title ? folded : searchKey(title).split(" ")).join("");
  folded.length = Math.min(folded.length, MAX_WORDS);
  const words: Word[] = [];
  const numbers = new Set<number>();
  for (let i = 0; i < folded.length; i++) {
    const here = folded[i] ?? "";
    const number = titleNumberOf(here, folded[i - 1], i > 1 && i === folded.length - 1);
    if (number !== null) {
      const last = [...numbers].at(-1);
      // Joins tens and units («چهل و یکمین»), with or without the particle.
      const isJoined =
        folded[i - 1] === "و" ||
        here.startsWith("و") ||
        titleNumberOf(folded[i - 1] ?? "", undefined) === last;
      if (last !== undefined && last >= 20 && last % 10 === 0 && number < 10 && isJoined) {
        numbers.delete(last);
        numbers.add(last + number);
      } else numbers.add(number);
      continue;
    }
    words.push(wordOf(here));
  }
  joinPhrases(words);
  const scripts = words.filter(({ weight }) => weight > 0).map(({ script }) => script);
  const persian = scripts.filter((script) => script === "persian").length;
  return {
    key,
    words,
    weights: words.map(({ weight }) => weight),
    script: persian * 2 > scripts.length ? "persian" : "latin",
    numbers,
    audiences: new Set(folded.map(audienceGroupOf).filter((group) => group !== null)),
    isContainer: folded.some((word) => CONTAINERS.has(word)),
  };
}

function sharesMeaning(a: Word, b: Word): boolean {
  if (a.meanings.size === 0 || b.meanings.size === 0) return false;
  for (const meaning of a.meanings) if (b.meanings.has(meaning)) return true;
  return false;
}

/** Similarity of two words, 0 to 1. */
function similarityOfWords(a: Word, b: Word): number {
  if (a === b || a.stem === b.stem) return 1;
  if (sharesMeaning(a, b)) return 0.95;
  if (a.script !== b.script) {
    if (a.consonants.length < 2 || a.consonants[0] !== b.consonants[0]) return 0;
    if (a.consonants === b.consonants) return a.consonants.length > 2 ? 0.95 : 0.75;
    return Math.min(a.consonants.length, b.consonants.length) >= 4 &&
      isOneMistakeApart(a.consonants, b.consonants)
      ? 0.75
      : 0;
  }
  if (a.sound !== null && a.sound === b.sound) return 0.95;
  if (Math.min(a.text.length, b.text.length) < 4) return 0;
  if (a.text[0] === b.text[0] && isOneMistakeApart(a.text, b.text))
    return a.text.length > 4 ? 0.9 : 0.7;
  // Variants of a name in Latin letters: khonsari and khansari, mohamad and mohammad, layla and
  // leila.
  if (a.consonants === "" || a.consonants !== b.consonants) return 0;
  return a.consonants.length > 3 ? 0.8 : 0.55;
}

export interface TitleSimilarity {
  /** 0 to 1. */
  value: number;
  /** Whether both titles share a script, so that unmatched words are real differences. */
  isComparable: boolean;
  /** Weight of the shorter title's words; "Concert" weighs almost nothing. */
  substance: number;
  /** Another part, number or edition of the same series, or another audience. */
  isOtherNumber: boolean;
  /** One title names a festival, the other something within it. */
  isPart: boolean;
}

/** Weight factor of venue names within a title. */
const OF_VENUE = 0.15;

function weigh(profile: TitleProfile, venues: ReadonlySet<string>): readonly number[] {
  if (!profile.words.some((word) => venues.has(word.stem))) return profile.weights;
  return profile.words.map((word) =>
    venues.has(word.stem) ? word.weight * OF_VENUE : word.weight,
  );
}

/** Weight of a number that both titles share. */
const OF_NUMBER = 0.5;

interface Match {
  i: number;
  j: number;
  similarity: number;
}

/** Matching of words, best first, each word at most once, so the result is symmetric. */
function matchesOf(
  a: TitleProfile,
  b: TitleProfile,
  ofA: readonly number[],
  ofB: readonly number[],
): Match[] {
  const found: Match[] = [];
  for (const [i, word] of a.words.entries()) {
    if (ofA[i] === 0) continue;
    for (const [j, other] of b.words.entries()) {
      const similarity = ofB[j] === 0 ? 0 : similarityOfWords(word, other);
      if (similarity > 0) found.push({ i, j, similarity });
    }
  }
  if (found.length < 2) return found;
  const [takenA, takenB] = [new Set<number>(), new Set<number>()];
  return found
    .sort((one, other) => other.similarity - one.similarity)
    .filter(({ i, j }) => {
      if (takenA.has(i) || takenB.has(j)) return false;
      takenA.add(i);
      takenB.add(j);
      return true;
    });
}

function hasOthers(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  for (const number of a) if (!b.has(number)) return true;
  return false;
}

function isOther(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  // "Session 5 of 12" and "Session 6 of 12" share a number but differ; "Part 2" and "Part 2 of 3"
  // are the same.
  return hasOthers(a, b) && hasOthers(b, a);
}

function sum(weights: readonly number[]): number {
  let total = 0;
  for (const weight of weights) total += weight;
  return total;
}

/**
 * Similarity of two titles: words by weight, each matched at most once, in any order. @param venues
 * stems of both venues' names
 */
export function compareTitles(
  a: TitleProfile,
  b: TitleProfile,
  venues: ReadonlySet<string>,
): TitleSimilarity {
  const isComparable = a.script === b.script;
  const [ofA, ofB] = [weigh(a, venues), weigh(b, venues)];
  const substance = Math.min(sum(ofA), sum(ofB));
  const isOtherNumber = isOther(a.numbers, b.numbers) || isOther(a.audiences, b.audiences);
  if (a.key === b.key && a.key !== "")
    return { value: 1, isComparable, substance, isOtherNumber: false, isPart: false };
  let [leftA, leftB] = [sum(ofA), sum(ofB)];
  let matched = 0;
  for (const { i, j, similarity } of matchesOf(a, b, ofA, ofB)) {
    const [one, other] = [ofA[i] ?? 0, ofB[j] ?? 0];
    matched += similarity * (one + other);
    leftA -= similarity * one;
    leftB -= similarity * other;
  }
  const named = matched;
  for (const number of a.numbers) if (b.numbers.has(number)) matched += 2 * OF_NUMBER;
  // An unmatched word in another language may be a translation.
  const unmatched = (leftA + leftB) * (isComparable ? 1 : 0.6);
  const dice = matched === 0 ? 0 : matched / (matched + unmatched);
  const names = Math.min(leftA, leftB);
  const isWithin = names < 0.5 && matched > 0;
  const within = substance >= 1.6 ? 0.5 + 0.5 * dice : 0.35 + 0.6 * dice;
  // Both titles have a name that the other lacks: two different people, in any language.
  const isTwoSided = names >= (isComparable ? 0.8 : 1.6);
  const value = isWithin
    ? Math.max(dice, substance < 0.5 ? dice : within)
    : isTwoSided
      ? (dice * named) / (named + (isComparable ? 2 : 1) * names)
      : dice;
  const isPart =
    (a.isContainer !== b.isContainer && (a.isContainer ? leftB : leftA) >= 0.8) ||
    (a.isContainer && b.isContainer && isWithin && Math.max(leftA, leftB) >= 1.8);
  return { value, isComparable, substance, isOtherNumber, isPart };
}

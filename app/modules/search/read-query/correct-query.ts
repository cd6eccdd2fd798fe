import { searchKey } from "../../../lib/text/search-text";
import type { Spellings } from "../named-in-query";
import { correctionsOf, filterWordMeant, SHORTEST_CORRECTED } from "../spelling";
import { findSynonyms } from "../synonyms";
import type { NamedCity } from "./known-names";
import { timeTable } from "./named-days";
import { filterWords } from "./read-names";
import { HAS_PERSIAN } from "./spans";
import { formsOf } from "./spoken-forms";
import {
  baseSpellings,
  fromTajik,
  persianSpellings,
  skeletonOf,
  tajikForms,
  transliterationsOf,
} from "./transliterate";
import type { Chip, QueryCorrection } from "./understood";
import { type Vocabulary, vocabularyOf } from "./vocabulary";

/** A query after corrections. */
export interface CorrectedQuery {
  query: string;
  corrections: QueryCorrection[];
  spelt?: Spellings;
}

/** The index's data on unknown words. */
export interface Evidence {
  /** Folded words of the query that no event has. */
  mistyped: readonly string[];
  /** Words of the index that resemble them, and the existing ones of `lookupsOf`. */
  found: readonly string[];
}

const SHORTEST_HALF = 3;
const SHORTEST_JOINED = 6;
const SHORTEST_SLIP = 9;
/** Minimum letters of a word in the other layout, unless another word of the query is in it too. */
const SHORTEST_SWAPPED = 4;
const MOST_PIECES = 16;
const LATIN = /^[a-z]+$/;
const PERSIAN = /^[\u0600-\u06ff]+$/;
/** Minimum letters of a Latin word that is read in Persian letters by itself: mum is not عمومی. */
const SHORTEST_SPELT = 4;
/** Endings of spoken Persian, of "is" and of whose it is: شعره, شهرم, دخترمون. */
const SPOKEN_ENDING = /(?<=^.{3,})(?:ه|م|ت|ش|ا|و|رو|مون|تون|شون|هام|هاش|هامون|ام|ات|اش)$/;

const foldedWords = (text: string) => searchKey(text).split(" ").filter(Boolean);
const piecesOf = (query: string) => query.split(/\s+/).filter(Boolean).slice(0, MOST_PIECES);

let tajik: ReadonlyMap<string, string> | undefined;

/** The Persian words that Tajik ones stand for (`data/abbreviations.tsv`), folded. */
function tajikWords(): ReadonlyMap<string, string> {
  tajik ??= new Map(
    formsOf("word")
      .filter(({ script }) => script === "tg")
      .flatMap(({ names, meaning }) =>
        names.map((name) => [searchKey(name), searchKey(meaning.split("=")[1] ?? "")] as const),
      ),
  );
  return tajik;
}

/**
 * The query with Tajik words in Persian letters, those that the reader does not know as they are;
 * unknown ones in Latin letters, for the index to decide.
 */
export function correctScript(query: string, vocabulary: Vocabulary): CorrectedQuery {
  const corrections: QueryCorrection[] = [];
  const all = foldedWords(query);
  const spelt = new Map<string, readonly string[]>();
  const persianOf = (skeleton: string) => vocabulary.ofSkeleton(skeleton, true);
  let at = 0;
  // Names of people and works that are months or feasts too, where no number makes them a time.
  const isName = (word: string, index: number) => {
    const meaning = timeTable().get(word);
    const isCued =
      meaning !== undefined && "alone" in meaning && !meaning.alone && !("daypart" in meaning);
    return isCued && ![all[index - 1], all[index + 1]].some((side) => /^\d/.test(side ?? ""));
  };
  const text = piecesOf(query).map((piece) => {
    const words = foldedWords(piece).map((word) => {
      const index = at++;
      const forms = tajikForms(word, /ӣ$/iu.test(piece));
      const meant = [word, ...forms].map((form) => tajikWords().get(form)).find(Boolean);
      if (meant) {
        spelt.set(meant, [word]);
        return meant;
      }
      const isWhole = (form: string) => vocabulary.isWhole(form) && !isName(form, index);
      if (isWhole(word) || vocabulary.isWithinName(all, index)) return word;
      const read = forms.map((form) => fromTajik(form, persianOf) ?? "");
      const clear = read.slice(0, forms.indexOf(word)).find((persian) => PERSIAN.test(persian));
      const known = clear ?? forms.find(isWhole) ?? read.find((one) => PERSIAN.test(one));
      const own = known ?? ((vocabulary.has(word) ? word : read[forms.indexOf(word)]) || word);
      // A reading that is no spelling of the whole word may be another word than a name.
      const persian = persianSpellings(word);
      spelt.set(own, persian.includes(own) ? [word] : [word, ...persian]);
      return own;
    });
    if (words.join(" ") === foldedWords(piece).join(" ")) return piece;
    corrections.push({ kind: "transliteration", from: piece, to: words.join(" ") });
    return words.join(" ");
  });
  return corrections.length > 0
    ? { query: text.join(" "), corrections, spelt }
    : { query, corrections };
}

/** The two halves of a word at each place where it may be two words. */
function halvesOf(word: string): [string, string][] {
  if (word.length < SHORTEST_JOINED) return [];
  const halves: [string, string][] = [];
  for (let at = SHORTEST_HALF; at <= word.length - SHORTEST_HALF; at++)
    halves.push([word.slice(0, at), word.slice(at)]);
  return halves;
}

/** The words of a piece in the other layout, if the piece is not known as typed. */
function swappedWords(piece: string, vocabulary: Vocabulary): string[] {
  const typed = foldedWords(piece).filter((word) => word.length > 1);
  return typed.length > 0 && typed.every((word) => vocabulary.has(word))
    ? []
    : otherLayout(piece, vocabulary);
}

/** The words of a piece in the other layout, as known ones where a reading has them. */
function otherLayout(piece: string, vocabulary: Vocabulary): string[] {
  const readings = swappedReadings(piece).map(foldedWords);
  return readings.find((words) => words.every(vocabulary.has)) ?? readings[0] ?? [];
}

/** Words of the index that decide between the corrections of unknown words: layouts and halves. */
export function lookupsOf(query: string, vocabulary: Vocabulary): string[] {
  const lookups = new Set<string>();
  for (const piece of piecesOf(query)) {
    for (const word of swappedWords(piece, vocabulary))
      if (!vocabulary.has(word)) lookups.add(word);
    for (const word of foldedWords(piece))
      if (!vocabulary.has(word))
        for (const half of halvesOf(word).flat()) if (!vocabulary.has(half)) lookups.add(half);
  }
  return [...lookups].slice(0, 60);
}

/**
 * Replaces pieces that were typed with the other keyboard layout: their words are unknown as typed
 * and known in the other layout. A short piece needs a longer one beside it.
 */
export function correctLayout(
  query: string,
  vocabulary: Vocabulary,
  exists: (word: string) => boolean = () => false,
): CorrectedQuery {
  const pieces = piecesOf(query);
  const known = (words: readonly string[]) =>
    words.length > 0 && words.every((word) => vocabulary.has(word) || exists(word))
      ? words.join(" ")
      : null;
  const clear = pieces.map((piece) => known(swappedWords(piece, vocabulary)));
  // Beside swapped pieces alone, a short piece that is known as typed is one too: si of si jhv.
  const isAlone = (piece: string, index: number) =>
    clear[index] !== null || piece.length < SHORTEST_HALF;
  const isWhole = clear.some((swap) => swap !== null) && pieces.every(isAlone);
  const swaps = pieces.map(
    (piece, index) => clear[index] ?? (isWhole ? known(otherLayout(piece, vocabulary)) : null),
  );
  const letters = Math.max(0, ...swaps.map((swap) => swap?.length ?? 0));
  const unknown = pieces.filter(
    (piece, index) =>
      swaps[index] === null && foldedWords(piece).some((word) => !vocabulary.has(word)),
  );
  // Two short words together are as clear as a longer one: si jhv is سه تار.
  const total = swaps.reduce((sum, swap) => sum + (swap?.length ?? 0), 0);
  if (
    total === 0 ||
    (letters < SHORTEST_SWAPPED && (total < SHORTEST_SWAPPED || unknown.length > 0))
  )
    return { query, corrections: [] };
  const corrections: QueryCorrection[] = [];
  const text = pieces.map((piece, index) => {
    const swap = swaps[index];
    if (swap === null || swap === undefined) return piece;
    corrections.push({ kind: "layout", from: piece, to: swap });
    return swap;
  });
  return { query: text.join(" "), corrections };
}

/** The two words that were typed as one, both known. */
function splitWord(word: string, isKnown: (word: string) => boolean): string | null {
  const pairs = halvesOf(word).filter(([one, other]) => isKnown(one) && isKnown(other));
  // The most even halves are the likeliest words.
  const [best] = pairs.sort(
    ([a, b], [c, d]) => Math.abs(a.length - b.length) - Math.abs(c.length - d.length),
  );
  return best?.join(" ") ?? null;
}

/** The word of the other script that a word spells, known words of the reader first. */
function transliterate(
  word: string,
  vocabulary: Vocabulary,
  found: readonly string[],
): string | null {
  for (const spelling of [word, ...baseSpellings(word)]) {
    const skeleton = skeletonOf(spelling);
    if (skeleton === null) continue;
    const alike = vocabulary.ofSkeleton(skeleton);
    // Long enough to be a slip in a known word rather than another word: caligraphy.
    if (
      word.length >= SHORTEST_SLIP &&
      correctionsOf(
        word,
        alike.filter((one) => LATIN.test(one) === LATIN.test(word)),
      ).length > 0
    )
      return null;
    const [known] = transliterationsOf(spelling, alike);
    const [indexed] = transliterationsOf(spelling, found);
    if (known ?? indexed) return known ?? indexed ?? null;
  }
  return null;
}

const lettersOf = (word: string) => [...word].sort().join("");

/** Whether two letters of a known word, not its first, changed places. */
const isTurned = (word: string, known: readonly string[]): boolean =>
  known.some(
    (other) =>
      other !== word &&
      other[0] === word[0] &&
      lettersOf(other) === lettersOf(word) &&
      correctionsOf(word, [other]).length > 0,
  );

/** A short word with two letters turned, where the next word makes it a known name: nwe york. */
function turnedName(word: string, next: string | undefined, vocabulary: Vocabulary): string | null {
  if (next === undefined || !LATIN.test(word) || word.length < SHORTEST_HALF) return null;
  for (let at = 1; at + 1 < word.length; at++) {
    const turned = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
    if (turned !== word && vocabulary.isName(`${turned} ${next}`)) return turned;
  }
  return null;
}

const isSynonym = (word: string, other: string): boolean =>
  findSynonyms([word])?.same.some((words) => words.join(" ") === other) ?? false;

/**
 * Corrects words that no event has: layout, joined words, misspelt filter words, and Persian in
 * Latin letters or the reverse. Words that events have stay, except beside Persian in Latin
 * letters: then Latin words that the reader does not know are Persian too.
 * @param meant the filter word that a word misspells
 * @returns null without corrections
 */
export function correctQuery(
  query: string,
  { mistyped, found }: Evidence,
  vocabulary: Vocabulary,
  meant: (word: string) => string | null,
): CorrectedQuery | null {
  const existing = new Set(found);
  const isMistyped = new Set(mistyped);
  const layout = correctLayout(query, vocabulary, (word) => existing.has(word));
  const corrections = [...layout.corrections];
  const changed = new Set(layout.corrections.map(({ to }) => to));
  const isKnown = (word: string) => vocabulary.has(word) || existing.has(word);
  const words = piecesOf(layout.query).flatMap((piece) =>
    changed.has(piece) ? [] : foldedWords(piece),
  );
  const spelt = (word: string) =>
    word.length >= SHORTEST_CORRECTED && correctionsOf(word, found).length > 0;
  const isOther = (word: string) => transliterate(word, vocabulary, found) !== null;
  // All words are Persian in Latin letters: then also those that resemble English ones (jome sobh,
  // mosabeghe do).
  const isWhole =
    words.length > 1 &&
    words.every((word) => LATIN.test(word) && isOther(word)) &&
    // Turned letters beside known words are no sign of Persian: musuem toronto.
    !words.every((word) => (isMistyped.has(word) ? isTurned(word, found) : vocabulary.has(word)));
  const isTransliterated = words.some(
    (word) =>
      isMistyped.has(word) && meant(word) === null && (isWhole || !spelt(word)) && isOther(word),
  );
  const correct = (word: string): Omit<QueryCorrection, "from"> | null => {
    const isUnknown = isMistyped.has(word);
    const isPersian = word.length < SHORTEST_HALF ? isWhole : !vocabulary.has(word);
    if (!isUnknown && !(isTransliterated && LATIN.test(word) && isPersian)) return null;
    const turned = turnedName(word, words[words.indexOf(word) + 1], vocabulary);
    if (turned !== null && isUnknown) return { kind: "spelling", to: turned };
    const name = isUnknown && word.length >= SHORTEST_CORRECTED ? meant(word) : null;
    if (name !== null) return { kind: "spelling", to: name };
    const base =
      PERSIAN.test(word) && !vocabulary.has(word) ? word.replace(SPOKEN_ENDING, "") : word;
    if (isUnknown && base !== word && isKnown(base)) return { kind: "spelling", to: base };
    const parts = isUnknown && !spelt(word) ? splitWord(word, isKnown) : null;
    const isShort = LATIN.test(word) && word.length < SHORTEST_SPELT && !isWhole;
    const other =
      isShort || (spelt(word) && !isTransliterated) ? null : transliterate(word, vocabulary, found);
    // Halves of a Latin word are words more often by chance: mahalli is محلی, not mah alli.
    if (parts !== null && (other === null || !LATIN.test(word)))
      return { kind: "joined", to: parts };
    // A search for a word finds its synonym too: opera and اپرا.
    return other === null || isSynonym(word, other) ? null : { kind: "transliteration", to: other };
  };
  const text = piecesOf(layout.query).map((piece) => {
    if (changed.has(piece)) return piece;
    const parts = foldedWords(piece).map((word) => ({ word, correction: correct(word) }));
    if (parts.every(({ correction }) => correction === null)) return piece;
    for (const { word, correction } of parts)
      if (correction) corrections.push({ kind: correction.kind, from: word, to: correction.to });
    return parts.map(({ word, correction }) => correction?.to ?? word).join(" ");
  });
  return corrections.length === 0 ? null : { query: text.join(" "), corrections };
}

/** The Persian layout (ISIRI 9147) by the keys of the English one. */
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`\\";
const PERSIAN_KEYS = "ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدپو./‍پ";
/** Older layouts have these letters on the keys. */
const OLDER_KEYS: Record<string, string> = {
  ئ: "m",
  ژ: "c",
  آ: "h",
  "؟": "/",
  "،": ",",
  ي: "d",
  ك: ";",
};

const toPersian = new Map(
  [...LATIN_KEYS].map((key, index) => [key, [...PERSIAN_KEYS][index] ?? key]),
);
const toLatin = new Map([
  ...[...PERSIAN_KEYS].map((letter, index) => [letter, [...LATIN_KEYS][index] ?? letter] as const),
  ...Object.entries(OLDER_KEYS),
]);
toLatin.set("پ", "m");

/** English has no such mark within a word: پایور is no mhd,v. */
const INNER_MARK = /[a-z][,;]+[a-z]/;
const HAS_LATIN = /[a-z]/i;

/**
 * The text as if typed with the other keyboard layout; null if it has letters of both scripts, or
 * of neither.
 */
export function swapLayout(text: string): string | null {
  const isPersian = HAS_PERSIAN.test(text);
  if (isPersian === HAS_LATIN.test(text)) return null;
  const keys = isPersian ? toLatin : toPersian;
  return [...text.toLowerCase()].map((letter) => keys.get(letter) ?? letter).join("");
}

/**
 * The readings of a text in the other layout, the likeliest first: older Windows has ئ where the
 * standard has پ, so تئاتر is jmhjv there.
 */
export function swappedReadings(text: string): string[] {
  const standard = swapLayout(text);
  if (standard === null || (HAS_PERSIAN.test(text) && INNER_MARK.test(standard))) return [];
  const older = HAS_LATIN.test(text) ? standard.replaceAll("پ", "ئ") : standard;
  return older === standard ? [standard] : [standard, older];
}

/**
 * `correctQuery` by the names that filters have. A misspelt one that becomes no filter stays as
 * typed, for search to correct.
 * @param chipsOf what is understood of a corrected query
 */
export function correctFilters(
  query: string,
  evidence: Evidence,
  cities: readonly NamedCity[],
  chipsOf: (corrected: CorrectedQuery) => readonly Chip[],
): CorrectedQuery | null {
  const names = filterWords(cities);
  const correct = (meant: (word: string) => string | null) =>
    correctQuery(query, evidence, vocabularyOf(cities), meant);
  const all = correct((word) => filterWordMeant(word, names));
  if (all === null) return null;
  const ofFilters = new Set(chipsOf(all).flatMap(({ matchedText }) => matchedText.split(" ")));
  return correct((word) => {
    const name = filterWordMeant(word, names);
    return name !== null && ofFilters.has(name) ? name : null;
  });
}

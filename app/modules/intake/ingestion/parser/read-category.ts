import { CATEGORIES, type CategoryName, findCategory } from "../../../../lib/event/categories";
import { searchKey } from "../../../../lib/text/search-text";
import { CATEGORY_SYNONYMS } from "./category-words";
import type { FieldReading } from "./parsed-event";
import { remember } from "./remember";

const LONGEST = 120;
/** Words without meaning for a category. */
const FILLERS = new Set(
  "event events show shows the a an of live other misc general special رویداد رویدادهای رویدادها برنامه برنامه های ها ی".split(
    " ",
  ),
);

const keyOf = (text: string): string =>
  searchKey(text.replace(/&|\+/g, " and ")).replace(/ (?:ها|های|ی)(?= |$)/g, "");
const joined = (key: string): string => key.replaceAll(" ", "");

const KNOWN = new Map<string, CategoryName>();
for (const { name, slug, fa } of CATEGORIES)
  for (const word of [name, slug, fa]) KNOWN.set(joined(keyOf(word)), name);
for (const { name } of CATEGORIES)
  for (const word of CATEGORY_SYNONYMS[name].split(","))
    if (!KNOWN.has(joined(keyOf(word)))) KNOWN.set(joined(keyOf(word)), name);

/** The category of a name, also without Persian and English plurals. */
function lookUp(key: string): CategoryName | undefined {
  const word = joined(key);
  return (
    KNOWN.get(word) ??
    KNOWN.get(word.replace(/(?:ies)$/, "y")) ??
    KNOWN.get(word.replace(/(?:es)$/, "")) ??
    KNOWN.get(word.replace(/(?:s|های|ها)$/, "")) ??
    KNOWN.get(`${word}s`)
  );
}

/** Maps a category name to one of the 26; null if ambiguous. */
export const readCategory: (text: string) => FieldReading<CategoryName | null> = remember(read);

function read(text: string): FieldReading<CategoryName | null> {
  const inspected = text
    .slice(0, LONGEST)
    .replace(/^[#\s]+|\p{Extended_Pictographic}|\uFE0F/gu, "");
  const exact = findCategory(inspected);
  if (exact) return { value: exact.name, confidence: 1, codes: [] };
  const key = keyOf(inspected);
  if (key === "") return { value: null, confidence: 0, codes: [] };
  const parts = inspected.split(/[/|,،;؛>»:()–—]|\s-\s/);
  const whole = parts.length > 1 ? undefined : lookUp(key);
  if (whole) return { value: whole, confidence: isOwn(key) ? 0.98 : 0.9, codes: [] };
  for (const part of parts) {
    const found = lookUp(keyOf(part));
    if (found) return { value: found, confidence: 0.8, codes: [] };
  }
  for (const part of inspected.split(/&|\+|\s(?:and|و)\s/)) {
    const found = lookUp(keyOf(part));
    if (found) return { value: found, confidence: 0.7, codes: ["guessed-category"] };
  }
  const near = nearest(joined(key));
  if (near) return { value: near, confidence: 0.6, codes: ["guessed-category"] };
  const words = key.split(" ").filter((word) => !FILLERS.has(word));
  const found = byWords(words);
  return found
    ? { value: found, confidence: 0.6, codes: ["guessed-category"] }
    : { value: null, confidence: 0, codes: ["unknown-category"] };
}

const isOwn = (key: string): boolean =>
  CATEGORIES.some(({ name, fa }) => [name, fa].some((word) => joined(keyOf(word)) === joined(key)));

/**
 * Category of the longest run of known words; of equal lengths the last in English, where the head
 * noun is last.
 */
function byWords(words: readonly string[]): CategoryName | null {
  const limit = Math.min(words.length, 8);
  for (let length = limit; length > 0; length -= 1) {
    const found = Array.from({ length: limit - length + 1 }, (_, from) =>
      lookUp(words.slice(from, from + length).join(" ")),
    ).filter((name) => name !== undefined);
    const isPersian = /[\u0600-\u06ff]/.test(words[0] ?? "");
    const chosen = isPersian ? found[0] : found.at(-1);
    if (chosen) return chosen;
  }
  return null;
}

/** Bitmap of a word's letters, with collisions: each edit changes at most two bits. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let place = 0; place < word.length; place += 1) bits |= 1 << (word.charCodeAt(place) & 31);
  return bits;
}

function differing(a: number, b: number): number {
  let count = 0;
  for (let bits = a ^ b; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

const LONG = [...KNOWN].flatMap(([known, name]) =>
  known.length >= 5 ? [{ known, name, letters: lettersOf(known) }] : [],
);

/** The only known name within the allowed edit distance; null otherwise. */
function nearest(word: string): CategoryName | null {
  if (word.length < 5 || word.length > 30) return null;
  const allowed = word.length < 9 ? 1 : 2;
  const found = new Set<CategoryName>();
  const letters = lettersOf(word);
  for (const { known, name, letters: its } of LONG)
    if (
      Math.abs(known.length - word.length) <= allowed &&
      differing(letters, its) <= 2 * allowed &&
      isNear(word, known, allowed)
    )
      found.add(name);
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/**
 * Whether the edit distance of two words, with transpositions, is within the limit (optimal string
 * alignment).
 */
function isNear(a: string, b: string, allowed: number): boolean {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return (row[b.length] ?? 0) <= allowed;
}

import { searchKey } from "../../lib/text/search-text";
import { CATEGORIES } from "../events/categories";
import { AMBIGUOUS_CITIES, CATEGORY_WORDS, CITY_VARIANTS, FREE_WORDS, WHEN_WORDS } from "./filter-words";
import { isPhrase } from "./query-units";
import type { Chip, Understood, UnderstoodKind } from "./read-query/understood";
import { SHORTEST_CORRECTED } from "./spelling";
import { stem } from "./stem";
import { STOP_WORDS } from "./stop-words";

export interface UnderstandOptions {
  cities: readonly { slug: string; nameEn: string; nameFa: string | null }[];
  /** Filters set explicitly; they override words. */
  explicit?: Partial<Record<UnderstoodKind, boolean>>;
  /** Removed chips: their words count as words. */
  ignore?: readonly string[];
}

type Meaning = { [K in Chip["kind"]]: { kind: K; value: Extract<Chip, { kind: K }>["value"] } }[Chip["kind"]];

/** Maximum length of a query, characters. */
const LONGEST_QUERY = 200;
const MOST_WORDS = 16;
/** Word count of the longest filter name. */
const LONGEST_NAME = 5;
const PERSIAN = /[\u0600-\u06ff]/;

/** Joined and stemmed, so that لس آنجلس and لس‌آنجلس, concert and concerts have one key. */
const keyOf = (words: readonly string[]) => words.join("");
const stemKeyOf = (words: readonly string[]) => stem(keyOf(words));

function addMeaning(meanings: Map<string, Meaning>, name: string, meaning: Meaning): void {
  const words = searchKey(name).split(" ").filter(Boolean);
  if (words.length === 0) return;
  for (const key of [keyOf(words), stemKeyOf(words)]) if (!meanings.has(key)) meanings.set(key, meaning);
}

let common: Map<string, Meaning> | undefined;

function commonMeanings(): Map<string, Meaning> {
  if (common) return common;
  common = new Map();
  for (const word of FREE_WORDS) addMeaning(common, word, { kind: "free", value: true });
  for (const [preset, words] of WHEN_WORDS) for (const word of words) addMeaning(common, word, { kind: "when", value: { preset } });
  for (const { name, fa } of CATEGORIES)
    for (const word of [name, fa, ...CATEGORY_WORDS[name]]) addMeaning(common, word, { kind: "category", value: name });
  return common;
}

const byCities = new WeakMap<UnderstandOptions["cities"], Map<string, Meaning>>();

function cityMeanings(cities: UnderstandOptions["cities"]): Map<string, Meaning> {
  const known = byCities.get(cities);
  if (known) return known;
  const meanings = new Map<string, Meaning>();
  for (const { slug, nameEn, nameFa } of cities) {
    for (const name of [nameEn, nameFa ?? "", slug, ...(CITY_VARIANTS[slug] ?? [])]) {
      const words = searchKey(name).split(" ").filter(Boolean);
      // No stemming of place names: کرمان is not کرم.
      if (words.length > 0 && !meanings.has(keyOf(words))) meanings.set(keyOf(words), { kind: "city", value: slug });
    }
  }
  byCities.set(cities, meanings);
  return meanings;
}

const byCityWords = new WeakMap<UnderstandOptions["cities"], readonly string[]>();

/** Words of all filter names, folded, that are long enough for correction. */
export function filterWords(cities: UnderstandOptions["cities"]): readonly string[] {
  let words = byCityWords.get(cities);
  if (!words) {
    const names = [
      ...FREE_WORDS,
      ...WHEN_WORDS.flatMap(([, own]) => own),
      ...CATEGORIES.flatMap(({ name, fa }) => [name, fa, ...CATEGORY_WORDS[name]]),
      ...cities.flatMap(({ slug, nameEn, nameFa }) => [nameEn, nameFa ?? "", ...(CITY_VARIANTS[slug] ?? [])]),
    ];
    const all = new Set(names.flatMap((name) => searchKey(name).split(" ")));
    words = [...all].filter((word) => word.length >= SHORTEST_CORRECTED && !STOP_WORDS.has(word));
    byCityWords.set(cities, words);
  }
  return words;
}

interface Span {
  start: number;
  length: number;
  meaning: Meaning;
}

/** All filters in the words, longest names first, none within a known phrase (live music, startup weekend). */
function findSpans(words: readonly string[], cities: Map<string, Meaning>): Span[] {
  const spans: Span[] = [];
  for (let start = 0; start < words.length; ) {
    let step = 1;
    for (let length = Math.min(LONGEST_NAME, words.length - start); length > 0; length--) {
      const part = words.slice(start, start + length);
      const meaning = cities.get(keyOf(part)) ?? commonMeanings().get(keyOf(part)) ?? commonMeanings().get(stemKeyOf(part));
      if (meaning) spans.push({ start, length, meaning });
      if (meaning || isPhrase(part)) {
        step = length;
        break;
      }
    }
    start += step;
  }
  return spans;
}

/** The span of a kind that becomes the filter, if any. */
function choose(kind: Chip["kind"], spans: readonly Span[], words: readonly string[]): Span | undefined {
  const own = spans.filter(({ meaning }) => meaning.kind === kind);
  const [first] = own;
  if (!first) return undefined;
  if (kind === "city") {
    // Two cities suggest a journey rather than a filter.
    if (new Set(own.map(({ meaning }) => meaning.value)).size > 1) return undefined;
    const contentWords = words.filter((word) => !STOP_WORDS.has(word));
    const name = keyOf(words.slice(first.start, first.start + first.length));
    return AMBIGUOUS_CITIES.some((city) => searchKey(city) === name) && contentWords.length > first.length ? undefined : first;
  }
  // The head noun is last in English (music festival) and first in Persian.
  if (kind === "category") return PERSIAN.test(words[first.start] ?? "") ? first : own.at(-1);
  return first;
}

/**
 * Reads cities, categories, free entry and times from a query, in both languages. Skips kinds that are explicit or removed. Words of an
 * explicit city, price or time are dropped; words of an explicit category stay in the search.
 */
export function understandQuery(query: string, { cities, explicit = {}, ignore = [] }: UnderstandOptions): Understood {
  const typed = searchKey(query.slice(0, LONGEST_QUERY)).split(" ").filter(Boolean).slice(0, MOST_WORDS);
  const spans = findSpans(typed, cityMeanings(cities));
  const chips: Chip[] = [];
  const filters: Understood["filters"] = {};
  const superfluous = new Set<number>();
  const filtered = new Set<number>();
  const ofCategory = new Set<number>();
  const take = (set: Set<number>, { start, length }: Span) => {
    for (let i = start; i < start + length; i++) set.add(i);
  };
  for (const kind of ["city", "category", "free", "when"] as const) {
    if (ignore.includes(kind)) continue;
    if (explicit[kind]) {
      if (kind !== "category") for (const span of spans) if (span.meaning.kind === kind) take(superfluous, span);
      continue;
    }
    const span = choose(kind, spans, typed);
    if (!span) continue;
    for (const other of spans)
      if (
        other === span ||
        (kind !== "category" && other.meaning.kind === kind && JSON.stringify(other.meaning.value) === JSON.stringify(span.meaning.value))
      )
        take(filtered, other);
    if (kind === "category") take(ofCategory, span);
    Object.assign(filters, { [kind]: span.meaning.value });
    chips.push({ ...span.meaning, matchedText: typed.slice(span.start, span.start + span.length).join(" ") } as Chip);
  }
  const pick = (wanted: (index: number) => boolean) => typed.filter((_, index) => !superfluous.has(index) && wanted(index));
  const hasFilter = chips.length > 0 || superfluous.size > 0;
  const wordsOrNone = (words: string[]) => (hasFilter && words.every((word) => STOP_WORDS.has(word)) ? "" : words.join(" "));
  return {
    words: wordsOrNone(pick((index) => !filtered.has(index))),
    filters,
    chips,
    corrections: [],
    categoryWords: pick((index) => ofCategory.has(index)).join(" "),
    wordsWithCategory: wordsOrNone(pick((index) => !filtered.has(index) || ofCategory.has(index))),
    allWords: wordsOrNone(pick(() => true)),
  };
}

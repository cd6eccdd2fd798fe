import { searchKey } from "../../../lib/text/search-text";
import { CATEGORIES } from "../../events/categories";
import { CATEGORY_WORDS, CITY_VARIANTS, OTHER_WORDS } from "../filter-words";
import { stem } from "../stem";
import { STOP_WORDS, WEAK_WORDS } from "../stop-words";
import { synonymWords } from "../synonyms";
import { audienceTables } from "./read-audience";
import { intentTable } from "./read-intents";
import { placeTables } from "./read-place";
import { priceTables } from "./read-price";
import { timeTable } from "./read-time";
import { TIME_WORDS } from "./time-words";
import { skeletonOf } from "./transliterate";

/** A city by its names. */
export interface NamedCity {
  slug: string;
  nameEn: string;
  nameFa: string | null;
  countryCode?: string;
}

/** Words that the reader knows without the index. */
export interface Vocabulary {
  has(word: string): boolean;
  /** Words of one consonant skeleton. */
  ofSkeleton(skeleton: string): readonly string[];
}

const byCities = new WeakMap<readonly NamedCity[], Vocabulary>();

const foldedWords = (name: string) => searchKey(name).split(" ").filter(Boolean);

/** The words of filters, synonyms, places and cities; built once per isolate and list of cities. */
export function vocabularyOf(cities: readonly NamedCity[]): Vocabulary {
  const known = byCities.get(cities);
  if (known) return known;
  const words = new Set<string>([...STOP_WORDS, ...WEAK_WORDS, ...OTHER_WORDS, ...synonymWords()]);
  const names = [
    ...CATEGORIES.flatMap(({ name, fa }) => [name, fa, ...CATEGORY_WORDS[name]]),
    ...cities.flatMap(({ slug, nameEn, nameFa }) => [nameEn, nameFa ?? "", slug, ...(CITY_VARIANTS[slug] ?? [])]),
    ...TIME_WORDS.flatMap(([own]) => own),
    ...placeTables().words,
  ];
  for (const name of names) for (const word of foldedWords(name)) words.add(word);
  const { units, bounds, free, cheap } = priceTables();
  for (const table of [timeTable(), units, bounds, free, cheap, intentTable(), audienceTables().children, audienceTables().units])
    for (const key of table.keys()) words.add(key);
  const skeletons = new Map<string, string[]>();
  for (const word of words) {
    const skeleton = word.length > 2 ? skeletonOf(word) : null;
    if (skeleton === null) continue;
    const own = skeletons.get(skeleton);
    if (own) own.push(word);
    else skeletons.set(skeleton, [word]);
  }
  const stems = new Set([...words].map(stem));
  const vocabulary: Vocabulary = {
    has: (word) => words.has(word) || stems.has(stem(word)),
    ofSkeleton: (skeleton) => skeletons.get(skeleton) ?? [],
  };
  byCities.set(cities, vocabulary);
  return vocabulary;
}

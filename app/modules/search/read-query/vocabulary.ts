import { CATEGORIES } from "../../../lib/event/categories";
import { remembered, rememberedFor } from "../../../lib/runtime/remembered";
import { searchKey } from "../../../lib/text/search-text";
import { CATEGORY_WORDS, CITY_VARIANTS, OTHER_WORDS } from "../filter-words";
import { stem } from "../stem";
import { STOP_WORDS, WEAK_WORDS } from "../stop-words";
import { hasSynonyms, synonymWords } from "../synonyms";
import { WordIndex } from "./beginnings";
import { fillerTable } from "./filler-words";
import { type NamedCity, nicknamesOf } from "./known-names";
import { timeTable } from "./named-days";
import { audienceTables } from "./read-audience";
import { exclusionTable } from "./read-exclusions";
import { intentTable } from "./read-intents";
import { categoryFormWords, categoryNames, citiesByName } from "./read-names";
import { placeTables, placeWords } from "./read-place";
import { priceTables } from "./read-price";
import { venueTable } from "./read-venue";
import { joined } from "./spans";

/** Words that are known without the index. */
export interface Vocabulary {
  has(word: string): boolean;
  /** Whether a word is a name by itself, not a part of one. */
  isWhole(word: string): boolean;
  /** Whether a name of several words has the one at an index. */
  isWithinName(words: readonly string[], index: number): boolean;
  /** Whether folded words are the whole name of a city or category. */
  isName(words: string): boolean;
  /** Whether a longer word begins so: it may be one that is being typed. */
  begins(word: string): boolean;
  /** Words of one consonant skeleton, or those in Persian letters at least. */
  ofSkeleton(skeleton: string, isPersian?: boolean): readonly string[];
}

/** A query asks for each of its words, in both layouts, several times. */
const WORDS = 2_000;

/** The words of filters, synonyms, places and cities; built once per isolate and list of cities. */
export const vocabularyOf = rememberedFor((cities: readonly NamedCity[]): Vocabulary => {
  const { units, bounds, free, cheap } = priceTables();
  const { places, regions } = placeTables();
  const { children, units: ages, before, after } = audienceTables();
  const tables = [
    places,
    regions,
    timeTable(),
    units,
    bounds,
    free,
    cheap,
    intentTable(),
    children,
    ages,
    before,
    after,
  ];
  // Known as they are typed, and never what another spelling means.
  const spoken = [venueTable(), fillerTable(), exclusionTable()];
  const others = [...STOP_WORDS, ...WEAK_WORDS, ...OTHER_WORDS];
  const words = new Set<string>(others);
  const names = [
    ...CATEGORIES.flatMap(({ name, fa }) => [name, fa, ...CATEGORY_WORDS[name]]),
    ...cities.flatMap(({ slug, nameEn, nameFa }) => [
      nameEn,
      nameFa ?? "",
      slug,
      ...(CITY_VARIANTS[slug] ?? []),
    ]),
  ];
  const named = new WordIndex(() => names);
  const whole = onDemand(() => new Set(names.map(searchKey)));
  const forms = new WordIndex(() => [
    ...categoryFormWords(),
    ...spoken.flatMap((table) => table.names),
    ...nicknamesOf("city").map(({ alias }) => alias),
  ]);
  /** Words within names: only words that are no name by themselves need them. */
  const within = new WordIndex(
    () => [...others, ...names, ...tables.flatMap((table) => table.names)],
    placeWords,
  );
  const all = onDemand(() => [...within.all(), ...synonymWords.all(), ...forms.all()].sort());
  return {
    has: remembered(
      WORDS,
      (word: string) =>
        words.has(word) ||
        named.has(word) ||
        tables.some((table) => table.knows(word)) ||
        spoken.some((table) => table.knows(word)) ||
        hasSynonyms([word]) ||
        [forms, within, synonymWords].some((index) => index.has(word)) ||
        [within, synonymWords].some((index) => index.hasStem(stem(word))),
    ),
    isWhole: (word) =>
      tables.some((table) => table.knows(word)) ||
      spoken.some((table) => table.knows(word)) ||
      categoryNames().has(word) ||
      citiesByName(cities).has(word) ||
      hasSynonyms([word]),
    isWithinName: (all, index) =>
      [2, 1, 0].some(
        (before) =>
          [...tables, ...spoken].some((table) => {
            const length = table.longestAt(all, index - before, (at) => at < 0)?.span.length ?? 0;
            return length > Math.max(1, before);
          }) ||
          (before < 2 &&
            citiesByName(cities).has(joined(all.slice(index - before, index - before + 2)))),
      ),
    isName: (name) => whole().has(name),
    begins: (beginning) => all()[lowerBound(all(), beginning)]?.startsWith(beginning) ?? false,
    ofSkeleton: (skeleton, isPersian = false) =>
      [within, synonymWords].flatMap((index) => index.ofSkeleton(skeleton, isPersian)),
  };
});

/** A value made at its first use: only words that are in no table need it. */
function onDemand<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The place of the first of sorted words that is not before a word. */
function lowerBound(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

import { CATEGORIES } from "../../../lib/event/categories";
import { rememberedFor } from "../../../lib/runtime/remembered";
import { searchKey } from "../../../lib/text/search-text";
import { AMBIGUOUS_CITIES, CATEGORY_WORDS, CITY_VARIANTS } from "../filter-words";
import { SHORTEST_CORRECTED } from "../spelling";
import { stem } from "../stem";
import { STOP_WORDS } from "../stop-words";
import { joinedKey } from "./beginnings";
import { type NamedCity, nicknamesOf } from "./known-names";
import { HAS_PERSIAN, joined, type Span } from "./spans";
import { formsOf } from "./spoken-forms";
import type { CityName } from "./understood";

/** The category for children, which beside another one is an audience. */
export const CHILDREN = "Kids & Family" satisfies (typeof CATEGORIES)[number]["name"];

/** Word count of the longest filter name. */
const LONGEST_NAME = 5;

/** A name of a city or a category in a query. */
export interface NamedSpan extends Span {
  kind: "city" | "category";
  value: string;
}

const stemKeyOf = (words: readonly string[]) => stem(joined(words));

interface CategoryTable {
  names: ReadonlyMap<string, string>;
  /** Names that are common words too, read beside a city or another category, or alone. */
  cued: ReadonlyMap<string, string>;
}

let categories: CategoryTable | undefined;

function categoryTable(): CategoryTable {
  if (categories) return categories;
  const names = new Map<string, string>();
  const cued = new Map<string, string>();
  const add = (to: Map<string, string>, text: string, name: string, stems: boolean) => {
    const words = searchKey(text).split(" ").filter(Boolean);
    if (words.length === 0) return;
    for (const key of stems ? [joined(words), stemKeyOf(words)] : [joined(words)])
      if (!names.has(key) && !to.has(key)) to.set(key, name);
  };
  for (const { name, fa } of CATEGORIES)
    for (const text of [name, fa, ...CATEGORY_WORDS[name]]) add(names, text, name, true);
  for (const { names: forms, meaning, isCued } of formsOf("category")) {
    const name = CATEGORIES.find(({ slug }) => slug === meaning)?.name;
    if (name) for (const form of forms) add(isCued ? cued : names, form, name, false);
  }
  categories = { names, cued };
  return categories;
}

/** Categories by the joined words of their names, and by their stems. */
export const categoryNames = (): ReadonlyMap<string, string> => categoryTable().names;

/**
 * The folded words of the names of categories in spoken forms. Persian in Latin letters is left out:
 * beside other such words it is read in Persian letters.
 */
export const categoryFormWords = (): string[] =>
  formsOf("category")
    .filter(({ script }) => script !== "fa-latn")
    .flatMap(({ names }) => names.flatMap((name) => searchKey(name).split(" ")));

/** Cities by the joined words of their names. */
export const citiesByName = rememberedFor((cities: readonly NamedCity[]): Map<string, string> => {
  const names = new Map<string, string>();
  const known = new Set(cities.map(({ slug }) => slug));
  const add = (name: string, slug: string) => {
    const words = searchKey(name).split(" ").filter(Boolean);
    // No stemming of place names: کرمان is not کرم.
    const key = joined(words);
    // "T.O." is no city: "things to do".
    if (words.length > 0 && !names.has(key) && !STOP_WORDS.has(key)) names.set(key, slug);
  };
  for (const { slug, nameEn, nameFa } of cities)
    for (const name of [nameEn, nameFa ?? "", slug, ...(CITY_VARIANTS[slug] ?? [])])
      add(name, slug);
  for (const { alias, meaning, isCued } of nicknamesOf("city"))
    if (!isCued && known.has(meaning)) add(alias, meaning);
  return names;
});

let lone: ReadonlyMap<string, string> | undefined;

/** Nicknames that mean a city only where nothing else is asked for, by their joined words. */
function loneCities(): ReadonlyMap<string, string> {
  lone ??= new Map(
    nicknamesOf("city")
      .filter(({ isCued }) => isCued)
      .map(({ alias, meaning }) => [joinedKey(alias), meaning]),
  );
  return lone;
}

/**
 * Words of the names of cities and categories and of common days, folded, that are long enough for
 * correction.
 */
export const filterWords = rememberedFor((cities: readonly NamedCity[]): readonly string[] => {
  const names = [
    ..."free for free entry free of charge رایگان مجانی بدون هزینه ورود آزاد today tonight this evening tomorrow weekend امروز امشب فردا آخر هفته month week".split(
      " ",
    ),
    ...CATEGORIES.flatMap(({ name, fa }) => [name, fa, ...CATEGORY_WORDS[name]]),
    ...cities.flatMap(({ slug, nameEn, nameFa }) => [
      nameEn,
      nameFa ?? "",
      ...(CITY_VARIANTS[slug] ?? []),
    ]),
  ];
  const all = new Set(names.flatMap((name) => searchKey(name).split(" ")));
  return [...all].filter((word) => word.length >= SHORTEST_CORRECTED && !STOP_WORDS.has(word));
});

/** Endings of spoken Persian on the name of a city: شیرازم, اصفهانیم, and of a category: کنسرتای. */
const CITY_ENDING = /(?<=^.{3,})(?:م|یم|ایم|ام|مون|ه|یا|یای|یها|یهای)$/;
const CATEGORY_ENDING = /(?<=^.{3,})(?:ا|ای|ایی|ها|های|هایی|اش|م|مون|ات)$/;

/** What a single word with an ending of spoken Persian names. */
function withEnding(word: string, cities: ReadonlyMap<string, string>) {
  if (!HAS_PERSIAN.test(word)) return null;
  const city = cities.get(word.replace(CITY_ENDING, ""));
  if (city !== undefined) return { kind: "city" as const, value: city };
  const category = categoryNames().get(word.replace(CATEGORY_ENDING, ""));
  return category === undefined ? null : { kind: "category" as const, value: category };
}

/** Whether the name of a category is a verb: "can we play chess", "talk to people". */
const isVerb = (word: string, before = "", after = "") =>
  (word === "play" &&
    /^(?:to|we|i|can|wanna|lets|gonna|could|you|they|kids|children|and)$/.test(before)) ||
  (word === "talk" && /^(?:to|with)$/.test(after)) ||
  (word === "show" && /^(?:me|us)$/.test(after));

/**
 * Names of cities and categories in the words, longest first, none within a known phrase (live
 * music, startup weekend).
 */
export function findNames(
  words: readonly string[],
  cities: ReadonlyMap<string, string>,
  isKnownPhrase: (words: readonly string[]) => boolean,
  isTaken: (index: number) => boolean,
): NamedSpan[] {
  const spans: NamedSpan[] = [];
  const cued: NamedSpan[] = [];
  for (let start = 0; start < words.length; ) {
    let step = 1;
    for (let length = Math.min(LONGEST_NAME, words.length - start); length > 0; length--) {
      const part = words.slice(start, start + length);
      if (part.some((_, index) => isTaken(start + index))) continue;
      if (length === 1 && isVerb(part[0] ?? "", words[start - 1], words[start + 1])) continue;
      const key = joined(part);
      const slug = cities.get(key);
      const category =
        slug === undefined
          ? (categoryNames().get(key) ?? categoryNames().get(stemKeyOf(part)))
          : undefined;
      const known =
        slug !== undefined
          ? { kind: "city" as const, value: slug }
          : category !== undefined
            ? { kind: "category" as const, value: category }
            : length === 1
              ? withEnding(key, cities)
              : null;
      if (known) spans.push({ start, length, ...known });
      else {
        const common = categoryTable().cued.get(key);
        if (common !== undefined) cued.push({ start, length, kind: "category", value: common });
      }
      if (known || isKnownPhrase(part)) {
        step = length;
        break;
      }
    }
    start += step;
  }
  const isClear = (span: NamedSpan) =>
    span.length === words.length ||
    isTaken(span.start - 1) ||
    isTaken(span.start + span.length) ||
    spans.some(
      (other) =>
        other.start === span.start + span.length || other.start + other.length === span.start,
    );
  const hasCategory = spans.some(({ kind }) => kind === "category");
  return hasCategory
    ? spans
    : [...spans, ...cued.filter(isClear).slice(0, 1)].sort((a, b) => a.start - b.start);
}

/** Words between the cities of a list or a journey. */
const BETWEEN_CITIES = new Set("or and و یا ya va to تا و یا n".split(" "));
/** Words that make an ambiguous name a city. */
const CITY_CUES = new Set("city شهر".split(" "));

/** Words that make Monday of the name of Dushanbe. */
const DAY_CUES = new Set("рӯзи рузи рӯзҳои ҳар روز rooze ruze".split(" ").map(searchKey));

/**
 * The cities that the words name, each once. A name with another meaning is a city where another
 * city stands beside it, or the word for a city, or where the query has nothing else; «دوشنبه» alone
 * is the day.
 */
export function chooseCities(
  spans: readonly NamedSpan[],
  words: readonly string[],
  cities: readonly NamedCity[],
): NamedSpan[] {
  const own = spans.filter(({ kind }) => kind === "city");
  if (own.length === 0) {
    const slug = loneCities().get(joined(words));
    return cities.some((city) => city.slug === slug) && slug !== undefined
      ? [{ start: 0, length: words.length, kind: "city", value: slug }]
      : [];
  }
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return own.filter((span, index) => {
    const { start, length } = span;
    // «рӯзи душанбе» is the day.
    if (span.value === "dushanbe" && DAY_CUES.has(words[start - 1] ?? "")) return false;
    const name = joined(words.slice(start, start + length));
    if (!AMBIGUOUS_CITIES.some((city) => joinedKey(city) === name)) return true;
    if (CITY_CUES.has(words[start - 1] ?? "")) return true;
    const before = own[index - 1];
    const isJoined =
      before !== undefined &&
      before.start + before.length === start - 1 &&
      BETWEEN_CITIES.has(words[start - 1] ?? "");
    return isJoined || (content.length <= length && name !== "دوشنبه");
  });
}

/** The category of the query: the head noun is last in English and first in Persian. */
export function chooseCategory(
  spans: readonly NamedSpan[],
  words: readonly string[],
): NamedSpan | undefined {
  const own = spans.filter(({ kind }) => kind === "category");
  return HAS_PERSIAN.test(words[own[0]?.start ?? 0] ?? "") ? own[0] : own.at(-1);
}

/** The names of a city in both languages. */
export function cityNameIn(cities: readonly NamedCity[], slug: string): CityName | null {
  const city = cities.find((one) => one.slug === slug);
  return city ? { slug, name: { en: city.nameEn, fa: city.nameFa ?? city.nameEn } } : null;
}

import { CATEGORIES } from "../../../lib/event/categories";
import { rememberedFor } from "../../../lib/runtime/remembered";
import { foldDigits } from "../../../lib/text/digits";
import { searchKey } from "../../../lib/text/search-text";
import { AMBIGUOUS_CITIES, CATEGORY_WORDS, CITY_VARIANTS } from "../filter-words";
import { isPhrase as isKnownPhrase, leftOutWords, MOST_WORDS } from "../query-units";
import { SHORTEST_CORRECTED } from "../spelling";
import { stem } from "../stem";
import { STOP_WORDS } from "../stop-words";
import { correctLayout, lookupsOf } from "./correct-query";
import { readAudience } from "./read-audience";
import { type IntentFacets, type ReadIntent, readIntents } from "./read-intents";
import { readNearMe } from "./read-near-me";
import { readPlace } from "./read-place";
import { readPrice } from "./read-price";
import { readTime, type TimeContext, timeTable } from "./read-time";
import { joined, type Span, Taken } from "./spans";
import {
  type Chip,
  type QueryCorrection,
  UNDERSTOOD_KINDS,
  type Understood,
  type UnderstoodKind,
} from "./understood";
import { type NamedCity, vocabularyOf } from "./vocabulary";

/** The days and the currency of an area. */
export interface AreaContext extends TimeContext {
  /** ISO 4217. */
  currency: string;
}

export interface ReadOptions {
  cities: readonly NamedCity[];
  /** The area of a city that the words name, or else of the list. */
  areaOf: (slug: string | null) => AreaContext;
  /** City of the list, by parameter: decides between places of one name. */
  city?: string | null;
  /** Filters set explicitly; they override words. */
  explicit?: Partial<Record<UnderstoodKind, boolean>>;
  /** Removed chips: their words count as words. */
  ignore?: readonly string[];
  /** Corrections that were made to the query before. */
  corrections?: readonly QueryCorrection[];
}

/** Maximum length of a query, characters. */
const LONGEST_QUERY = 200;
/** Word count of the longest filter name. */
const LONGEST_NAME = 5;
const PERSIAN = /[\u0600-\u06ff]/;

type NameKind = "city" | "category";
interface NamedSpan extends Span {
  kind: NameKind;
  value: string;
}

const stemKeyOf = (words: readonly string[]) => stem(joined(words));

let categories: ReadonlyMap<string, string> | undefined;

function categoryNames(): ReadonlyMap<string, string> {
  if (categories) return categories;
  const names = new Map<string, string>();
  for (const { name, fa } of CATEGORIES) {
    for (const text of [name, fa, ...CATEGORY_WORDS[name]]) {
      const words = searchKey(text).split(" ").filter(Boolean);
      for (const key of [joined(words), stemKeyOf(words)])
        if (!names.has(key)) names.set(key, name);
    }
  }
  categories = names;
  return names;
}

const cityNames = rememberedFor((cities: readonly NamedCity[]): Map<string, string> => {
  const names = new Map<string, string>();
  for (const { slug, nameEn, nameFa } of cities) {
    for (const name of [nameEn, nameFa ?? "", slug, ...(CITY_VARIANTS[slug] ?? [])]) {
      const words = searchKey(name).split(" ").filter(Boolean);
      // No stemming of place names: کرمان is not کرم.
      if (words.length > 0 && !names.has(joined(words))) names.set(joined(words), slug);
    }
  }
  return names;
});

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

type PhraseTest = (words: readonly string[]) => boolean;

/** `isKnownPhrase`, remembered for one query. */
function phraseTest(): PhraseTest {
  const known = new Map<string, boolean>();
  return (words) => {
    const key = words.join(" ");
    let is = known.get(key);
    if (is === undefined) {
      is = isKnownPhrase(words);
      known.set(key, is);
    }
    return is;
  };
}

/**
 * Names of cities and categories in the words, longest first, none within a known phrase (live
 * music, startup weekend).
 */
function findNames(
  words: readonly string[],
  cities: ReadonlyMap<string, string>,
  isPhrase: PhraseTest,
  isTaken: (index: number) => boolean,
): NamedSpan[] {
  const spans: NamedSpan[] = [];
  for (let start = 0; start < words.length; ) {
    let step = 1;
    for (let length = Math.min(LONGEST_NAME, words.length - start); length > 0; length--) {
      const part = words.slice(start, start + length);
      if (part.some((_, index) => isTaken(start + index))) continue;
      const slug = cities.get(joined(part));
      const category =
        slug === undefined
          ? (categoryNames().get(joined(part)) ?? categoryNames().get(stemKeyOf(part)))
          : undefined;
      if (slug !== undefined) spans.push({ start, length, kind: "city", value: slug });
      else if (category !== undefined)
        spans.push({ start, length, kind: "category", value: category });
      if (slug !== undefined || category !== undefined || isPhrase(part)) {
        step = length;
        break;
      }
    }
    start += step;
  }
  return spans;
}

/** Words within known phrases that are no name of a time: the weekend of a startup weekend. */
function phraseWords(words: readonly string[], isPhrase: PhraseTest): Taken {
  const taken = new Taken();
  for (let start = 0; start < words.length; start++) {
    for (let length = Math.min(4, words.length - start); length > 1; length--) {
      const part = words.slice(start, start + length);
      if (!isPhrase(part) || timeTable().get(joined(part)) !== undefined) continue;
      taken.add({ start, length });
      start += length - 1;
      break;
    }
  }
  return taken;
}

function chooseCity(spans: readonly NamedSpan[], words: readonly string[]): NamedSpan | undefined {
  const own = spans.filter(({ kind }) => kind === "city");
  const [first] = own;
  // Two cities suggest a journey rather than a filter.
  if (!first || new Set(own.map(({ value }) => value)).size > 1) return undefined;
  const contentWords = words.filter((word) => !STOP_WORDS.has(word));
  const name = joined(words.slice(first.start, first.start + first.length));
  return AMBIGUOUS_CITIES.some((city) => searchKey(city) === name) &&
    contentWords.length > first.length
    ? undefined
    : first;
}

function chooseCategory(
  spans: readonly NamedSpan[],
  words: readonly string[],
): NamedSpan | undefined {
  const own = spans.filter(({ kind }) => kind === "category");
  // The head noun is last in English (music festival) and first in Persian.
  return PERSIAN.test(words[own[0]?.start ?? 0] ?? "") ? own[0] : own.at(-1);
}

const CHILDREN = "Kids & Family" satisfies (typeof CATEGORIES)[number]["name"];

const overlaps = (a: Span, b: Span) => a.start < b.start + b.length && b.start < a.start + a.length;

/** Traits that a single word or phrase names: their chips are facts, not intents. */
const isTrait = ({ traits, categories: own, key }: IntentFacets) =>
  traits.length === 1 && traits[0]?.trait === key && own.length <= 1;

/** What a query without words means. */
const NOTHING: Understood = {
  words: "",
  leftOut: [],
  filters: {},
  chips: [],
  corrections: [],
  asksNear: false,
  query: "",
  intents: [],
  lookups: [],
  categoryWords: "",
  wordsWithCategory: "",
  allWords: "",
};

/**
 * Reads a query in both languages, step by step: layout, city, time, price, place, audience, traits
 * and intents, category; the rest are words. Skips kinds that are explicit or removed. Words of an
 * explicit kind are dropped, but those of an explicit category stay.
 */
export function readQuery(
  query: string,
  { cities, areaOf, city = null, explicit = {}, ignore = [], corrections = [] }: ReadOptions,
): Understood {
  // The tables of names take tens of milliseconds of an isolate's first query.
  if (query.trim() === "") return { ...NOTHING, corrections };
  const vocabulary = vocabularyOf(cities);
  const typed = query.slice(0, LONGEST_QUERY);
  const reads = (kind: UnderstoodKind) => !ignore.includes(kind);
  const isLiteral = UNDERSTOOD_KINDS.every((kind) => !reads(kind));
  const corrected =
    isLiteral || ignore.includes("corrections")
      ? { query: typed, corrections: [] }
      : correctLayout(typed, vocabulary);
  const text = foldDigits(corrected.query);
  const allTyped = searchKey(text).split(" ").filter(Boolean);
  const words = allTyped.slice(0, MOST_WORDS);
  const isPhrase = phraseTest();
  const phrases = phraseWords(words, isPhrase);
  const chips: Chip[] = [];
  const filters: Understood["filters"] = {};
  const superfluous = new Set<number>();
  const filtered = new Taken();
  const seen = new Taken();
  const ofCategory = new Set<number>();
  const textOf = (spans: readonly Span[]) =>
    spans.map(({ start, length }) => words.slice(start, start + length).join(" ")).join(" ");
  const drop = ({ start, length }: Span) => {
    for (let index = start; index < start + length; index++) superfluous.add(index);
  };
  /** Records what the words of the spans mean. */
  const understand = (chip: Chip, spans: readonly Span[]) => {
    for (const span of spans) {
      seen.add(span);
      if (explicit[chip.kind]) drop(span);
      else if (reads(chip.kind)) filtered.add(span);
    }
    if (explicit[chip.kind] || !reads(chip.kind)) return;
    Object.assign(filters, { [chip.kind]: chip.value });
    chips.push(chip);
  };

  const allNames = findNames(words, cityNames(cities), isPhrase, () => false);
  const citySpan = chooseCity(allNames, words);
  const isOnlyCity = citySpan !== undefined && citySpan.length === words.length;
  const slug = citySpan && reads("city") && !explicit.city ? citySpan.value : city;
  const area = areaOf(slug);
  const time = isOnlyCity ? null : readTime(words, text, area, phrases.has);
  const timeSpans = time?.spans ?? [];
  const isIn = (spans: readonly Span[], index: number) =>
    spans.some((span) => overlaps(span, { start: index, length: 1 }));
  const aged = readAudience(words, text, (index) => isIn(timeSpans, index));
  const price = readPrice(
    words,
    text,
    area.currency,
    (index) => isIn(timeSpans, index) || isIn(aged?.spans ?? [], index),
  );
  const taken = new Taken();
  for (const span of [...timeSpans, ...(price?.spans ?? [])]) taken.add(span);
  const place = readPlace(
    words,
    {
      city: slug,
      cities,
      isOrdinary: (word) => categoryNames().has(word) || cityNames(cities).has(word),
    },
    taken.has,
  );
  const hidesCity = place !== null && citySpan !== undefined && overlaps(place.span, citySpan);
  const isPlaceLonger = place !== null && (!hidesCity || place.span.length > citySpan.length);

  if (citySpan && !(hidesCity && isPlaceLonger)) {
    const others = allNames.filter(
      ({ kind, value }) => kind === "city" && value === citySpan.value,
    );
    understand({ kind: "city", value: citySpan.value, matchedText: textOf([citySpan]) }, [
      citySpan,
      ...others,
    ]);
  }
  if (place && isPlaceLonger && !isOnlyCity)
    understand({ kind: "place", value: place.place, matchedText: textOf([place.span]) }, [
      place.span,
    ]);
  const nearMe = readNearMe(
    words,
    (index) => taken.has(index) || (place !== null && isIn([place.span], index)),
  );
  if (nearMe) understand({ kind: "near", value: true, matchedText: textOf([nearMe]) }, [nearMe]);
  if (time)
    understand(
      {
        kind: "when",
        value: time.when,
        matchedText: textOf([...time.spans].sort((a, b) => a.start - b.start)),
      },
      time.spans,
    );
  if (price?.price)
    understand(
      { kind: "price", value: price.price, matchedText: textOf(price.spans) },
      price.spans,
    );
  else if (price?.free)
    understand(
      { kind: "free", value: true, matchedText: textOf(price.spans.slice(0, 1)) },
      price.spans,
    );
  const audience = readAudience(words, text, seen.has);
  if (audience)
    understand(
      { kind: "audience", value: audience.audience, matchedText: textOf(audience.spans) },
      audience.spans,
    );

  const names = findNames(words, cityNames(cities), isPhrase, seen.has);
  const found = readIntents(
    words,
    isPhrase,
    (index) => seen.has(index) || names.some((span) => overlaps(span, { start: index, length: 1 })),
  );
  const traits = found.filter(({ intent }) => isTrait(intent));
  const intents = found.filter(({ intent }) => !isTrait(intent));
  const units = (list: readonly ReadIntent[]) =>
    list
      .filter(
        ({ intent }, index) => list.findIndex((other) => other.intent.key === intent.key) === index,
      )
      .map(({ intent, span }) => ({
        words: textOf([span]),
        traits: intent.traits,
        categories: intent.categories,
      }));
  const spansOf = (list: readonly ReadIntent[]) => list.map(({ span }) => span);
  const keysOf = (list: readonly ReadIntent[]) => [
    ...new Set(list.map(({ intent }) => intent.key)),
  ];
  if (traits.length > 0) {
    const value = [
      ...new Set(traits.flatMap(({ intent }) => intent.traits.map(({ trait }) => trait))),
    ];
    understand({ kind: "traits", value, matchedText: textOf(spansOf(traits)) }, spansOf(traits));
  }
  if (intents.length > 0)
    understand(
      { kind: "intent", value: { keys: keysOf(intents) }, matchedText: textOf(spansOf(intents)) },
      spansOf(intents),
    );

  const chosen = chooseCategory(names, words);
  const children = names.find(({ kind, value }) => kind === "category" && value === CHILDREN);
  const others = names.filter(({ kind, value }) => kind === "category" && value !== CHILDREN);
  // Beside another category the word for children is an audience: free kids workshop.
  const isAudience =
    children !== undefined &&
    others.length > 0 &&
    audience === null &&
    reads("audience") &&
    !explicit.audience;
  if (isAudience)
    understand(
      { kind: "audience", value: { traits: ["for-children"] }, matchedText: textOf([children]) },
      [children],
    );
  const categorySpan = isAudience ? chooseCategory(others, words) : chosen;
  if (categorySpan && !explicit.category && reads("category")) {
    const value = categorySpan.value as (typeof CATEGORIES)[number]["name"];
    understand({ kind: "category", value, matchedText: textOf([categorySpan]) }, [categorySpan]);
    for (let index = categorySpan.start; index < categorySpan.start + categorySpan.length; index++)
      ofCategory.add(index);
  }

  const hasFilter = chips.length > 0 || superfluous.size > 0;
  const pick = (isWanted: (index: number) => boolean) =>
    words.filter((_, index) => !superfluous.has(index) && isWanted(index));
  const wordsOrNone = (list: readonly string[]) =>
    hasFilter && list.every((word) => STOP_WORDS.has(word)) ? "" : list.join(" ");
  const searched = wordsOrNone(pick((index) => !filtered.has(index)));
  return {
    words: searched,
    leftOut: [...leftOutWords(searched), ...allTyped.slice(MOST_WORDS)],
    filters,
    chips: UNDERSTOOD_KINDS.flatMap((kind) => chips.filter((chip) => chip.kind === kind)),
    corrections: [...corrections, ...corrected.corrections],
    asksNear: nearMe !== null && reads("near"),
    query: corrected.query,
    intents: [
      ...(filters.traits && !explicit.traits ? units(traits) : []),
      ...(filters.intent && !explicit.intent ? units(intents) : []),
    ],
    lookups: isLiteral ? [] : lookupsOf(corrected.query, vocabulary),
    categoryWords: pick((index) => ofCategory.has(index)).join(" "),
    wordsWithCategory: wordsOrNone(pick((index) => !filtered.has(index) || ofCategory.has(index))),
    allWords: wordsOrNone(pick(() => true)),
  };
}

import type { CATEGORIES } from "../../../lib/event/categories";
import { foldDigits } from "../../../lib/text/digits";
import { searchKey } from "../../../lib/text/search-text";
import { isPhrase as isKnownPhrase, leftOutWords, MOST_WORDS } from "../query-units";
import { STOP_WORDS } from "../stop-words";
import { type CorrectedQuery, correctLayout, correctScript, lookupsOf } from "./correct-query";
import { findDeniedTimes, withoutDenied } from "./denied-time";
import { findFillers, withAsked } from "./filler-words";
import { filterLikeNamesIn, type NamedCity } from "./known-names";
import { occasionName, timeTable } from "./named-days";
import { readAudience } from "./read-audience";
import { readExclusions } from "./read-exclusions";
import { type IntentFacets, type ReadIntent, readIntents } from "./read-intents";
import {
  CHILDREN,
  categoryNames,
  chooseCategory,
  chooseCities,
  citiesByName,
  cityNameIn,
  findNames,
  type NamedSpan,
} from "./read-names";
import { readNearMe } from "./read-near-me";
import { readPlace, regionAt } from "./read-place";
import { readPrice } from "./read-price";
import { readTime, type TimeContext } from "./read-time";
import { readVenue, venueBeside } from "./read-venue";
import { HAS_PERSIAN, isInSpans, joined, overlaps, type Span, Taken } from "./spans";
import {
  type Chip,
  type QueryCorrection,
  typedWords,
  UNDERSTOOD_KINDS,
  type Understood,
  type UnderstoodKind,
} from "./understood";
import { vocabularyOf } from "./vocabulary";

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

const OPEN = /^(?:open|opens|opened|باز|بازه|بازن|بازند)$/;
const CYRILLIC = /[\u0400-\u04ff]/;
/** "tehran -comedy": a dash before a word, not one between words. */
const MINUS = /(?<=^|\s)[-−–](?=\p{L})/gu;
/** The ending of «هفته‌ی اول», which says nothing. */
const EZAFE = /(?<=ه)[\u200c\s]ی(?=\s)/g;

/** Maximum length of a query, characters. */
const LONGEST_QUERY = 200;

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

/** Words within known phrases that are no name of a time: the weekend of a startup weekend. */
function phraseWords(words: readonly string[], isPhrase: PhraseTest): Taken {
  const taken = new Taken();
  for (let start = 0; start < words.length; start++) {
    for (let length = Math.min(4, words.length - start); length > 1; length--) {
      const part = words.slice(start, start + length);
      const isTime = timeTable().get(joined(part)) !== undefined;
      if (!isTime && !isPhrase(part)) continue;
      if (!isTime) taken.add({ start, length });
      start += length - 1;
      break;
    }
  }
  return taken;
}

/** What names each word belongs to. */
function nameTest(
  count: number,
  names: readonly NamedSpan[],
  chosen: readonly NamedSpan[],
): (NamedSpan["kind"] | null)[] {
  const kinds: (NamedSpan["kind"] | null)[] = Array(count).fill(null);
  for (const { start, length, kind } of [
    ...names.filter(({ kind }) => kind === "category"),
    ...chosen,
  ])
    kinds.fill(kind, start, start + length);
  return kinds;
}

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
  occasion: null,
  placeWords: "",
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
  // A name of a holy day has no typing mistake, and no city: "ny eve", "eid adha".
  const occasion = isLiteral ? null : occasionName(searchKey(typed).split(" "));
  const isCyrillic = CYRILLIC.test(typed);
  const corrected: CorrectedQuery =
    isLiteral || ignore.includes("corrections") || (occasion !== null && !isCyrillic)
      ? { query: typed, corrections: [] }
      : (isCyrillic ? correctScript : correctLayout)(typed, vocabulary);
  const text = foldDigits(corrected.query.replace(MINUS, "not ").replace(EZAFE, ""));
  const isPhrase = phraseTest();
  const folded = searchKey(text).split(" ").filter(Boolean);
  const allTyped = isLiteral ? folded : withAsked(folded, isPhrase);
  const words = allTyped.slice(0, MOST_WORDS);
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

  const typedNames = findNames(words, citiesByName(cities), isPhrase, () => occasion !== null);
  const typedKinds = nameTest(words.length, [], typedNames);
  const typedAt = (index: number) => typedKinds[index] ?? null;
  const people = isLiteral ? [] : filterLikeNamesIn(words);
  const denied = isLiteral ? [] : findDeniedTimes(words, text, typedAt);
  const deniedSpans = denied.map(({ whole }) => whole);
  const excluded = isLiteral
    ? null
    : readExclusions(words, {
        isOther: (index) => isInSpans([...deniedSpans, ...people], index),
        names: typedNames,
        cityNameOf: (named) => cityNameIn(cities, named),
        regionAt: (start) => {
          const region = regionAt(words, start, cities, () => false);
          const members = region?.slugs.flatMap((one) => cityNameIn(cities, one) ?? []) ?? [];
          return region && members.length > 0 ? { ...region.span, cities: members } : null;
        },
        typedOf: (folded) => typedWords(corrected.query, folded),
        text,
        isPhrase,
      });
  const unwanted = new Taken();
  for (const span of deniedSpans) unwanted.add(span);
  for (const span of people) {
    unwanted.add(span);
    seen.add(span);
  }
  for (const span of excluded?.spans ?? []) {
    unwanted.add(span);
    // Without the filter its words ask for nothing.
    if (!reads("not")) drop(span);
  }
  if (excluded)
    understand(
      { kind: "not", value: excluded.value, matchedText: textOf(excluded.spans) },
      excluded.spans,
    );

  const allNames = typedNames.filter(({ start }) => !unwanted.has(start));
  const chosenCities = chooseCities(allNames, words, cities);
  const slugs = [...new Set(chosenCities.map(({ value }) => value))];
  const citySpan = slugs.length === 1 ? chosenCities[0] : undefined;
  const isOnlyCity = citySpan !== undefined && citySpan.length === words.length;
  const ownCity = slugs[0];
  const readsCity = slugs.length > 1 ? reads("cities") : reads("city");
  const slug = ownCity !== undefined && readsCity && !explicit.city ? ownCity : city;
  const area = { ...areaOf(slug), isPersian: HAS_PERSIAN.test(corrected.query) };
  const named = nameTest(words.length, allNames, chosenCities);
  const isCityWord = (index: number) => named[index] === "city";
  const wanted = isOnlyCity
    ? null
    : readTime(
        words,
        text,
        area,
        (index) => phrases.has(index) || unwanted.has(index) || isCityWord(index),
        (index) => named[index] ?? null,
      );
  const { time, leftOut: unusedTimes } = withoutDenied(wanted, denied, words, text, area, typedAt);
  for (const span of unusedTimes) {
    drop(span);
    seen.add(span);
  }
  const timeSpans = time?.spans ?? [];
  // "galleries open sunday": the day says it.
  for (const { start } of timeSpans)
    if (OPEN.test(words[start - 1] ?? "")) drop({ start: start - 1, length: 1 });
  const aged = readAudience(
    words,
    text,
    (index) => unwanted.has(index) || isInSpans(timeSpans, index),
  );
  const price = readPrice(
    words,
    text,
    area.currency,
    (index) =>
      unwanted.has(index) || isInSpans(timeSpans, index) || isInSpans(aged?.spans ?? [], index),
  );
  const taken = new Taken();
  for (const spans of [people, ...[time, price, aged, excluded].map((one) => one?.spans ?? [])])
    for (const span of spans) taken.add(span);
  const namedVenue = isOnlyCity
    ? null
    : readVenue(
        words,
        slugs.length > 0 ? slugs : city === null ? [] : [city],
        (known) => cities.some((one) => one.slug === known),
        taken.has,
      );
  const place = readPlace(
    words,
    {
      city: slugs.length > 1 ? null : slug,
      cities,
      isOrdinary: (word) => categoryNames().has(word) || citiesByName(cities).has(word),
    },
    taken.has,
  );
  const venue = venueBeside(namedVenue, place);
  const hidesCity = place !== null && citySpan !== undefined && overlaps(place.span, citySpan);
  const isPlaceLonger = place !== null && (!hidesCity || place.span.length > citySpan.length);

  if (venue)
    understand({ kind: "venue", value: venue.venue, matchedText: textOf([venue.span]) }, [
      venue.span,
    ]);
  if (slugs.length > 1) {
    const from = chosenCities[0]?.start ?? 0;
    if (words[from - 1] === "between") drop({ start: from - 1, length: 1 });
    const value = slugs.flatMap((one) => cityNameIn(cities, one) ?? []);
    understand({ kind: "cities", value, matchedText: textOf(chosenCities) }, chosenCities);
  }
  if (citySpan && !(hidesCity && isPlaceLonger && !venue)) {
    const others = allNames.filter(
      ({ kind, value }) => kind === "city" && value === citySpan.value,
    );
    understand({ kind: "city", value: citySpan.value, matchedText: textOf([citySpan]) }, [
      citySpan,
      ...others,
    ]);
  }
  if (place && isPlaceLonger && !isOnlyCity && !venue && slugs.length < 2)
    understand({ kind: "place", value: place.place, matchedText: textOf([place.span]) }, [
      place.span,
    ]);
  const nearMe = readNearMe(
    words,
    (index) => taken.has(index) || (place !== null && isInSpans([place.span], index)),
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

  const names = findNames(
    words,
    citiesByName(cities),
    isPhrase,
    (index) => occasion !== null || seen.has(index),
  );
  const found = readIntents(words, isPhrase, (index) => seen.has(index) || isInSpans(names, index));
  const traits = found.filter(({ intent }) => isTrait(intent));
  const intents = found.filter(({ intent }) => !isTrait(intent));
  const units = (list: readonly ReadIntent[]) =>
    list
      .filter(
        ({ intent }, index) => list.findIndex((other) => other.intent.key === intent.key) === index,
      )
      .map(({ intent, span }) => ({
        words: textOf([span]),
        ...(isTrait(intent) ? { isFact: true } : null),
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
  const isFree = (index: number) => !seen.has(index) && !ofCategory.has(index);
  const fillers = isLiteral
    ? []
    : findFillers(words, (index) => !isFree(index) || phrases.has(index)).filter(
        ({ asks }) => asks === "",
      );
  const said = new Taken();
  for (const span of fillers) said.add(span);
  const hasMore = words.some(
    (word, index) => isFree(index) && !said.has(index) && !STOP_WORDS.has(word),
  );
  if (hasFilter || hasMore || people.length > 0) for (const span of fillers) drop(span);
  const pick = (isWanted: (index: number) => boolean) =>
    words.filter((_, index) => !superfluous.has(index) && isWanted(index));
  const wordsOrNone = (list: readonly string[]) =>
    hasFilter && list.every((word) => STOP_WORDS.has(word)) ? "" : list.join(" ");
  const searched = wordsOrNone(pick((index) => !filtered.has(index)));
  return {
    words: searched,
    leftOut: [
      ...(unusedTimes.length > 0 ? [textOf(unusedTimes)] : []),
      ...leftOutWords(searched),
      ...allTyped.slice(MOST_WORDS),
    ],
    filters,
    chips: UNDERSTOOD_KINDS.flatMap((kind) => chips.filter((chip) => chip.kind === kind)),
    corrections: [...corrections, ...corrected.corrections],
    asksNear: nearMe !== null && reads("near"),
    query: corrected.query,
    intents: [
      ...(filters.traits && !explicit.traits ? units(traits) : []),
      ...(filters.intent && !explicit.intent ? units(intents) : []),
    ],
    ...(corrected.spelt ? { spelt: corrected.spelt } : null),
    lookups: isLiteral || occasion !== null ? [] : lookupsOf(corrected.query, vocabulary),
    categoryWords: pick((index) => ofCategory.has(index)).join(" "),
    wordsWithCategory: wordsOrNone(pick((index) => !filtered.has(index) || ofCategory.has(index))),
    allWords: wordsOrNone(pick(() => true)),
    occasion,
    placeWords: filters.place && place ? textOf([place.span]) : "",
  };
}

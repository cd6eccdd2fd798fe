import type { DatePreset } from "../../../lib/dates/date-presets";
import type { CategoryName } from "../../../lib/event/categories";
import type { FilterKey, TraitKey } from "../../../lib/event/event-fields";
import { searchKey } from "../../../lib/text/search-text";
import type { Spellings } from "../named-in-query";

/**
 * Parts of the day by the local start time, minutes since midnight, half-open (decisions.md §3).
 * Night lasts past midnight.
 */
export const DAYPARTS = {
  morning: { from: 300, before: 720 },
  noon: { from: 660, before: 840 },
  afternoon: { from: 720, before: 1020 },
  evening: { from: 1020, before: 1320 },
  night: { from: 1200, before: 1680 },
} as const;
export type Daypart = keyof typeof DAYPARTS;

/**
 * Relative ranges: the presets of the parameter `when`, and those that only words name and that
 * come with their days.
 */
export type WhenRange = DatePreset | "next-week" | "next-weekend" | "next-month";

/**
 * A requested time. All parts that are set must match; days are local days of the area, YYYY-MM-DD,
 * both inclusive.
 */
export interface When {
  preset?: WhenRange;
  from?: string;
  to?: string;
  /** ISO weekdays of the start: 1 is Monday. */
  weekdays?: readonly number[];
  /** The ISO weekday that the words name beside a date of another weekday; the date counts. */
  wrongWeekday?: number;
  /** Name of `hours`, if it has one. */
  daypart?: Daypart;
  /**
   * Local start time, minutes since midnight, half-open; `before` over 1440 lasts past midnight.
   */
  hours?: { from: number; before: number };
}

/**
 * A circle around a named place, or the cities of a region or country; then position and radius are
 * 0.
 */
export interface Place {
  /** Names in both languages. */
  name: { en: string; fa: string };
  lat: number;
  lng: number;
  radiusKm: number;
  /** Slug; empty for a region. */
  city: string;
  /** Slugs of the cities of a region. */
  cities?: readonly string[];
  /** Whether the query says near; otherwise it names the place itself. */
  isNear: boolean;
}

/**
 * A price range, in stored units (decisions.md §2: rials for IRR). Free events pass it unless `min`
 * is set.
 */
export interface PriceRange {
  /** Inclusive. */
  min?: number;
  /** Inclusive. */
  max?: number;
  /** Exclusive: "under 20". */
  under?: number;
  /** The currency of the amounts, ISO 4217. */
  currency: string;
  /** All accepted currencies, if the word names several: dollars. */
  currencies?: readonly string[];
  /** The words name no amount: cheap. */
  isCheap?: true;
}

export interface AudienceFilter {
  /** Empty for an age limit of adults. */
  traits: readonly TraitKey[];
  ages?: AgeRange;
}

/**
 * Requirements the words imply. Events match by any of its traits and categories, or by the words.
 */
export interface Intent {
  /** Keys of the intents in `data/intents.tsv`. */
  keys: readonly string[];
}

/** A city by its names. */
export interface CityName {
  slug: string;
  name: { en: string; fa: string };
}

/** A venue by its names: its events, wherever its circle is. */
export interface VenueFilter {
  name: { en: string; fa: string };
  /** Slug. */
  city: string;
}

/** What the words do not want. */
export interface Exclusions {
  categories?: readonly CategoryName[];
  cities?: readonly CityName[];
  /** As typed; an event with one of them in its names, or a synonym, is left out. */
  words?: readonly string[];
  free?: true;
  /** Events for children. */
  children?: true;
}

interface Values {
  /** Slug. */
  city: string;
  /** Any of them. */
  cities: readonly CityName[];
  venue: VenueFilter;
  place: Place;
  /** Around the reader; the page requests their position. */
  near: true;
  category: CategoryName;
  free: true;
  price: PriceRange;
  when: When;
  audience: AudienceFilter;
  traits: readonly FilterKey[];
  intent: Intent;
  not: Exclusions;
}

/** A filter understood from the words; users can remove it by its kind. `matchedText` is folded. */
export type Chip = {
  [K in keyof Values]: { kind: K; value: Values[K]; matchedText: string };
}[keyof Values];

/** Kinds of understood filters; the parameter `without` removes one. */
export const UNDERSTOOD_KINDS = [
  "city",
  "cities",
  "venue",
  "place",
  "near",
  "category",
  "free",
  "price",
  "when",
  "audience",
  "traits",
  "intent",
  "not",
] as const satisfies readonly Chip["kind"][];
export type UnderstoodKind = (typeof UNDERSTOOD_KINDS)[number];

/**
 * A changed part of the query. layout: typed with the other keyboard. joined: words joined or
 * split. transliteration: Persian in Latin letters, or English in Persian ones.
 */
export interface QueryCorrection {
  kind: "layout" | "joined" | "transliteration" | "spelling";
  from: string;
  to: string;
}

/** A trait or an intent: events match by any of its facets, or by its words. */
export interface IntentUnit {
  /** Folded. */
  words: string;
  /** A trait, which is a fact: words of descriptions state none. */
  isFact?: boolean;
  traits: readonly { trait: FilterKey; weight: number }[];
  categories: readonly { category: CategoryName; weight: number }[];
}

export interface Understood {
  /** Remaining words, folded; empty if filters cover the query. */
  words: string;
  /** Words that are not searched for, folded: the query has too many. */
  leftOut: readonly string[];
  filters: { [K in keyof Values]?: Values[K] };
  chips: Chip[];
  /** Changes made before reading, in order. */
  corrections: readonly QueryCorrection[];
  /** Whether words ask for what is around the reader, with or without a position. */
  asksNear: boolean;
  /** The query after these changes. */
  query: string;
  /** Requirements of traits and intents, as units of the search. */
  intents: readonly IntentUnit[];
  /** Words whose existence decides how unknown words are corrected, folded. */
  lookups: readonly string[];
  spelt?: Spellings;
  /** Words that became the category, folded. */
  categoryWords: string;
  /** Remaining words if the category counts as words. */
  wordsWithCategory: string;
  /** The whole query as words, except those that explicit filters cover. */
  allWords: string;
  /** The usual name of the holy day or occasion that the whole query names, folded; null without one. */
  occasion: string | null;
  /** Words that name the place, folded: events that say them come first in its circle. */
  placeWords: string;
}

/** Years from which a person is an adult. */
export const ADULT = 18;

/**
 * Ages, years, both inclusive. Up to 17: events for children of any of these ages. Without `to`:
 * also events with an age limit of `from` or more; from `ADULT` on those alone.
 */
export interface AgeRange {
  from: number;
  to: number | null;
}

/** Ages that the page offers. */
export const AGE_CHOICES = ["0-2", "3-5", "6-8", "9-12", "13-17", "18-"] as const;

/**
 * The ages of the parameter `age`: "7", "3-6", "12-" or "12+"; undefined if invalid. Ages of adults
 * are one: "18-".
 */
export function readAges(text: string): AgeRange | undefined {
  const [, first, open, last] = /^(\d{1,2})\s*(?:([-–+])\s*(\d{1,2})?)?$/.exec(text) ?? [];
  if (first === undefined || (open === "+" && last !== undefined)) return undefined;
  const from = Math.min(Number(first), ADULT);
  const to = last === undefined ? (open === undefined ? from : null) : Number(last);
  if (to !== null && to < Number(first)) return undefined;
  return { from, to: to === null || to >= ADULT ? null : to };
}

/** The value of the parameter `age`. */
export const writeAges = ({ from, to }: AgeRange): string =>
  to === null ? `${from}-` : to === from ? `${from}` : `${from}-${to}`;

interface EventAges {
  isForChildren: boolean;
  childAgeFrom?: number | null;
  childAgeTo?: number | null;
  ageLimit?: number | null;
}

/**
 * Ages of the children that an event is for: all that it does not exclude. Null for other events.
 */
export function childAgesOf({
  isForChildren,
  childAgeFrom,
  childAgeTo,
  ageLimit,
}: EventAges): { from: number; to: number } | null {
  if (!isForChildren) return null;
  const from = Math.max(childAgeFrom ?? 0, ageLimit ?? 0);
  const to = Math.min(childAgeTo ?? ADULT - 1, ADULT - 1);
  return from <= to ? { from, to } : null;
}

/** Folded words as they were typed in a query. */
export function typedWords(q: string, words: string): string {
  const wanted = new Set(words.split(" "));
  const typed = q
    .split(/\s+/)
    .filter(Boolean)
    .filter((piece) =>
      searchKey(piece)
        .split(" ")
        .some((word) => wanted.has(word)),
    );
  return typed.length > 0 ? [...new Set(typed)].join(" ") : words;
}

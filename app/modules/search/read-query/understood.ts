import type { DatePreset } from "../../../lib/dates/date-presets";
import type { CategoryName } from "../../../lib/event/categories";
import type { FilterKey, TraitKey } from "../../../lib/event/event-fields";
import type { AgeRange } from "../ages";

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
  /** Words that became the category, folded. */
  categoryWords: string;
  /** Remaining words if the category counts as words. */
  wordsWithCategory: string;
  /** The whole query as words, except those that explicit filters cover. */
  allWords: string;
  /** Words that name the place, folded: events that say them come first in its circle. */
  placeWords: string;
}

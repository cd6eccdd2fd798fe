import type { cities, events } from "../../../db/schema";
import { addDays } from "../../lib/dates/days";
import { DAY } from "../../lib/dates/durations";
import { CATEGORIES } from "../../lib/event/categories";
import type { FilterKey } from "../../lib/event/event-fields";
import { filterKeysOf } from "../../lib/event/field-groups";
import { SCHEDULE_LIMITS, SHORT_EVENT } from "../../lib/event/schedule";
import { cellsOf } from "../../lib/geo/geo";
import { indexText, searchKey } from "../../lib/text/search-text";
import { CITY_VARIANTS } from "./filter-words";
import { cellWord, fineCellOf } from "./near-cells";
import { rulePhrasings } from "./phrasings";
import type { PriceRange } from "./read-query/understood";
import { ADULT, type AgeRange, childAgesOf } from "./read-query/understood";
import type { eventSearch } from "./search-tables";
import {
  localStartOf,
  readSeriesDates,
  type SeriesDate,
  SLOT_MINUTES,
  slotsOfDate,
  weekdaysOf,
  writeDates,
} from "./series-dates";
import { SHORTEST_CORRECTED } from "./spelling";
import { stem } from "./stem";
import { STOP_WORDS } from "./stop-words";

type EventInsert = typeof events.$inferInsert;
type CityRow = typeof cities.$inferSelect;

/** Columns of an event that the index reads. */
export type IndexedEvent = Pick<
  EventInsert,
  | "id"
  | "cityId"
  | "titleEn"
  | "titleFa"
  | "descriptionEn"
  | "descriptionFa"
  | "venueEn"
  | "venueFa"
  | "organizerEn"
  | "organizerFa"
  | "categories"
  | "tags"
  | "tagKeys"
  | "traits"
  | "childAgeFrom"
  | "childAgeTo"
  | "ageLimit"
  | "accessibility"
  | "attendance"
  | "price"
  | "currency"
  | "isFeatured"
  | "startsAt"
  | "endsAt"
  | "schedule"
  | "searchRowid"
  | "status"
  | "isActive"
  | "deletedAt"
  | "isOver"
  | "latitude"
  | "longitude"
> &
  Partial<Pick<EventInsert, "lifecycle">>;

/** Names of a city in the index. */
export type IndexedCity = Pick<
  CityRow,
  "slug" | "timeZone" | "nameEn" | "nameFa" | "countryEn" | "countryFa" | "stateEn" | "stateFa"
>;

const alphanumeric = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * Words of the `facets` column: filters are part of the MATCH expression, which bounds the matches.
 */
export const facetWord = {
  any: "any",
  /** First word of the column; a trigger of migration 0002 replaces it. */
  current: "current",
  over: "over",
  free: "free",
  /** Postponed or cancelled; the last word of its line in the document. */
  off: "lifecycleoff",
  /** Cancelled; stands before `off`. */
  cancelled: "lifecyclecancelled",
  /** Longer than `SHORT_EVENT`. */
  long: "long",
  city: (cityId: string) => `c${alphanumeric(cityId)}`,
  category: (name: string) => `k${alphanumeric(name)}`,
  trait: (key: FilterKey) => `has${alphanumeric(key)}`,
  /** A series with several dates to come. */
  several: "several",
  /** Local day of a date of a series, YYYY-MM-DD. */
  day: (day: string) => `d${alphanumeric(day)}`,
  /** Half-hour of a local start, from midnight; a series has one for each of its usual times. */
  slot: (slot: number) => `h${slot}`,
  /** Half-hour in which a long event is on. */
  onSlot: (slot: number) => `o${slot}`,
  /** On at all hours of a day. */
  allHours: "hall",
  /** ISO weekday of a local start; of a long event each on which it is on. */
  weekday: (weekday: number) => `w${weekday}`,
  /** An age of the children that an event is for, years. */
  childAge: (age: number) => `age${age}`,
  /** Age limit, years; `ADULT` for all above. */
  ageLimit: (age: number) => `from${Math.min(age, ADULT)}`,
  tag: (tag: string) => `t${searchKey(tag).replaceAll(" ", "")}`,
  cell: cellWord,
};

/** What the document of a cancelled event has. */
export const CANCELLED_MARK = ` ${facetWord.cancelled} `;

/** Facet words of the events for some ages: any of them matches. */
export function ageWords({ from, to }: AgeRange): string[] {
  const last = Math.min(to ?? ADULT - 1, ADULT - 1);
  const children = Array.from({ length: Math.max(0, last - from + 1) }, (_, index) =>
    facetWord.childAge(from + index),
  );
  const limits =
    to === null
      ? Array.from({ length: Math.max(1, ADULT - from + 1) }, (_, index) =>
          facetWord.ageLimit(from + index),
        )
      : [];
  return [...new Set([...children, ...limits])];
}

/** Days from the next date of a series on that `facetWord.day` names. */
const NAMED_DAYS = 70;

/**
 * Fields of `document`, in order, before the line of facts and, of a series, the line of its dates.
 * The languages of a title are separate fields, so that words stay adjacent.
 */
export const DOCUMENT_FIELDS = [
  "titleEn",
  "titleFa",
  "venue",
  "tags",
  "categories",
  "organizer",
  "city",
] as const;

export type SearchRow = typeof eventSearch.$inferInsert & { rowid: number };

const joinTexts = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(" \n ");

/** Words and stems without repetition: `detail=column` stores no positions. */
function indexedWords(text: string, { stopWords = true } = {}): string {
  const words = new Set<string>();
  for (const word of text.split(" ")) {
    if (!word || (!stopWords && STOP_WORDS.has(word))) continue;
    words.add(word);
    words.add(stem(word));
  }
  return [...words].join(" ");
}

/**
 * Stands before the words of phrasings in the column of descriptions: they are words that people
 * type, not words that events have, so no spelling is known by them.
 */
export const ASKED_MARK = "§";

/** The words of phrasings, as the column of descriptions has them. */
export const askedWords = (text: string): string =>
  indexedWords(indexText(text), { stopWords: false })
    .split(" ")
    .map((word) => (word === "" ? "" : ASKED_MARK + word))
    .join(" ");

/** Numbers of an event that filters compare exactly. */
export interface EventFacts {
  price: number | null;
  currency: string;
  latitude: number | null;
  longitude: number | null;
}

const NO_FACT = "-";
const writeFacts = ({ price, currency, latitude, longitude }: EventFacts) =>
  [price, currency || null, latitude, longitude].map((fact) => fact ?? NO_FACT).join(" ");

/**
 * A line of a document; empty if it has none. A search asks sixty documents for one line each:
 * cheaper than all lines.
 */
function lineOf(document: string, index: number): string {
  let start = 0;
  for (let line = 0; line < index; line++) {
    const end = document.indexOf("\n", start);
    if (end < 0) return "";
    start = end + 1;
  }
  const end = document.indexOf("\n", start);
  return end < 0 ? document.slice(start) : document.slice(start, end);
}

/** The facts of a document; all are missing in rows of an older index. */
export function readFacts(document: string): EventFacts {
  const [price, currency, latitude, longitude] = lineOf(document, DOCUMENT_FIELDS.length).split(
    " ",
  );
  const numberOf = (fact: string | undefined) =>
    fact === undefined || fact === "" || fact === NO_FACT ? null : Number(fact);
  return {
    price: numberOf(price),
    currency: currency ?? "",
    latitude: numberOf(latitude),
    longitude: numberOf(longitude),
  };
}

/**
 * The dates of an indexed series that end after an instant, by start, as far ahead as dates are
 * stored; null for an event without a schedule, and in rows of an older index.
 */
export function seriesDates(
  document: string,
  after: number,
  now: number,
): Iterable<SeriesDate> | null {
  const line = lineOf(document, DOCUMENT_FIELDS.length + 1);
  return line === "" ? null : readSeriesDates(line, after, now + SCHEDULE_LIMITS.daysAhead * DAY);
}

/** Words for the days of a series. */
function dayWords(days: readonly string[]): string[] {
  const last = addDays([...days].sort()[0] ?? "", NAMED_DAYS);
  return [facetWord.several, ...new Set(days.filter((day) => day <= last).map(facetWord.day))];
}

/**
 * The row of `event_search` for a listed event, and the words of its names for completion and
 * correction.
 * @param dates the next one, and of a series those behind it
 */
export function searchRow(
  event: IndexedEvent,
  city: IndexedCity,
  dates: readonly [SeriesDate, ...SeriesDate[]],
): { row: SearchRow; words: string[] } {
  const titleEn = indexText(event.titleEn);
  const titleFa = indexText(event.titleFa ?? "");
  const venue = indexText(joinTexts(event.venueEn, event.venueFa));
  const tags = indexText(event.tags.join(" \n "));
  const categories = indexText(
    event.categories
      .flatMap((name) => [name, CATEGORIES.find((category) => category.name === name)?.fa ?? ""])
      .join(" \n "),
  );
  const organizer = indexText(joinTexts(event.organizerEn, event.organizerFa));
  const cityNames = indexText(joinTexts(city.nameEn, city.nameFa));
  const elsewhere = indexText(
    joinTexts(
      city.countryEn,
      city.countryFa,
      city.stateEn,
      city.stateFa,
      ...(CITY_VARIANTS[city.slug] ?? []),
    ),
  );
  const { latitude, longitude } = event;
  const cells =
    typeof latitude === "number" && typeof longitude === "number"
      ? cellsOf({ latitude, longitude })
      : [];
  const starts = dates.map(localStartOf);
  const traits = filterKeysOf(event).map(facetWord.trait);
  const isForChildren =
    event.traits?.includes("for-children") || event.categories.includes("Kids & Family");
  const children = childAgesOf({ ...event, isForChildren });
  const statesAges = typeof event.childAgeFrom === "number" || typeof event.childAgeTo === "number";
  const childAges = children
    ? Array.from({ length: children.to - children.from + 1 }, (_, index) =>
        facetWord.childAge(children.from + index),
      )
    : [];
  const facets = [
    event.isOver ? facetWord.over : facetWord.current,
    facetWord.any,
    facetWord.city(event.cityId),
    ...event.categories.map(facetWord.category),
    ...traits,
    ...childAges,
    ...(event.ageLimit ? [facetWord.ageLimit(event.ageLimit)] : []),
    ...new Set(starts.map(({ slot }) => facetWord.slot(slot))),
    ...new Set(
      dates
        .filter(({ startsAt, endsAt }) => endsAt - startsAt > SHORT_EVENT)
        .flatMap((date) => slotsOfDate(date)?.map(facetWord.onSlot) ?? [facetWord.allHours]),
    ),
    ...new Set(dates.flatMap(weekdaysOf).map(facetWord.weekday)),
    ...(typeof event.price === "number" && event.price > 0
      ? [priceWord(event.price, event.currency ?? "")]
      : []),
    ...(cells.length > 0
      ? [fineCellOf({ latitude: latitude ?? 0, longitude: longitude ?? 0 })]
      : []),
    ...(dates.length > 1 ? dayWords(starts.map(({ day }) => day)) : []),
    ...event.tagKeys.map(facetWord.tag),
    ...cells.map(facetWord.cell),
    ...(event.price === 0 ? [facetWord.free] : []),
    ...(event.endsAt - event.startsAt > SHORT_EVENT ? [facetWord.long] : []),
    ...(event.lifecycle === "cancelled" ? [facetWord.cancelled] : []),
  ];
  const row: SearchRow = {
    rowid: event.searchRowid,
    title: indexedWords(`${titleEn} ${titleFa}`),
    venue: indexedWords(venue),
    tags: indexedWords(tags),
    categories: indexedWords(categories),
    organizer: indexedWords(organizer),
    city: indexedWords(`${cityNames} ${elsewhere}`),
    description: [
      indexedWords(indexText(joinTexts(event.descriptionEn, event.descriptionFa)), {
        stopWords: false,
      }),
      askedWords(rulePhrasings(event, (starts[0]?.slot ?? 0) * SLOT_MINUTES)),
    ].join(" "),
    facets: facets.join(" "),
    eventId: event.id,
    endsAt: event.endsAt,
    isFeatured: event.isFeatured ? 1 : 0,
    document: [
      titleEn,
      titleFa,
      venue,
      tags,
      [
        ...event.categories.map(facetWord.category),
        ...traits,
        ...(statesAges ? childAges : []),
        ...(event.lifecycle === "cancelled" ? [facetWord.cancelled] : []),
        ...(event.lifecycle && event.lifecycle !== "scheduled" ? [facetWord.off] : []),
      ].join(" "),
      organizer,
      cityNames,
      writeFacts({
        price: event.price ?? null,
        currency: event.currency ?? "",
        latitude: latitude ?? null,
        longitude: longitude ?? null,
      }),
      ...(event.schedule ? [writeDates(dates)] : []),
    ].join("\n"),
  };
  const names = [titleEn, titleFa, venue, tags, categories, organizer, cityNames, elsewhere]
    .join(" ")
    .split(" ");
  return {
    row,
    words: [...new Set(names)].filter(
      (word) => word.length >= SHORTEST_CORRECTED && word.length <= 24 && !/\d/.test(word),
    ),
  };
}

/** Lower bounds of the price facets within a decade: amounts that people name. */
const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 7.5, 8, 9];
const DECADES = 10;
const BOUNDS = Array.from({ length: DECADES }, (_, decade) =>
  STEPS.map((step) => Math.round(step * 10 ** decade * 10) / 10),
).flat();

/** Index of the facet that a price is in; prices below 1 are in the first. */
function facetOf(price: number): number {
  let low = 0;
  let high = BOUNDS.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((BOUNDS[middle] ?? 0) <= price) low = middle;
    else high = middle - 1;
  }
  return low;
}

const wordOf = (currency: string, facet: number) => `p${currency.toLowerCase()}${facet}`;

/** Facet word of a price in stored units. */
export const priceWord = (price: number, currency: string): string =>
  wordOf(currency, facetOf(price));

/** Facet words of all prices that may be in a range; `isInPriceRange` decides at its ends. */
export function priceWords({
  min = 0,
  max,
  under,
  currency,
  currencies = [currency],
}: PriceRange): string[] {
  const first = facetOf(min);
  const limit = Math.min(max ?? Number.POSITIVE_INFINITY, under ?? Number.POSITIVE_INFINITY);
  const last =
    limit === Number.POSITIVE_INFINITY
      ? BOUNDS.length - 1
      : facetOf(limit) - (limit === under && BOUNDS[facetOf(limit)] === under ? 1 : 0);
  const facets = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return currencies.flatMap((code) => facets.map((facet) => wordOf(code, facet)));
}

/** Whether the facet words have no price outside the range. */
export const areExactWords = ({ min, max, under }: PriceRange): boolean =>
  max === undefined && [min, under].every((bound) => bound === undefined || BOUNDS.includes(bound));

/** Whether a price is in a range; free events pass it unless it has a minimum. */
export function isInPriceRange(price: number | null, currency: string, range: PriceRange): boolean {
  if (price === 0) return range.min === undefined;
  if (price === null || !(range.currencies ?? [range.currency]).includes(currency)) return false;
  return (
    price >= (range.min ?? 0) &&
    price <= (range.max ?? Number.POSITIVE_INFINITY) &&
    price < (range.under ?? Number.POSITIVE_INFINITY)
  );
}

/** Half-hours of a day. */
const SLOTS = (24 * 60) / SLOT_MINUTES;

/** Half-hours of a time of day, minutes since midnight, whose words `facetWord.slot` gives. */
export function slotsOf({ from, before }: { from: number; before: number }): number[] {
  const first = Math.floor(from / SLOT_MINUTES);
  const count = Math.min(Math.ceil((before - from) / SLOT_MINUTES), SLOTS);
  return Array.from({ length: count }, (_, index) => (first + index) % SLOTS);
}

import { DATE_PRESETS, type DatePreset } from "../../../lib/dates/date-presets";
import {
  type InstantRange,
  isThursdayWeekend,
  localDay,
  offsetAt,
  presetRange,
  startOfDay,
} from "../../../lib/dates/dates.server";
import { addDays } from "../../../lib/dates/days";
import { MINUTE } from "../../../lib/dates/durations";
import type { CategoryName } from "../../../lib/event/categories";
import type { FilterKey } from "../../../lib/event/event-fields";
import { type Bounds, centerOfBounds } from "../../../lib/geo/bounds";
import { distanceKm, type Position } from "../../../lib/geo/geo";
import { currencyOf, unitsIn } from "../../../lib/text/money";
import { searchKey } from "../../../lib/text/search-text";
import type { City } from "../../cities/queries.server";
import type { ExcludedFilters, SearchFilters } from "../../search/match-expression";
import {
  type CorrectedQuery,
  correctFilters,
  type Evidence,
} from "../../search/read-query/correct-query";
import { readQuery } from "../../search/read-query/read-query";
import {
  DAYPARTS,
  type Exclusions,
  type PriceRange,
  UNDERSTOOD_KINDS,
  type Understood,
  type When,
} from "../../search/read-query/understood";
import { facetWord, priceWords, slotsOf } from "../../search/search-document";
import type { StartTimes } from "../../search/series-dates";
import { DEFAULT_RADIUS_KM, type EventQuery } from "../schema";

/** The zone and country that define days and weekend. */
export type Area = Pick<City, "timeZone" | "countryCode">;

/** The default without position and city: most events are in Iran. */
export const DEFAULT_AREA: Area = { timeZone: "Asia/Tehran", countryCode: "IR" };

/** A filter that a facet can hold. */
export type Held = "area" | "tag" | "categories" | "city" | FilterKey;

/** A way through a list: facets whose union has all of it, and the filters that they hold. */
export interface Road {
  facets: readonly string[];
  holds: ReadonlySet<Held>;
}

/** The effective filters of a list. */
export interface Filters {
  /** The facet of a venue or an organizer, whose list has no other filters. */
  host?: string;
  cityId: string | null;
  near: { center: Position; radius: number } | null;
  /** The area of a map. */
  bounds: Bounds | null;
  /** The road to walk, if another than the usual one is shorter. */
  road?: Road;
  categories: readonly CategoryName[];
  /** All of them are needed. */
  traits: readonly FilterKey[];
  /** A search key. */
  tag: string | null;
  free: boolean;
  /** Past events only, latest first. */
  past: boolean;
  /** Past and upcoming events. */
  any: boolean;
  range: Partial<InstantRange>;
  /** Counts what a search lists: no cancelled events, and no short events of the day before. */
  asSearched?: boolean;
  /** Filters that only search applies: those of words, and ages; null without any. */
  words: SearchFilters | null;
}

export interface ListRequest {
  filters: Filters;
  /** Without filters understood from words. */
  explicit: Filters;
  understood: Understood;
  /** The requested city, by word or parameter. */
  city: City | null;
  /** Where distances are taken from: the reader's position or, with a radius, the city's centre. */
  center: Position | null;
  area: Area;
}

function nearestCity(cities: readonly City[], position: Position): City | null {
  let nearest: City | null = null;
  let shortest = Number.POSITIVE_INFINITY;
  for (const city of cities) {
    const km = distanceKm(position, city);
    if (km < shortest) [nearest, shortest] = [city, km];
  }
  return nearest;
}

/** The preset of a requested time, if it is one of the parameter `when`. */
export const presetOf = (when: When | undefined): DatePreset | null =>
  DATE_PRESETS.find((preset) => preset === when?.preset) ?? null;

/** Minutes of a day. */
const DAY_MINUTES = 24 * 60;

/**
 * The range of a requested time. On a single day its hours are part of the range, so that a night
 * lasts past midnight. Explicit days take precedence.
 */
function rangeOf(
  { when, from, to }: Pick<EventQuery, "when" | "from" | "to">,
  words: When | undefined,
  now: number,
  area: Area,
) {
  const { timeZone, countryCode } = area;
  const preset = when ?? (words?.from === undefined ? presetOf(words) : null);
  const range: Partial<InstantRange> = {
    ...(preset ? presetRange(preset, now, timeZone, countryCode) : null),
  };
  if (when === null && words?.from !== undefined) range.from = startOfDay(words.from, timeZone);
  if (when === null && words?.to !== undefined)
    range.to = startOfDay(addDays(words.to, 1), timeZone);
  const isOneDay =
    preset === "today" ||
    preset === "tomorrow" ||
    (words?.from !== undefined && words.from === words.to);
  if (
    when === null &&
    words?.hours &&
    isOneDay &&
    range.from !== undefined &&
    range.to !== undefined
  ) {
    range.from += words.hours.from * MINUTE;
    range.to += Math.max(0, words.hours.before - DAY_MINUTES) * MINUTE;
  }
  if (from) range.from = startOfDay(from, timeZone);
  if (to) range.to = startOfDay(addDays(to, 1), timeZone);
  return { preset, range };
}

/**
 * Filters and words of a query. Parameters take precedence over words (product.md §2).
 * @param understands false searches every word literally
 * @param corrected the query after corrections, instead of its words
 */
export function readFilters(
  query: EventQuery,
  cities: readonly City[],
  now: number,
  understands = true,
  corrected: CorrectedQuery | null = null,
): ListRequest {
  const position =
    query.latitude !== null && query.longitude !== null
      ? { latitude: query.latitude, longitude: query.longitude }
      : null;
  const find = (slug: string | null | undefined) =>
    cities.find((city) => city.slug === slug) ?? null;
  const { bounds } = query;
  const seenFrom = position ?? (bounds && centerOfBounds(bounds));
  const areaAt = (place: City | null): Area =>
    seenFrom ? (nearestCity(cities, seenFrom) ?? DEFAULT_AREA) : (place ?? DEFAULT_AREA);
  const understood = readQuery(corrected?.query ?? query.q, {
    cities,
    city: query.city,
    areaOf: (slug) => {
      const { timeZone, countryCode } = areaAt(find(slug));
      return {
        today: localDay(now, timeZone),
        isThursdayWeekend: isThursdayWeekend(countryCode),
        currency: currencyOf(countryCode),
      };
    },
    explicit: {
      city: query.city !== null || seenFrom !== null,
      cities: query.city !== null || seenFrom !== null,
      place: seenFrom !== null,
      near: seenFrom !== null || (query.radius !== null && query.city !== null),
      category: query.categories.length > 0,
      free: query.free,
      price: query.free || query.min !== null || query.max !== null,
      audience: query.age !== null,
      when: query.when !== null || query.from !== null || query.to !== null,
    },
    ignore: understands ? query.without : UNDERSTOOD_KINDS,
    corrections: corrected?.corrections,
  });
  const asked = find(query.city);
  const { filters: read } = understood;
  const city =
    query.city !== null
      ? asked
      : find(read.city ?? read.place?.city ?? (read.cities ? null : read.venue?.city));
  const centerOf = (place: City | null): Position | null =>
    position ??
    (query.radius !== null && place
      ? { latitude: place.latitude, longitude: place.longitude }
      : null);
  const center = centerOf(city);
  const area = areaAt(city ?? find(read.cities?.[0]?.slug));

  const filtersOf = (words: Understood["filters"], place: City | null): Filters => {
    const near = centerOf(place);
    const { preset, range } = rangeOf(query, words.when, now, area);
    const past = preset === "past";
    return {
      cityId: near || words.place ? null : (place?.id ?? null),
      near: near && { center: near, radius: query.radius ?? DEFAULT_RADIUS_KM },
      bounds,
      categories:
        query.categories.length > 0 ? query.categories : words.category ? [words.category] : [],
      traits: query.online ? [...query.traits, "online"] : query.traits,
      tag: query.tag && searchKey(query.tag),
      free: query.free || words.free === true,
      past,
      // A past range is explicit.
      any: preset === "any" || (!past && range.to !== undefined && range.to <= now),
      range,
      words: searchOnlyFilters(
        {
          ...words,
          ...(query.age ? { audience: { traits: [], ages: query.age } } : null),
          ...(query.min !== null || query.max !== null
            ? { price: priceRangeOf(query, area) }
            : null),
        },
        query.times,
        cities,
        offsetAt(now, area.timeZone),
      ),
    };
  };
  return {
    filters: filtersOf(understood.filters, city),
    explicit: filtersOf({}, asked),
    understood,
    city,
    center,
    area,
  };
}

/** The folded words of a name. */
const wordsOf = (name: string) => searchKey(name).split(" ").filter(Boolean);

/**
 * The range of the parameters `min` and `max`, which are in the unit that people of the area name.
 */
export function priceRangeOf(
  { min, max }: Pick<EventQuery, "min" | "max">,
  { countryCode }: Area,
): PriceRange {
  const currency = currencyOf(countryCode);
  const stored = (amount: number | null) =>
    amount === null ? undefined : amount * unitsIn(currency);
  return { min: stored(min), max: stored(max), currency };
}

/**
 * Half-hours and weekdays of a requested time; chosen parts of the day take precedence.
 * @param isOpen whether what is asked for is open rather than begins
 */
function startTimes(
  { hours, weekdays, daypart }: When,
  times: EventQuery["times"],
  offset: number,
  isOpen: boolean,
): StartTimes {
  const own = { weekdays, offset };
  if (times.length > 0)
    return { ...own, slots: [...new Set(times.flatMap((time) => slotsOf(DAYPARTS[time])))] };
  // A time of the clock is one of starts: after 8 pm. Exhibitions are open then.
  return hours ? { ...own, slots: slotsOf(hours), isStart: daypart === undefined && !isOpen } : own;
}

/** What is not wanted, as a search leaves it out. */
const excludedFilters = (
  { categories = [], words = [], free, children }: Exclusions,
  cityIds: readonly string[],
): ExcludedFilters => ({
  facets: [
    ...categories.flatMap(withParts).map(facetWord.category),
    ...cityIds.map(facetWord.city),
    ...(free ? [facetWord.free] : []),
    ...(children ? [facetWord.category("Kids & Family"), facetWord.trait("for-children")] : []),
  ],
  words,
});

/** A category with those that are kinds of it, which its exclusion excludes too. */
const KINDS_OF: Partial<Record<CategoryName, readonly CategoryName[]>> = {
  Music: ["Concert"],
  Film: ["Movie Screening"],
};
const withParts = (category: CategoryName) => [category, ...(KINDS_OF[category] ?? [])];

/** Filters that only search applies; null without any. */
function searchOnlyFilters(
  { place, price, when, audience, venue, cities: named, not, category }: Understood["filters"],
  times: EventQuery["times"],
  cities: readonly City[],
  offset: number,
): SearchFilters | null {
  const facets: string[][] = [];
  if (price)
    facets.push([...priceWords(price), ...(price.min === undefined ? [facetWord.free] : [])]);
  if (audience && !audience.ages)
    facets.push([...audience.traits.map(facetWord.trait), facetWord.category("Kids & Family")]);
  const idsOf = (slugs: readonly string[] | undefined) =>
    slugs?.flatMap((slug) => cities.find((city) => city.slug === slug)?.id ?? []);
  const cityIds = idsOf(named?.map(({ slug }) => slug)) ?? idsOf(place?.cities);
  const filters: SearchFilters = {
    ...(when?.hours || when?.weekdays || times.length > 0
      ? { times: startTimes(when ?? {}, times, offset, category === "Art Exhibition") }
      : null),
    ...(facets.length > 0 ? { facets } : null),
    ...(price ? { price } : null),
    ...(audience?.ages ? { ages: audience.ages } : null),
    ...(cityIds ? { cityIds } : null),
    ...(venue ? { venue: [...new Set([venue.name.en, venue.name.fa])].map(wordsOf) } : null),
    ...(not
      ? { not: excludedFilters(not, idsOf(not.cities?.map(({ slug }) => slug)) ?? []) }
      : null),
    ...(place && !place.cities
      ? {
          place: {
            center: { latitude: place.lat, longitude: place.lng },
            radiusKm: place.radiusKm,
            // A single word names too many venues: Azadi.
            names: [place.name.en, place.name.fa].map(wordsOf).filter((name) => name.length > 1),
          },
        }
      : null),
  };
  return Object.keys(filters).length > 0 ? filters : null;
}

/** The request with its unmatched words corrected; null without corrections. */
export function meantQuery(
  query: EventQuery,
  cities: readonly City[],
  now: number,
  evidence: Evidence,
): ListRequest | null {
  const typed = readFilters(query, cities, now).understood;
  const read = (corrected: CorrectedQuery) =>
    readFilters(query, cities, now, true, {
      ...corrected,
      corrections: [...typed.corrections, ...corrected.corrections],
    });
  const corrected = correctFilters(
    typed.query,
    evidence,
    cities,
    (all) => read(all).understood.chips,
  );
  if (corrected === null) return null;
  const request = read(corrected);
  const isSpelling = corrected.corrections.every(({ kind }) => kind === "spelling");
  return isSpelling && JSON.stringify(request.understood.filters) === JSON.stringify(typed.filters)
    ? null
    : request;
}

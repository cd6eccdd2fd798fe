import { DATE_PRESETS, type DatePreset } from "../../lib/dates/date-presets";
import { type InstantRange, presetRange, startOfDay } from "../../lib/dates/dates.server";
import { addDays } from "../../lib/dates/days";
import { distanceKm, type Position } from "../../lib/geo/geo";
import { searchKey } from "../../lib/text/search-text";
import type { City } from "../cities/queries.server";
import { UNDERSTOOD_KINDS, type Understood, type When } from "../search/read-query/understood";
import { filterWordMeant, replaceWords } from "../search/spelling";
import { filterWords, understandQuery } from "../search/understand-query";
import type { CategoryName } from "./categories";
import type { TraitKey } from "./event-fields";
import { DEFAULT_RADIUS_KM, type EventQuery } from "./schema";

/** The zone and country that define days and weekend. */
export type Area = Pick<City, "timeZone" | "countryCode">;

/** The default without position and city: most events are in Iran. */
export const DEFAULT_AREA: Area = { timeZone: "Asia/Tehran", countryCode: "IR" };

/** The effective filters of a list. */
export interface Filters {
  cityId: string | null;
  near: { center: Position; radius: number } | null;
  categories: readonly CategoryName[];
  /** All of them are needed. */
  traits: readonly TraitKey[];
  /** A search key. */
  tag: string | null;
  free: boolean;
  /** Past events only, latest first. */
  past: boolean;
  /** Past and upcoming events. */
  any: boolean;
  range: Partial<InstantRange>;
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
export const presetOf = (when: When | undefined): DatePreset | null => DATE_PRESETS.find((preset) => preset === when?.preset) ?? null;

/**
 * Filters and words of a query. Parameters take precedence over words (product.md §2).
 * @param understands false searches every word literally
 */
export function readFilters(query: EventQuery, cities: readonly City[], now: number, understands = true): ListRequest {
  const position = query.latitude !== null && query.longitude !== null ? { latitude: query.latitude, longitude: query.longitude } : null;
  const understood = understandQuery(query.q, {
    cities,
    explicit: {
      city: query.city !== null || position !== null,
      category: query.categories.length > 0,
      free: query.free,
      when: query.when !== null || query.from !== null || query.to !== null,
    },
    ignore: understands ? query.without : UNDERSTOOD_KINDS,
  });
  const find = (slug: string | null | undefined) => cities.find((city) => city.slug === slug) ?? null;
  const asked = find(query.city);
  const city = query.city !== null ? asked : find(understood.filters.city);
  const centerOf = (place: City | null): Position | null =>
    position ?? (query.radius !== null && place ? { latitude: place.latitude, longitude: place.longitude } : null);
  const center = centerOf(city);
  const area = position ? (nearestCity(cities, position) ?? DEFAULT_AREA) : (city ?? DEFAULT_AREA);

  const filtersOf = (words: Understood["filters"], place: City | null): Filters => {
    const near = centerOf(place);
    const when = query.when ?? presetOf(words.when);
    const range = {
      ...(when ? presetRange(when, now, area.timeZone, area.countryCode) : null),
      ...(query.from ? { from: startOfDay(query.from, area.timeZone) } : null),
      ...(query.to ? { to: startOfDay(addDays(query.to, 1), area.timeZone) } : null),
    };
    const past = when === "past";
    return {
      cityId: near ? null : (place?.id ?? null),
      near: near && { center: near, radius: query.radius ?? DEFAULT_RADIUS_KM },
      categories: query.categories.length > 0 ? query.categories : words.category ? [words.category] : [],
      traits: query.traits,
      tag: query.tag && searchKey(query.tag),
      free: query.free || words.free === true,
      past,
      // A past range is explicit.
      any: when === "any" || (!past && range.to !== undefined && range.to <= now),
      range,
    };
  };
  return { filters: filtersOf(understood.filters, city), explicit: filtersOf({}, asked), understood, city, center, area };
}

/**
 * The query with unmatched words corrected to filter words; null when that gives the same query. Words that become no
 * filter stay as typed, for search to correct.
 * @param mistyped folded
 */
export function meantQuery(query: EventQuery, cities: readonly City[], now: number, mistyped: readonly string[]): string | null {
  const words = filterWords(cities);
  const meant = new Map(mistyped.map((word) => [word, filterWordMeant(word, words)]));
  const read = (text: string) => readFilters({ ...query, q: text }, cities, now).understood;
  const all = replaceWords(query.q, (word) => meant.get(word) ?? word);
  if (all === query.q) return null;
  const ofFilters = new Set(read(all).chips.flatMap(({ matchedText }) => matchedText.split(" ")));
  const q = replaceWords(query.q, (word) => {
    const name = meant.get(word);
    return name && ofFilters.has(name) ? name : word;
  });
  return q === query.q || JSON.stringify(read(q).filters) === JSON.stringify(read(query.q).filters) ? null : q;
}

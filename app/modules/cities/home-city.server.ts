import { and, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import { events } from "../../../db/schema";
import type { Locale } from "../../i18n/locale";
import type { Deps } from "../../lib/deps";
import { distanceKm } from "../../lib/geo/geo";
import type { HomeCity } from "../../lib/pages/views";
import { ALL_CITIES } from "../../lib/paths";
import { cityNames } from "./present-city.server";
import type { City } from "./queries.server";

/** How far from one of our cities the network may place a reader to suggest it, km. */
const SUGGESTED_WITHIN_KM = 60;

export const NO_HOME_CITY: HomeCity = { slug: null, name: null, isAll: false, suggested: null };

/** Where the platform's network places the request: properties of `request.cf`, degrees as text. */
interface NetworkPlace {
  latitude?: unknown;
  longitude?: unknown;
}

/**
 * @param choice a slug or "all", as the cookie or the account has it; a city that does not exist
 * counts as not chosen
 */
export function homeCityOf(
  cities: readonly City[],
  choice: string | null,
  place: NetworkPlace | null,
  locale: Locale,
): HomeCity {
  if (choice === ALL_CITIES) return { ...NO_HOME_CITY, isAll: true };
  const chosen = cities.find(({ slug }) => slug === choice);
  if (chosen) return { ...NO_HOME_CITY, slug: chosen.slug, name: cityNames(chosen, locale).name };
  return { ...NO_HOME_CITY, suggested: place && (nearestTo(cities, place)?.slug ?? null) };
}

function nearestTo(cities: readonly City[], place: NetworkPlace): City | undefined {
  const [latitude, longitude] = [
    Number(place.latitude ?? Number.NaN),
    Number(place.longitude ?? Number.NaN),
  ];
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return undefined;
  return cities
    .map((city) => ({ city, km: distanceKm({ latitude, longitude }, city) }))
    .filter(({ km }) => km <= SUGGESTED_WITHIN_KM)
    .sort((a, b) => a.km - b.km)[0]?.city;
}

/** The home page, and its data for client navigation. */
const IS_HOME = /^\/(_root\.data)?$/;

/**
 * Part of the key of a cached page: every page shows the choice, and the home page the suggestion.
 */
export function homeCityKey({ slug, isAll, suggested }: HomeCity, path: string): string {
  if (isAll) return ALL_CITIES;
  return slug ?? (IS_HOME.test(path) && suggested ? `?${suggested}` : "-");
}

const COLUMNS = {
  id: events.id,
  cityId: events.cityId,
  titleEn: events.titleEn,
  titleFa: events.titleFa,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  timeZone: events.timeZone,
  allDay: events.allDay,
};

/** The condition for a city's next event: public, not cancelled, not over. */
export function isNextEventCandidate(now: number): SQL | undefined {
  return and(eq(events.isListed, true), ne(events.lifecycle, "cancelled"), gt(events.endsAt, now));
}

/** The columns of a next event that a card shows. */
export type NextEventRow = Pick<typeof events.$inferSelect, keyof typeof COLUMNS>;

/**
 * The next event of each city by city id, in one query by primary keys. The hourly job stores it;
 * this drops events hidden, cancelled or ended since.
 */
export async function nextEventsOf(
  { db, clock }: Pick<Deps, "db" | "clock">,
  cities: readonly City[],
): Promise<Map<string, NextEventRow>> {
  const ids = cities.map(({ nextEventId }) => nextEventId).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const found = await db
    .select(COLUMNS)
    .from(sql`json_each(${JSON.stringify(ids)}) AS wanted`)
    .crossJoin(events)
    .where(and(sql`${events.id} = wanted.value`, isNextEventCandidate(clock.now())));
  return new Map(found.map((event) => [event.cityId, event]));
}

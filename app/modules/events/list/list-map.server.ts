import { type Locale, localized } from "../../../i18n/locale";
import type { Reader } from "../../../lib/dates/dates.server";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { findCategory } from "../../../lib/event/categories";
import {
  type Bounds,
  boundsOf,
  centerOfBounds,
  isWithinBounds,
  LARGEST_BOUNDS,
  widthOfBounds,
} from "../../../lib/geo/bounds";
import { distanceKm, type Position } from "../../../lib/geo/geo";
import { joinOverlaps } from "../../../lib/geo/join-overlaps";
import { placeInFrame } from "../../../lib/geo/mercator";
import type { EventMapView, EventPin } from "../../../lib/pages/views";
import { paths } from "../../../lib/paths";
import { frameOfBounds, mapOfFrame } from "../../cities/maps/still-map";
import type { City } from "../../cities/queries.server";
import { type EventListRow, eachOnce, type Once } from "../event-columns.server";
import { eventFacts, priceFacts } from "../present/event-facts.server";
import { coverOf, placeOf } from "../present/present-event.server";
import type { EventQuery } from "../schema";
import { eventQueryParams } from "../schema";
import type { EventList } from "./list-events.server";

/** An event as a pin; null without a position, and for what is not on the map. */
export function presentPin(
  event: Once<EventListRow>,
  context: Reader & { now: number; city: City | undefined },
): EventPin | null {
  const { latitude, longitude } = event;
  const { locale, now, city } = context;
  const facts = eventFacts(event, context);
  const pin = facts.pin();
  if (latitude === null || longitude === null || !pin) return null;
  const category = findCategory(event.categories[0] ?? "");
  return {
    id: event.id,
    latitude,
    longitude,
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    href: paths.event(event.id),
    ...pin,
    venue: placeOf(event, city, locale).venue,
    price: priceFacts(event, locale, now).whole,
    cover: coverOf(event, "thumb"),
    family: category?.family ?? "firoozeh",
    icon: category?.icon ?? "map-pin",
  };
}

/**
 * The part of Iran where most events are, for a list without any or with events in many countries.
 */
const DEFAULT_BOUNDS: Bounds = { west: 46, south: 28, east: 60, north: 38.5 };
/** Half of the bounds round a city without events, degrees. */
const CITY_DEGREES = 0.12;
/** Events farther than this from a city's centre are not what its map opens at, km. */
const CITY_KM = 40;
/** The map without scripts: its shape, and its least width, px. */
const STILL = { ratio: 1.25, width: 280, height: 224 };

/** Events within this of each other are in one part of the world, km. */
const PART_KM = 1500;

/**
 * The bounds of events. Where they span continents, those of the part with most of them: a phone
 * could show only an ocean.
 */
function boundsOfMost(at: readonly Position[]): Bounds | null {
  const whole = boundsOf(at);
  if (!whole || widthOfBounds(whole) <= LARGEST_BOUNDS.width) return whole;
  const parts = at.map((middle) =>
    at.filter((position) => distanceKm(middle, position) <= PART_KM),
  );
  const most = boundsOf(parts.find(({ length }) => length > at.length / 2) ?? []);
  if (!most) return whole;
  return isWithinBounds(DEFAULT_BOUNDS, centerOfBounds(most)) ? DEFAULT_BOUNDS : most;
}

/** First view of a list's map: the chosen area, the listed events, or the city. */
function boundsOfList(
  { bounds }: EventQuery,
  { city, center }: EventList,
  at: readonly Position[],
): Bounds {
  if (bounds) return bounds;
  const middle = center ?? city;
  const close = middle ? at.filter((position) => distanceKm(middle, position) <= CITY_KM) : at;
  const found = middle ? boundsOf(close) : boundsOfMost(close);
  if (found && (widthOfBounds(found) > 0 || close.length > 0)) return found;
  if (!middle) return DEFAULT_BOUNDS;
  const { latitude, longitude } = middle;
  return {
    west: longitude - CITY_DEGREES,
    south: latitude - CITY_DEGREES,
    east: longitude + CITY_DEGREES,
    north: latitude + CITY_DEGREES,
  };
}

/** The events of the still map, those that would hide each other under one pin; px. */
const groupPins = (shown: readonly { at: { x: number; y: number }; pin: EventPin }[]) =>
  joinOverlaps(
    shown.map(({ at, pin }) => ({ x: at.x * STILL.width, y: at.y * STILL.height, item: pin })),
  );

const percent = (part: number) => Math.round(part * 1000) / 10;

/** How long an isolate remembers whether there is a file of streets, ms. */
const STREETS_FOR = 5 * MINUTE;

interface MapOptions {
  locale: Locale;
  calendar: Reader["calendar"];
  /** The address of a list in its map view. */
  link: (query: EventQuery) => string;
}

/**
 * The file of streets of a city, or of all of them, where the operator has put one; remembered by
 * the isolate.
 */
async function streetsOf(
  { media, memo }: Pick<Deps, "media" | "memo">,
  city: City | null,
): Promise<string | null> {
  const names = city ? [city.slug, "all"] : ["all"];
  const found = await Promise.all(
    names.map((name) =>
      memo.get(`map-streets ${name}`, STREETS_FOR, async () =>
        (await media.head(`_maps/${name}.pmtiles`)) ? name : null,
      ),
    ),
  );
  const name = found.find((one) => one !== null);
  return name ? paths.mapStreets(name) : null;
}

/** The map view of a list. */
export async function mapOfList(
  deps: Pick<Deps, "clock" | "media" | "memo">,
  query: EventQuery,
  list: EventList,
  cities: readonly City[],
  { locale, calendar, link }: MapOptions,
): Promise<EventMapView> {
  const reader = { locale, calendar };
  const now = deps.clock.now();
  // A series is listed on each of its days.
  const pins = eachOnce(list.events).flatMap(
    (event) => presentPin(event, { ...reader, now, city: list.cities.get(event.cityId) }) ?? [],
  );
  const bounds = boundsOfList(query, list, pins);
  const frame = frameOfBounds(bounds, centerOfBounds(bounds), STILL.ratio);
  const shown = pins.map((pin) => ({ pin, at: placeInFrame(frame, pin) }));
  const groups = groupPins(
    shown.filter(({ at }) => at.x > 0.02 && at.x < 0.98 && at.y > 0.06 && at.y < 1),
  );
  const area = link({
    ...query,
    city: null,
    everywhere: false,
    latitude: null,
    longitude: null,
    radius: null,
    bounds: null,
    cursor: null,
  });
  const asked = {
    ...eventQueryParams({ ...query, city: query.city ?? list.city?.slug ?? null, cursor: null }),
    limit: null,
  };
  return {
    still: mapOfFrame(frame, { cities, locale, width: STILL.width }, groups),
    pins: groups.map(({ x, y, items }) => ({
      x: percent(x / STILL.width),
      y: percent(y / STILL.height),
      events: items,
    })),
    bounds: [bounds.west, bounds.south, bounds.east, bounds.north],
    points: paths.mapPoints({ ...asked, lang: locale, calendar }),
    names: paths.mapNames(locale),
    area: `${area}${area.includes("?") ? "&" : "?"}bbox=`,
    streets: await streetsOf(deps, list.city),
  };
}

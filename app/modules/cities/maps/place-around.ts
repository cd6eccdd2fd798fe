import type { Locale } from "../../../i18n/locale";
import { distanceKm, distanceText, type Position } from "../../../lib/geo/geo";
import type { PlaceAroundView } from "../../../lib/pages/views";
import { gazetteerPlaces, type MapPlace } from "./map-places";
import { mapAround } from "./still-map";

/** A name within this of the place is its own, km. */
const ITSELF = 0.12;
/** How far away a station or a landmark still says where a place is, km. */
const STATION_WITHIN = 3;
const LANDMARK_WITHIN = 3;
const LANDMARKS = 3;

interface AroundOptions {
  locale: Locale;
  /** Width : height of the map, and its least width, px. */
  ratio: number;
  width: number;
  /** Names of the place itself, which are nothing near it. */
  names: readonly (string | null)[];
}

/** Where a place is. Distances are in a straight line. */
export function placeAround(
  center: Position,
  { names, ...options }: AroundOptions,
): PlaceAroundView {
  const { locale } = options;
  const near = gazetteerPlaces(locale)
    .map((place) => ({ place, km: distanceKm(center, place) }))
    .sort((a, b) => a.km - b.km);
  const district = near
    .filter(({ place, km }) => place.kind === "area" && km <= place.radius)
    .sort((a, b) => a.place.radius - b.place.radius)[0];
  const isOwn = ({ place, km }: { place: MapPlace; km: number }) =>
    km < ITSELF || names.some((name) => name?.includes(place.name) || place.name === name);
  const station = near.find(({ place, km }) => place.kind === "metro" && km <= STATION_WITHIN);
  const landmarks = near
    .filter(
      (one) =>
        (one.place.kind === "spot" || one.place.kind === "park") &&
        one.km <= LANDMARK_WITHIN &&
        !isOwn(one),
    )
    .slice(0, LANDMARKS);
  return {
    map: mapAround(center, options),
    district: district?.place.name ?? null,
    near: [...(station ? [station] : []), ...landmarks].map(({ place, km }) => ({
      kind: place.kind,
      name: place.name,
      distance: distanceText(km, locale),
    })),
  };
}

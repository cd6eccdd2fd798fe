import { distanceKm, type Position } from "../../lib/geo/geo";

interface PlacedCity extends Position {
  slug: string;
  countryCode: string;
  timeZone: string;
}

/** Beyond it another city of the country says little of the zone, km: the widest zones of one country begin there. */
const REACH_KM = 1_500;

/**
 * The city whose time zone a place most likely shares: the nearest known one of the same country. Where the country has none
 * within reach there is no guess, since zones end at borders. `km` is the distance to it.
 */
export function nearestInCountry<C extends PlacedCity>(
  place: Position & { countryCode: string; slug?: string | null },
  cities: readonly C[],
): { city: C; km: number } | null {
  let nearest: { city: C; km: number } | null = null;
  for (const city of cities) {
    if (city.countryCode !== place.countryCode || city.slug === place.slug) continue;
    const km = distanceKm(place, city);
    if (km <= REACH_KM && (nearest === null || km < nearest.km)) nearest = { city, km };
  }
  return nearest;
}

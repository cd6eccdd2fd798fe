import { distanceKm, type Position } from "../../lib/geo/geo";

interface PlacedCity extends Position {
  slug: string;
  countryCode: string;
  timeZone: string;
}

/** Maximum distance for deriving a zone from another city, km: the width of the widest zones. */
const REACH_KM = 1_500;

/**
 * The nearest city of the same country, whose time zone a place most likely shares. Null when none
 * is in reach, since zones end at borders. `km` is the distance.
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

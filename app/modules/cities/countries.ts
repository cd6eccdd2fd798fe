import { distanceKm, type Position } from "../../lib/geo/geo";
import type { City } from "./queries.server";

/** Codes that Intl names but that are not countries. */
const NO_COUNTRY = new Set(["ZZ", "XA", "XB", "EU", "EZ", "UN", "QO"]);

const names = {
  en: new Intl.DisplayNames("en", { type: "region", fallback: "none" }),
  fa: new Intl.DisplayNames("fa", { type: "region", fallback: "none" }),
};

/** A country's names by ISO 3166-1 alpha-2 code; null for unknown codes. */
export function countryOf(code: string): { en: string; fa: string } | null {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRY.has(code)) return null;
  const en = names.en.of(code);
  return en ? { en, fa: names.fa.of(code) ?? en } : null;
}

/**
 * The code of a country by a name of it: as one of the cities has it, else as Intl says it in
 * either language; null for no country.
 */
export function countryCodeOf(
  name: string,
  cities: readonly Pick<City, "countryCode" | "countryEn" | "countryFa">[],
): string | null {
  const asked = name.trim().toLowerCase();
  const known = cities.find(
    ({ countryEn, countryFa }) => countryEn.toLowerCase() === asked || countryFa === name.trim(),
  );
  if (known) return known.countryCode;
  for (const { code, en, fa } of allCountries())
    if (en.toLowerCase() === asked || fa === name.trim()) return code;
  return null;
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Every country that there is a name for. */
export function allCountries(): { code: string; en: string; fa: string }[] {
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const found = countryOf(code);
    return found ? [{ code, ...found }] : [];
  });
}

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

import { type Locale, localized } from "../../i18n/locale";
import { toIsoWithOffset } from "../../lib/dates/dates.server";
import { paths } from "../../lib/paths";
import { shownPicture } from "../media/media-key";
import type { NextEventRow } from "./next-events.server";
import type { City } from "./queries.server";
import type { CityJson } from "./schema";

interface CityJsonContext {
  /** Makes the picture's address absolute. */
  origin: string;
  /** Names as plain strings in this language; null gives both. */
  locale: Locale | null;
}

/** A city as the API gives it (product.md §3). */
export function cityJson(
  city: City,
  next: NextEventRow | undefined,
  { origin, locale }: CityJsonContext,
): CityJson {
  const name = (en: string, fa: string | null) =>
    locale ? localized({ en, fa }, locale) : { en, fa };
  return {
    id: city.id,
    slug: city.slug,
    name: name(city.nameEn, city.nameFa),
    country: name(city.countryEn, city.countryFa),
    stateProvince: city.stateEn === null ? null : name(city.stateEn, city.stateFa),
    timezone: city.timeZone,
    latitude: city.latitude,
    longitude: city.longitude,
    heroImageUrl: new URL(shownPicture(city.heroImageUrl) ?? paths.cityCover(city.slug), origin)
      .href,
    version: city.version,
    updatedAt: new Date(city.updatedAt).toISOString(),
    upcomingEventCount: city.upcomingCount,
    nextEvent: next
      ? {
          id: next.id,
          title: name(next.titleEn, next.titleFa),
          startsAt: toIsoWithOffset(next.startsAt, next.timeZone),
        }
      : null,
  };
}

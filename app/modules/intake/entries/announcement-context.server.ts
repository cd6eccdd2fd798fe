import { localDay } from "../../../lib/dates/dates.server";
import { instantOf, wallTimeIn } from "../../../lib/dates/written-times.server";
import { currencyOf } from "../../../lib/text/money";
import { cityPatterns, type NameableCity } from "../fields/read-announced-city";
import type { AnnouncementContext } from "./read-announcement-text";

/** The city that a reader of announcements counts days and prices in. */
export interface AnnouncingCity {
  timeZone: string;
  countryCode: string;
}

/**
 * Where and when an announcement was posted. @param named slug of the city that the form or channel
 * is about; null for none @param cities all that a text may name @param postedAt UTC ms
 */
export function announcementContext(
  city: AnnouncingCity | undefined,
  named: string | null,
  cities: readonly NameableCity[],
  postedAt: number,
): AnnouncementContext {
  const timeZone = city?.timeZone ?? "UTC";
  const country = city?.countryCode ?? "";
  return {
    today: localDay(postedAt, timeZone),
    clock: wallTimeIn(new Date(postedAt).toISOString(), timeZone).slice(11, 16),
    country,
    currency: currencyOf(country),
    ...(city && named !== null && { zoned: { timeZone, instantOf } }),
    city: named,
    patterns: cityPatterns(cities),
  };
}

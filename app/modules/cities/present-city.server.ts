import { type Locale, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import {
  dateParts,
  formatDate,
  formatTime,
  formatTimeZone,
  localDay,
  type Reader,
  toIsoWithOffset,
} from "../../lib/dates/dates.server";
import type { CityCardView, CityRowView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { currencyOf } from "../../lib/text/money";
import { shownPicture } from "../media/media-files";
import type { NextEventRow } from "./home-city.server";
import type { City } from "./queries.server";
import type { CityJson } from "./schema";

export const countryName = (city: City, locale: Locale) =>
  localized({ en: city.countryEn, fa: city.countryFa }, locale);

/** A city's name in the reader's language, and in the other one if different. */
export function cityNames(
  { nameEn, nameFa }: City,
  locale: Locale,
): { name: string; otherName: string | null; otherLang: Locale } {
  const otherLang = locale === "fa" ? "en" : "fa";
  if (!nameFa) return { name: nameEn, otherName: null, otherLang };
  return locale === "fa"
    ? { name: nameFa, otherName: nameEn, otherLang }
    : { name: nameEn, otherName: nameFa, otherLang };
}

export function upcomingText({ upcomingCount }: City, locale: Locale): string {
  const t = translatorFor(locale);
  return upcomingCount > 0
    ? t("pages:cities.upcoming", { count: upcomingCount })
    : t("pages:cities.nothingUpcoming");
}

/**
 * "Tue 8 December, 20:00" in the city's wall time; for running events "until 12 December", or
 * "until 19:00" on the last day.
 */
function nextDate(
  { startsAt, endsAt, timeZone, allDay }: NextEventRow,
  now: number,
  reader: Reader,
): string {
  const { locale } = reader;
  const t = translatorFor(locale);
  if (startsAt <= now) {
    const endsToday = !allDay && localDay(endsAt, timeZone) === localDay(now, timeZone);
    const end = endsToday
      ? formatTime(endsAt, timeZone, locale)
      : formatDate(endsAt, timeZone, reader, { weekday: false, year: false });
    return t("events:until", { date: end });
  }
  const { weekdayShort, day, month } = dateParts(startsAt, timeZone, reader);
  const date = `${weekdayShort} ${day} ${month}`;
  return allDay
    ? date
    : t("pages:cities.dateTime", { date, time: formatTime(startsAt, timeZone, locale) });
}

function presentNext(event: NextEventRow, now: number, reader: Reader): CityCardView["next"] {
  const { locale } = reader;
  return {
    label: translatorFor(locale)(
      event.startsAt <= now ? "pages:cities.onNow" : "pages:cities.next",
    ),
    href: paths.event(event.id),
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    titleLang: locale === "fa" && event.titleFa ? "fa" : "en",
    startsAt: toIsoWithOffset(event.startsAt, event.timeZone),
    date: nextDate(event, now, reader),
  };
}

export function presentCityRow(city: City, locale: Locale, note: string): CityRowView {
  return {
    slug: city.slug,
    photo: shownPicture(city.heroImageUrl),
    ...cityNames(city, locale),
    note,
  };
}

/** A city that something is coming up in, as a card. */
export function presentCityCard(
  city: City,
  next: NextEventRow | undefined,
  now: number,
  reader: Reader,
): CityCardView {
  const { locale } = reader;
  return {
    slug: city.slug,
    photo: shownPicture(city.heroImageUrl),
    ...cityNames(city, locale),
    country: countryName(city, locale),
    timeZone: formatTimeZone(now, city.timeZone, locale),
    upcoming: upcomingText(city, locale),
    next: next ? presentNext(next, now, reader) : null,
  };
}

/** Cities as a list offers them, those of a country together. */
export function citiesByCountry(cities: readonly City[], { locale }: { locale: Locale }) {
  const order = new Intl.Collator(locale);
  const groups = new Map<
    string,
    { slug: string; name: string; otherName: string | null; currency: string }[]
  >();
  for (const city of cities) {
    const country = countryName(city, locale);
    const { name, otherName } = cityNames(city, locale);
    groups.set(country, [
      ...(groups.get(country) ?? []),
      { slug: city.slug, name, otherName, currency: currencyOf(city.countryCode) },
    ]);
  }
  // Countries in order of their number of cities.
  return [...groups]
    .map(([country, found]) => ({
      country,
      cities: found.sort((a, b) => order.compare(a.name, b.name)),
    }))
    .sort((a, b) => b.cities.length - a.cities.length || order.compare(a.country, b.country));
}

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

import { redirect } from "@remix-run/cloudflare";
import { browseEvents } from "~/components/event-browser/browse-events.server";
import type { DayGroup } from "~/components/event-browser/browse-groups.server";
import { withListFollow } from "~/components/follow/follow-list.server";
import { type Locale, listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import {
  dateParts,
  formatTimeZone,
  localDay,
  presetRange,
  type Reader,
} from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { distanceKm } from "~/lib/geo/geo";
import type { RequestContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import {
  cityNames,
  countryName,
  presentCityRow,
  upcomingText,
} from "~/modules/cities/present-city.server";
import {
  type City,
  currentSlugOf,
  findCityBySlug,
  listCities,
} from "~/modules/cities/queries.server";
import { dayCountsOf, stripDays } from "~/modules/events/list/facet-counts.server";
import { readFilters } from "~/modules/events/list/list-filters.server";
import { formatDistance } from "~/modules/events/present/present-event.server";
import { parseEventQuery } from "~/modules/events/schema";
import { shownPicture } from "~/modules/media/media-files";
import { cardHead, cityCard } from "~/modules/syndication/cards/card-facts.server";

const NEARBY = 4;
/** Upcoming events from which a city is taken to have free ones at each weekend. */
const BUSY_CITY = 20;
/** Maximum distance of nearby cities, km. */
const NEARBY_KM = 1_000;

/**
 * Data of a city page: the city, its events and nearby cities (product.md §2).
 * @throws AppError("not-found"), or a redirect from a former slug
 */
export async function cityLoader(context: RequestContext, slug: string, params: URLSearchParams) {
  const { deps, locale, origin, seo } = context;
  const city = await findCityBySlug(deps, slug);
  if (!city) {
    const current = await currentSlugOf(deps, slug);
    if (current === null) throw new AppError("not-found");
    const query = Object.fromEntries(
      [...new Set(params.keys())].map((name) => [name, params.getAll(name)]),
    );
    throw redirect(paths.city(current, query), 301);
  }
  const [listed, offers] = await Promise.all([
    browseEvents(context, params, { city: slug }),
    weekendOffers(deps, city),
  ]);
  const { scope, ...page } = await withListFollow(
    context,
    listed,
    paths.city(slug, Object.fromEntries(params)),
  );
  const card = cardHead(
    origin,
    { of: "cities", id: city.slug },
    cityCard(city, locale, seo.siteName),
  );
  const hero = {
    ...presentHero(city, deps.clock.now(), context),
    ...offers,
  };
  return {
    scope,
    page: {
      ...page,
      groups: page.view === "week" ? page.groups : looseDays(page.groups),
      head: { ...page.head, ...card, jsonLd: breadcrumbs(hero.name, city, locale, origin) },
    },
    hero,
    nearby: near(city, await listCities(deps)).map(({ city: other, km }) =>
      presentCityRow(other, locale, formatDistance(km, locale)),
    ),
  };
}

/**
 * Whether the city has events, and free ones, at its weekend. The first count is that of the day
 * strip, which the isolate remembers; a busy city is not asked for the second.
 */
async function weekendOffers(deps: RequestContext["deps"], city: City) {
  const now = deps.clock.now();
  const { timeZone, countryCode } = city;
  const range = presetRange("weekend", now, timeZone, countryCode);
  if (!range || city.upcomingCount === 0) return { hasWeekend: false, hasFreeWeekend: false };
  const days = stripDays(now, city);
  const [first, last] = [localDay(range.from, timeZone), localDay(range.to - 1, timeZone)];
  const has = async (free: boolean) => {
    const { query } = parseEventQuery(
      new URLSearchParams({ city: city.slug, ...(free && { free: "1" }) }),
    );
    const { filters } = readFilters(query, [city], now);
    const counts = await dayCountsOf(deps, filters, days, timeZone);
    // Days that were not counted have events.
    return days.some((day) => day >= first && day <= last && counts.get(day) !== 0);
  };
  const hasWeekend = await has(false);
  const isBusy = city.upcomingCount >= BUSY_CITY;
  return { hasWeekend, hasFreeWeekend: hasWeekend && (isBusy || (await has(true))) };
}

function presentHero(city: City, now: number, reader: Reader) {
  const { locale } = reader;
  const names = cityNames(city, locale);
  const country = countryName(city, locale);
  const state = localized({ en: city.stateEn ?? "", fa: city.stateFa }, locale);
  return {
    slug: city.slug,
    photo: shownPicture(city.heroImageUrl),
    ...names,
    place: listOf(locale, [state === names.name ? "" : state, country]),
    timeZone: formatTimeZone(now, city.timeZone, locale),
    upcoming: upcomingText(city, locale),
    weekend: weekendDays(city, now, reader),
    hasPicks: city.upcomingCount > 0,
  };
}

/** Localized days of the city's coming weekend: "Thursday 10 and Friday 11 December". */
function weekendDays(city: City, now: number, reader: Reader): string {
  const range = presetRange("weekend", now, city.timeZone, city.countryCode);
  if (!range) return "";
  const first = dateParts(range.from, city.timeZone, reader);
  const last = dateParts(range.to - 1, city.timeZone, reader);
  const end = `${last.weekday} ${last.day} ${last.month}`;
  if (first.day === last.day) return end;
  const start = [first.weekday, first.day, first.month === last.month ? "" : first.month]
    .filter(Boolean)
    .join(" ");
  return translatorFor(reader.locale)("pages:city.weekendDays", { first: start, last: end });
}

/**
 * Removes the day headings if days average fewer than two events. The cards then show their dates.
 */
function looseDays(groups: DayGroup[]): DayGroup[] {
  const events = groups.flatMap((group) => group.events);
  return events.length >= groups.length * 2
    ? groups
    : [{ key: "all", title: "", otherCalendar: "", isToday: false, events }];
}

function near(city: City, cities: readonly City[]): { city: City; km: number }[] {
  return cities
    .filter(({ id }) => id !== city.id)
    .map((other) => ({ city: other, km: distanceKm(city, other) }))
    .filter(({ km }) => km <= NEARBY_KM)
    .sort((a, b) => a.km - b.km)
    .slice(0, NEARBY);
}

function breadcrumbs(name: string, { slug }: City, locale: Locale, origin: string): object {
  const item = (position: number, label: string, path: string) => ({
    "@type": "ListItem",
    position,
    name: label,
    item: new URL(path, origin).href,
  });
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [
      item(1, translatorFor(locale)("pages:cities.title"), paths.cities()),
      item(2, name, paths.city(slug)),
    ],
  };
}

import type { Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { formatTimeZone } from "../../../lib/dates/dates.server";
import type { RequestContext } from "../../../lib/http/request-context";
import { pageHead } from "../../../lib/pages/page-head.server";
import { paths } from "../../../lib/paths";
import { nextEventsOf } from "../../../modules/cities/home-city.server";
import {
  cityNames,
  countryName,
  presentCityCard,
  presentCityRow,
} from "../../../modules/cities/present-city.server";
import { type City, listCities } from "../../../modules/cities/queries.server";
import { citiesNamed } from "../../../modules/cities/search-cities.server";

/**
 * The list of cities (product.md §2): searched by name, country and time zone; values that nothing
 * has are ignored.
 */
export async function browseCities(
  { deps, locale, calendar, origin, seo }: RequestContext,
  params: URLSearchParams,
) {
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const cities = await listCities(deps);
  const q = (params.get("q") ?? "").trim().slice(0, 80);
  const country =
    cities.find(({ countryCode }) => countryCode === params.get("country")?.toUpperCase())
      ?.countryCode ?? null;
  const timeZone =
    cities.find((city) => city.timeZone === params.get("timezone"))?.timeZone ?? null;
  const found = citiesNamed(cities, q).filter(
    (city) =>
      (!country || city.countryCode === country) && (!timeZone || city.timeZone === timeZone),
  );
  const awake = found.filter(({ upcomingCount }) => upcomingCount > 0);
  const next = await nextEventsOf(deps, awake);
  const total = t("pages:cities.count", { count: found.length });
  const filtered = q !== "" || country !== null || timeZone !== null;

  return {
    head: pageHead({ origin, locale, seo }, paths.cities(), {
      title: t("pages:cities.title"),
      description: t("pages:cities.description"),
      ...(filtered ? { noindex: true } : null),
    }),
    query: { q, country, timeZone },
    filtered,
    summary: q ? t("pages:cities.found", { total, words: q }) : total,
    awake: awake.map((city) => presentCityCard(city, next.get(city.id), now, { locale, calendar })),
    quiet: found
      .filter(({ upcomingCount }) => upcomingCount === 0)
      .map((city) => presentCityRow(city, locale, countryName(city, locale))),
    countries: options(
      cities,
      locale,
      ({ countryCode }) => countryCode,
      (city) => countryName(city, locale),
    ),
    timeZones: options(
      cities,
      locale,
      (city) => city.timeZone,
      // Several zones share a name; each is named after its busiest city.
      (city) =>
        t("pages:cities.zoneOf", {
          zone: formatTimeZone(now, city.timeZone, locale),
          city: cityNames(city, locale).name,
        }),
    ),
  };
}

/**
 * One option for each value that cities have, in the order of the alphabet; cities come the busiest
 * first.
 */
function options(
  cities: readonly City[],
  locale: Locale,
  of: (city: City) => string,
  labelOf: (city: City) => string,
) {
  const labels = new Map<string, string>();
  for (const city of cities) if (!labels.has(of(city))) labels.set(of(city), labelOf(city));
  const { compare } = new Intl.Collator(locale);
  return [...labels]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => compare(a.label, b.label));
}

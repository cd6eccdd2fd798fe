import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatTimeZone } from "~/lib/dates/dates.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { formatNumber } from "~/lib/text/money";
import { cityNames, countryName } from "~/modules/cities/present-city.server";
import { type City, listCities } from "~/modules/cities/queries.server";
import { citiesNamed } from "~/modules/cities/search-cities.server";

export type CityDirectoryView = Awaited<ReturnType<typeof cityDirectoryLoader>>;

const WORDS_LENGTH = 80;

/**
 * Data of `/admin/cities`: cities filtered by name, province, country and time zone (product.md
 * §2).
 */
export async function cityDirectoryLoader(
  { deps, locale, origin, seo, signedIn }: RequestContext,
  params: URLSearchParams,
) {
  assertCan(signedIn, "city:manage");
  const t = translatorFor(locale);
  const cities = await listCities(deps);
  const q = (params.get("q") ?? "").trim().slice(0, WORDS_LENGTH);
  const country =
    cities.find(({ countryCode }) => countryCode === params.get("country")?.toUpperCase())
      ?.countryCode ?? "";
  const timeZone = cities.find((city) => city.timeZone === params.get("timezone"))?.timeZone ?? "";
  const { compare } = new Intl.Collator(locale);
  const countries = [
    ...new Map(cities.map((city) => [city.countryCode, countryName(city, locale)])),
  ].sort((a, b) => compare(a[1], b[1]));
  const now = deps.clock.now();
  return {
    head: pageHead({ origin, locale, seo }, paths.adminCities(), {
      title: t("admin-cities:list.title"),
      description: t("admin-cities:list.lead"),
      noindex: true,
    }),
    query: { q, country, timeZone },
    summary: t("admin-cities:list.lead"),
    countries: countries.map(([value, label]) => ({ value, label })),
    timeZones: [...new Set(cities.map((city) => city.timeZone))].sort(),
    rows: found(cities, q)
      .filter(
        (city) =>
          (!country || city.countryCode === country) && (!timeZone || city.timeZone === timeZone),
      )
      .map((city) => {
        const { name, otherName, otherLang } = cityNames(city, locale);
        return {
          slug: city.slug,
          href: paths.adminCity(city.slug),
          name,
          otherName,
          otherLang,
          place: listOf(locale, [
            localized({ en: city.stateEn ?? "", fa: city.stateFa }, locale),
            countryName(city, locale),
          ]),
          timeZone: city.timeZone,
          zoneName: formatTimeZone(now, city.timeZone, locale),
          upcoming: formatNumber(city.upcomingCount, locale),
        };
      }),
  };
}

/**
 * Cities whose name or country matches. Without matches, cities by time zone ("asia/te",
 * "toronto").
 */
function found(cities: readonly City[], q: string): readonly City[] {
  const named = citiesNamed(cities, q);
  const asked = q.toLowerCase().replaceAll(" ", "_");
  const inZone =
    asked === "" ? [] : cities.filter((city) => city.timeZone.toLowerCase().includes(asked));
  return [...new Set([...named, ...inZone])];
}

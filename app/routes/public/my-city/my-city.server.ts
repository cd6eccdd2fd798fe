import { translatorFor } from "~/i18n/messages.server";
import type { RequestContext } from "~/lib/http/request-context";
import { safePath } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { cityNames, countryName, upcomingText } from "~/modules/cities/present-city.server";
import { type City, listCities } from "~/modules/cities/queries.server";
import { citiesNamed } from "~/modules/cities/search-cities.server";

const WORDS_MAX = 80;

/**
 * Cities to choose from, the busiest first. `?q=` finds them by the name of city or country;
 * `?returnTo=` is where the choice leads.
 */
export async function myCityLoader(
  { deps, locale, origin, seo, homeCity }: RequestContext,
  params: URLSearchParams,
) {
  const t = translatorFor(locale);
  const q = (params.get("q") ?? "").trim().slice(0, WORDS_MAX);
  const choice = (city: City) => ({
    slug: city.slug,
    ...cityNames(city, locale),
    country: countryName(city, locale),
    upcoming: upcomingText(city, locale),
    isChosen: city.slug === homeCity.slug,
  });
  const cities = await listCities(deps);
  const suggested = cities.find(({ slug }) => slug === homeCity.suggested);
  return {
    head: pageHead({ origin, locale, seo }, paths.myCity(), {
      title: t("pages:myCity.title"),
      description: t("pages:myCity.lead"),
      noindex: true,
    }),
    q,
    returnTo: safePath(params.get("returnTo")),
    isAll: homeCity.isAll,
    suggested: suggested && q === "" ? choice(suggested) : null,
    cities: citiesNamed(cities, q).map(choice),
  };
}

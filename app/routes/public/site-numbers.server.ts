import type { Locale } from "../../i18n/locale";
import type { Deps } from "../../lib/deps";
import { CATEGORIES } from "../../lib/event/categories";
import { formatNumber } from "../../lib/text/money";
import { listCities } from "../../modules/cities/queries.server";

/** Numbers in the content pages, in the reader's digits, read from the data. */
export async function siteNumbers({
  deps,
  locale,
}: {
  deps: Pick<Deps, "db" | "memo">;
  locale: Locale;
}) {
  const cities = await listCities(deps);
  const inIran = cities.filter(({ countryCode }) => countryCode === "IR").length;
  return {
    cities: formatNumber(cities.length, locale),
    citiesInIran: formatNumber(inIran, locale),
    citiesElsewhere: formatNumber(cities.length - inIran, locale),
    categories: formatNumber(CATEGORIES.length, locale),
  };
}

import type { Locale } from "../../lib/locale";
import { describeError, log } from "../../lib/log";
import { searchable } from "../../lib/match-words";
import { translatorFor } from "../../lib/messages.server";
import { pageHead } from "../../lib/page-head.server";
import { paths } from "../../lib/paths";
import { cityNames, countryName } from "../cities/present-city.server";
import { listCities } from "../cities/queries.server";
import type { AccountContext } from "./account-context.server";
import { getUserOrThrow } from "./queries.server";

/** What somebody likes to hear of (product.md §2). */
export async function preferencesPage({ deps, locale, origin, seo, signedIn, requestId }: AccountContext) {
  const t = translatorFor(locale);
  const [user, cities] = await Promise.all([getUserOrThrow(deps, signedIn.id), citiesFor(deps, locale, requestId)]);
  const { emailEnabled, pushEnabled, categories, frequency } = user.notificationPreferences;
  return {
    head: pageHead({ origin, locale, seo }, paths.accountPreferences(), {
      title: t("account:preferences.title"),
      description: t("account:preferences.lead"),
      noindex: true,
    }),
    interests: user.interests,
    chosenCities: user.cities,
    /** Null where they cannot be had: then the rest of the page can still be used. */
    cities,
    emailEnabled,
    /** Null where there are no pushes. */
    push: deps.pushKey === null ? null : { key: deps.pushKey, isEnabled: pushEnabled },
    categories,
    frequency,
  };
}

async function citiesFor(deps: AccountContext["deps"], locale: Locale, requestId: string) {
  try {
    const cities = await listCities(deps);
    return cities.map((city) => ({
      slug: city.slug,
      name: cityNames(city, locale).name,
      country: countryName(city, locale),
      /** What the search field looks in: the names of both languages. */
      words: searchable([city.nameEn, city.nameFa, city.countryEn, city.countryFa].filter(Boolean).join(" ")),
    }));
  } catch (error) {
    log("error", "preferences.cities-failed", { requestId, ...describeError(error) });
    return null;
  }
}

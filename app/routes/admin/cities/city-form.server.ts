import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { expecting, sentencesByKey } from "~/lib/http/form-answer.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import { formatNumber } from "~/lib/text/money";
import { EMPTY_CITY, fieldsOfCity } from "~/modules/cities/city-fields";
import { allCountries, nearestInCountry } from "~/modules/cities/countries";
import { previewMerge } from "~/modules/cities/merge-city.server";
import { cityNames } from "~/modules/cities/present-city.server";
import { type City, getCityOrThrow, listCities } from "~/modules/cities/queries.server";
import { type CountedUpTo, countEvents } from "~/modules/cities/remove-city.server";
import { maxMediaSize } from "~/modules/media/storage-limits.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";

export type CityDetailView = Awaited<ReturnType<typeof cityFormLoader>>;
export type CityFormView = Awaited<ReturnType<typeof newCityLoader>> | CityDetailView;
export type CityDot = CityFormView["dots"][number];
export type CityMergeView = NonNullable<CityDetailView["existing"]["merge"]>;

/** Texts of `cityFormSchema`. */
const SAID = [
  "errors:issue.value",
  "errors:issue.tooLong",
  "errors:issue.shorterThan",
  "errors:issue.longerThan",
  "errors:issue.slug",
  "errors:issue.latitude",
  "errors:issue.longitude",
] as const;
const MB = 1_048_576;

/** Data of the form for a new city. */
export async function newCityLoader(context: RequestContext) {
  const { locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "city:manage");
  const title = translatorFor(locale)("admin-cities:form.titleNew");
  return {
    head: pageHead({ origin, locale, seo }, paths.adminNewCity(), {
      title,
      description: title,
      noindex: true,
    }),
    slug: null,
    version: 0,
    title,
    fields: EMPTY_CITY,
    ...(await choicesOf(context, null)),
    existing: null,
  };
}

/** Data of a city's page: its form, and the options to merge it and, once empty, to delete it. */
export async function cityFormLoader(
  context: RequestContext,
  slug: string,
  params: URLSearchParams,
) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "city:manage");
  const t = translatorFor(locale);
  const city = await getCityOrThrow(deps, slug);
  if (city.slug !== slug) throw new AppError("not-found");
  const [choices, events, cities] = await Promise.all([
    choicesOf(context, city),
    countEvents(deps, city.id),
    listCities(deps),
  ]);
  const title = cityNames(city, locale).name;
  const { compare } = new Intl.Collator(locale);
  const others = cities
    .filter(({ id }) => id !== city.id)
    .map((other) => ({ value: other.slug, label: cityNames(other, locale).name }))
    .sort((a, b) => compare(a.label, b.label));
  return {
    head: pageHead({ origin, locale, seo }, paths.adminCity(slug), {
      title,
      description: title,
      noindex: true,
    }),
    slug: city.slug,
    version: city.version,
    title,
    fields: fieldsOfCity(city),
    ...choices,
    existing: {
      publicHref: paths.city(city.slug),
      upcoming: t("admin-cities:detail.upcoming", { count: city.upcomingCount }),
      events: t("admin-cities:detail.events", { number: numberOf(events, locale) }),
      isEmpty: events.count === 0,
      others,
      isAsked: params.has("delete"),
      merge: await mergeOf(context, city, params),
    },
  };
}

const numberOf = ({ count, isMore }: CountedUpTo, locale: RequestContext["locale"]) =>
  `${formatNumber(count, locale)}${isMore ? "+" : ""}`;

/** Preview or progress of the merge in the query string, or null. */
async function mergeOf(
  { deps, signedIn, locale }: RequestContext,
  city: City,
  params: URLSearchParams,
) {
  const into = params.get("into") ?? "";
  if (into === "") return null;
  const preview = await expecting({ invalid: () => null }, () =>
    previewMerge(deps, signedIn, city.slug, into),
  );
  if (!preview) return null;
  const t = translatorFor(locale);
  const after = params.get("after") ?? "";
  return {
    into,
    target: cityNames(preview.target, locale).name,
    /** A part has been moved; the next request continues. */
    isRunning: params.has("running"),
    after: isUuid(after) ? after : "",
    amounts: [
      t("admin-cities:merge.events", { number: numberOf(preview.events, locale) }),
      t("admin-cities:merge.venues", { number: numberOf(preview.venues, locale) }),
      t("admin-cities:merge.followers", { number: numberOf(preview.followers, locale) }),
    ],
    zones:
      city.timeZone === preview.target.timeZone
        ? null
        : t("admin-cities:merge.zones", { from: city.timeZone, to: preview.target.timeZone }),
  };
}

/** Options and hints of the form: countries, time zones and nearby cities. */
async function choicesOf({ deps, locale }: RequestContext, city: City | null) {
  const t = translatorFor(locale);
  const [cities, { content }, maxPicture] = await Promise.all([
    listCities(deps),
    settingsOf(deps),
    maxMediaSize(deps, "picture"),
  ]);
  const { compare } = new Intl.Collator(locale);
  const lengths = { min: Math.max(1, content.cityNameMin), max: content.cityNameMax };
  const near = city && nearestInCountry(city, cities);
  return {
    countries: allCountries()
      .map(({ code, en, fa }) => ({ value: code, label: localized({ en, fa }, locale) }))
      .sort((a, b) => compare(a.label, b.label)),
    timeZones: [
      ...new Set([
        ...Intl.supportedValuesOf("timeZone"),
        ...cities.map(({ timeZone }) => timeZone),
      ]),
    ].sort(),
    dots: cities
      .filter(({ id }) => id !== city?.id)
      .map((other) => ({
        slug: other.slug,
        name: cityNames(other, locale).name,
        latitude: other.latitude,
        longitude: other.longitude,
      })),
    lengths,
    messages: sentencesByKey(SAID, locale, lengths),
    nearest: near
      ? t("admin-cities:form.nearest", {
          city: cityNames(near.city, locale).name,
          km: formatNumber(Math.round(near.km), locale),
          zone: near.city.timeZone,
        })
      : t("admin-cities:form.noneNear"),
    pictureHelp: t("admin-cities:form.pictureHelp", {
      size: formatNumber(maxPicture / MB, locale),
    }),
  };
}

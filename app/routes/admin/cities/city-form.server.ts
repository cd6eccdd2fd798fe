import * as v from "valibot";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { AppError, errorAt } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, formAnswer, sentencesByKey } from "~/lib/http/form-answer.server";
import type { HTTPIssue } from "~/lib/http/form-failure";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import { parseTypedNumber } from "~/lib/text/digits";
import { formatNumber } from "~/lib/text/money";
import {
  CITY_FIELDS,
  CityInput,
  CityUpdate,
  EMPTY_CITY,
  fieldOfIssue,
  fieldsOfCity,
} from "~/modules/cities/city-fields";
import { allCountries, nearestInCountry } from "~/modules/cities/countries";
import { mergeCity, noteMergeBegun, previewMerge } from "~/modules/cities/merge-city.server";
import { cityNames } from "~/modules/cities/present-city.server";
import { type City, getCityOrThrow, listCities } from "~/modules/cities/queries.server";
import { type CountedUpTo, countEvents, deleteCity } from "~/modules/cities/remove-city.server";
import { createCity, updateCity } from "~/modules/cities/write-city.server";
import { maxMediaSize } from "~/modules/media/storage-limits.server";
import { storeEventMedia } from "~/modules/media/store-media.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";

/** Size limit of the form's text fields, bytes. */
const TEXT = 65_536;

async function readCityForm(
  { deps, signedIn }: RequestContext,
  request: Request,
): Promise<FormData> {
  assertCan(signedIn, "city:manage");
  return readForm(request, (await maxMediaSize(deps, "picture")) + TEXT);
}

const valuesOf = (form: FormData) =>
  Object.fromEntries(CITY_FIELDS.map((name) => [name, fieldOf(form, name).trim()]));

/**
 * City input in API field names. The caller stores the picture last, once everything else is valid.
 */
function inputOf(form: FormData) {
  const field = (name: (typeof CITY_FIELDS)[number]) => fieldOf(form, name).trim();
  return {
    name: { en: field("nameEn"), fa: field("nameFa") || null },
    countryCode: field("countryCode"),
    ...(field("countryEn") && {
      country: { en: field("countryEn"), fa: field("countryFa") || null },
    }),
    stateProvince: field("stateEn") ? { en: field("stateEn"), fa: field("stateFa") || null } : null,
    timezone: field("timeZone") || null,
    latitude: parseTypedNumber(field("latitude")),
    longitude: parseTypedNumber(field("longitude")),
    heroImageUrl: form.get("removePicture") === "1" ? null : field("heroImageUrl") || null,
  };
}

/** Parses the input. Reports issues by the form's field names. */
function parsed<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw new AppError(
    "invalid",
    result.issues.map((issue) => ({
      path: v.getDotPath(issue) ?? "",
      message: issue.message.startsWith("errors:") ? issue.message : "errors:issue.value",
    })),
  );
}

/** Maps the issues of an input to the form's fields. */
const atFields = <T>(work: () => Promise<T>): Promise<T> =>
  expecting(
    {
      any: (error) => {
        throw errorAt(error, fieldOfIssue);
      },
    },
    work,
  );

/** Stores the uploaded picture. Returns its URL, or undefined without an upload. */
async function storedPicture(
  { deps, signedIn }: RequestContext,
  form: FormData,
): Promise<string | undefined> {
  const file = form.get("picture");
  if (typeof file === "string" || file === null || file.size === 0) return undefined;
  assertCan(signedIn, "city:manage");
  return storeEventMedia(deps, signedIn, "picture", file);
}

/** Creates a city. */
export async function newCityAction(context: RequestContext, request: Request) {
  const { deps, signedIn } = context;
  const form = await readCityForm(context, request);
  if (form.get("intent") !== "create") throw new AppError("bad-request");
  return formAnswer(
    context,
    { form: "city", values: valuesOf(form), failed: "admin-cities:failed.check" },
    () =>
      atFields(async () => {
        const slug = fieldOf(form, "slug").trim();
        const created = await createCity(
          deps,
          signedIn,
          parsed(CityInput, { ...inputOf(form), ...(slug && { slug }) }),
        );
        // Deletes the new city if its picture is rejected.
        const heroImageUrl = await storedPicture(context, form).catch(async (error: unknown) => {
          await deleteCity(deps, signedIn, created);
          throw error;
        });
        if (heroImageUrl) await updateCity(deps, signedIn, created, { heroImageUrl });
        return redirectWithToast(request, paths.adminCity(created), {
          kind: "success",
          text: "admin-cities:done.created",
        });
      }),
  );
}

async function save(context: RequestContext, request: Request, slug: string, form: FormData) {
  const { deps, signedIn } = context;
  const typed = valuesOf(form);
  const expectedVersion = fieldOf(form, "version");
  // A conflict returns the typed values with the latest version.
  const values = { ...typed, version: expectedVersion };
  return formAnswer(context, { form: "city", values, failed: "admin-cities:failed.check" }, () =>
    atFields(async () => {
      const input = parsed(CityUpdate, inputOf(form));
      const version = /^\d{1,9}$/.test(expectedVersion) ? Number(expectedVersion) : null;
      const stale = async (error: AppError) => {
        if (error.issues[0]?.path !== "version") throw error;
        const present = await getCityOrThrow(deps, slug);
        values.version = String(present.version);
        throw new AppError("conflict", [
          { path: "", message: "errors:issue.staleCity" },
          ...newerThan(typed, present),
        ]);
      };
      await expecting({ conflict: stale }, async () => {
        const heroImageUrl = await storedPicture(context, form);
        const change = { ...input, ...(heroImageUrl && { heroImageUrl }) };
        await updateCity(deps, signedIn, slug, change, version);
      });
      return redirectWithToast(request, paths.adminCity(slug), {
        kind: "success",
        text: "admin-cities:done.saved",
      });
    }),
  );
}

/** Issues with the stored value for each field that differs from the typed one. */
function newerThan(typed: Record<string, string>, city: City): HTTPIssue[] {
  const present = fieldsOfCity(city);
  const isNumber = (name: string) => name === "latitude" || name === "longitude";
  return CITY_FIELDS.filter((name) => name !== "slug" && name !== "heroImageUrl")
    .filter((name) =>
      isNumber(name)
        ? parseTypedNumber(typed[name] ?? "") !== Number(present[name])
        : (typed[name] ?? "") !== present[name],
    )
    .map((name) => ({
      path: name,
      message: present[name] === "" ? "errors:issue.nowEmpty" : "errors:issue.nowIs",
      values: { value: present[name] },
    }));
}

/** Actions of a city's page: save, merge and delete. */
export async function cityAction(context: RequestContext, request: Request, slug: string) {
  const { deps, signedIn } = context;
  const form = await readCityForm(context, request);
  const into = fieldOf(form, "into");
  switch (form.get("intent")) {
    case "save":
      return save(context, request, slug, form);
    case "merge":
      return formAnswer(
        context,
        { form: "merge", values: { into }, failed: "admin-cities:failed.merge" },
        async () => {
          if (form.get("running") !== "1")
            await noteMergeBegun(
              deps,
              signedIn,
              slug,
              await previewMerge(deps, signedIn, slug, into),
            );
          const { isDone, after } = await mergeCity(deps, signedIn, {
            slug,
            into,
            after: fieldOf(form, "after") || null,
          });
          return isDone
            ? redirectWithToast(request, paths.adminCity(into), {
                kind: "success",
                text: "admin-cities:done.merged",
              })
            : redirectWithToast(request, paths.adminCity(slug, { into, after, running: true }), {
                kind: "info",
                text: "admin-cities:done.part",
              });
        },
      );
    case "delete":
      return formAnswer(
        context,
        { form: "delete", failed: "admin-cities:failed.delete" },
        async () => {
          await deleteCity(deps, signedIn, slug);
          return redirectWithToast(request, paths.adminCities(), {
            kind: "success",
            text: "admin-cities:done.deleted",
          });
        },
      );
    default:
      throw new AppError("bad-request");
  }
}

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
  // By its id too: a row that holds what no code wrote may have no slug that leads to it.
  if (city.slug !== slug && city.id !== slug) throw new AppError("not-found");
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

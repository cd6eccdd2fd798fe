import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate } from "~/lib/dates/dates.server";
import { CATEGORIES } from "~/lib/event/categories";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { localDigits } from "~/lib/text/digits";
import { formatNumber } from "~/lib/text/money";
import { searchKey } from "~/lib/text/search-text";
import { type City, listCities } from "~/modules/cities/queries.server";
import { cityName } from "~/modules/events/present/present-event.server";
import { dryRunSource } from "~/modules/intake/sources/dry-run.server";
import type { SourceRow } from "~/modules/intake/sources/queries.server";
import { INTERVALS, SourceInput } from "~/modules/intake/sources/schema";
import { SOURCE_KINDS, TRUST_LEVELS } from "../../../../db/schema";

/** Fields of the form, as typed. */
const FIELDS = [
  "name",
  "url",
  "kind",
  "city",
  "otherCities",
  "everyMinutes",
  "trust",
  "venue",
  "organizer",
  "category",
  "language",
] as const;
export type SourceFields = Record<(typeof FIELDS)[number], string>;

const NEW: SourceFields = {
  name: "",
  url: "",
  kind: "json-ld",
  city: "",
  otherCities: "",
  everyMinutes: "360",
  trust: "trial",
  venue: "",
  organizer: "",
  category: "",
  language: "",
};

/** Choices and values of the form. */
export async function sourceForm(
  { deps, locale }: Pick<RequestContext, "deps" | "locale">,
  source: SourceRow | null,
) {
  const t = translatorFor(locale);
  const cities = await listCities(deps);
  const cityOf = (id: string) => cities.find((city) => city.id === id);
  return {
    fields: source ? fieldsOfSource(source, cities, locale) : NEW,
    options: {
      kinds: SOURCE_KINDS.map((value) => ({ value, label: t(`sources:kind.${value}`) })),
      cities: cities.map((city) => ({ value: city.slug, label: cityName(city, locale) })),
      intervals: INTERVALS.map((minutes) => ({
        value: String(minutes),
        label: t(`sources:every.${minutes}`),
      })),
      trust: TRUST_LEVELS.map((value) => ({
        value,
        label: t(`sources:trust.${value}`),
        help: t(`sources:trustHelp.${value}`),
      })),
      categories: CATEGORIES.map((category) => ({
        value: category.name,
        label: localized({ en: category.name, fa: category.fa }, locale),
      })),
      languages: [
        { value: "fa", label: t("sources:form.persian") },
        { value: "en", label: t("sources:form.english") },
      ],
    },
    cityNames: source
      ? [source.cityId, ...source.otherCityIds].map((id) => cityName(cityOf(id), locale))
      : [],
  };
}

function fieldsOfSource(
  source: SourceRow,
  cities: readonly City[],
  locale: "en" | "fa",
): SourceFields {
  const cityOf = (id: string) => cities.find((city) => city.id === id);
  return {
    name: source.name,
    url: source.url,
    kind: source.kind,
    city: cityOf(source.cityId)?.slug ?? "",
    otherCities: source.otherCityIds
      .map((id) => cityName(cityOf(id), locale))
      .join(locale === "fa" ? "، " : ", "),
    everyMinutes: String(source.everyMinutes),
    trust: source.trust,
    venue: source.venue ?? "",
    organizer: source.organizer ?? "",
    category: source.category ?? "",
    language: source.language ?? "",
  };
}

export const sourceFieldsIn = (form: FormData): SourceFields =>
  Object.fromEntries(FIELDS.map((name) => [name, fieldOf(form, name).trim()])) as SourceFields;

/** The input of the form. An unknown city stays as typed, so that it is refused. @throws invalid */
export async function sourceInput(
  { deps }: Pick<RequestContext, "deps">,
  fields: SourceFields,
): Promise<SourceInput> {
  const { city, otherCities, everyMinutes, category, language, ...rest } = fields;
  const known = await listCities(deps);
  const slugOf = (typed: string) => {
    const key = searchKey(typed);
    return (
      known.find(
        ({ slug, nameEn, nameFa }) =>
          slug === typed ||
          searchKey(nameEn) === key ||
          (nameFa !== null && searchKey(nameFa) === key),
      )?.slug ?? "?"
    );
  };
  const others = otherCities
    .split(/[,،]/)
    .map((name) => name.trim())
    .filter(Boolean);
  return parseInput(SourceInput, {
    ...rest,
    cities: city === "" ? [] : [city, ...others.map(slugOf)],
    everyMinutes: Number(everyMinutes),
    category: category || null,
    language: language || null,
  });
}

/** Fields of issues, by the names of the input. */
export const FORM_FIELD: Record<string, string> = { cities: "city" };

/** Runs the form's values without saving, for its page. @throws invalid */
export async function dryRunOf(
  { deps, locale, calendar, signedIn }: RequestContext,
  input: SourceInput,
  sourceId: string | null,
) {
  const t = translatorFor(locale);
  const result = await dryRunSource(deps, signedIn, input, sourceId);
  if (!result.isRead) return { reason: t(`sources:reason.${result.reason}`), rows: [], sum: null };
  return {
    reason: null,
    rows: result.items.map(({ title, date, time, venue, isCancelled, isKnown }, index) => ({
      key: String(index),
      title,
      when: [
        date && formatDate(Date.parse(`${date}T12:00:00Z`), "UTC", { locale, calendar }),
        time && localDigits(time, locale),
      ]
        .filter(Boolean)
        .join(" · "),
      venue: venue ?? "",
      tone: isCancelled ? ("bad" as const) : isKnown ? ("plain" as const) : ("good" as const),
      state: t(
        isCancelled ? "sources:dry.cancelled" : isKnown ? "sources:dry.known" : "sources:dry.new",
      ),
    })),
    sum: t("sources:dry.sum", {
      items: formatNumber(result.items.length, locale),
      leftOut: formatNumber(result.leftOut, locale),
      unread: formatNumber(result.unread, locale),
    }),
  };
}

export type DryRunView = Awaited<ReturnType<typeof dryRunOf>>;

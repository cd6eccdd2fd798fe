import { type Locale, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate } from "~/lib/dates/dates.server";
import { CATEGORIES } from "~/lib/event/categories";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { localDigits } from "~/lib/text/digits";
import { searchKey } from "~/lib/text/search-text";
import { type City, listCities } from "~/modules/cities/queries.server";
import { cityName } from "~/modules/events/present/present-event.server";
import { ISSUE_CODES } from "~/modules/intake/issue-table";
import {
  type DryRunResult,
  dryRunOfPart,
  dryRunSource,
} from "~/modules/intake/sources/dry-run.server";
import { guessSource } from "~/modules/intake/sources/guess-source.server";
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
  context: RequestContext,
  input: SourceInput,
  sourceId: string | null,
) {
  const { deps, signedIn } = context;
  return presentDryRun(context, await dryRunSource(deps, signedIn, input, sourceId));
}

/** What a check would bring, as a receipt: a sum, its items, and what it would leave out. */
function presentDryRun(
  { locale, calendar }: Pick<RequestContext, "locale" | "calendar">,
  result: DryRunResult,
) {
  const t = translatorFor(locale);
  if (!result.isRead)
    return { reason: t(`sources:reason.${result.reason}`), rows: [], left: [], sum: null };
  const { items, over, leftOut, beyond, unread } = result;
  const total = items.length + over + leftOut + beyond;
  return {
    reason: null,
    rows: items.map(
      ({ title, date, time, venue, isCancelled, isKnown, doubts, snippet }, index) => ({
        key: String(index),
        title,
        when: [
          date && formatDate(Date.parse(`${date}T12:00:00Z`), "UTC", { locale, calendar }),
          time && localDigits(time, locale),
        ]
          .filter(Boolean)
          .join(" · "),
        venue: venue ?? "",
        doubts: doubts.map((code) => t(`ingestion:finding.${code}`)),
        snippet: doubts.length > 0 ? snippet : "",
        tone: isCancelled ? ("bad" as const) : isKnown ? ("plain" as const) : ("good" as const),
        state: t(
          isCancelled ? "sources:dry.cancelled" : isKnown ? "sources:dry.known" : "sources:dry.new",
        ),
      }),
    ),
    left: presentLeft(result.left, locale),
    sum: [
      t("sources:receipt.sumOf", { total, over, read: items.length, leftOut }),
      ...(beyond > 0 ? [t("sources:receipt.beyond", { read: items.length, total })] : []),
      ...(unread > 0 ? [t("sources:dry.unread", { count: unread })] : []),
    ].join(" "),
  };
}

export type DryRunView = Awaited<ReturnType<typeof dryRunOf>>;

/** Entries that were left out, each with its reason and its own text. */
export function presentLeft(
  left: readonly { title: string | null; code: string; snippet: string }[],
  locale: Locale,
) {
  const t = translatorFor(locale);
  return left.map(({ title, code, snippet }, index) => ({
    key: `${index} ${code}`,
    title: title ?? t("sources:receipt.untitled"),
    reason: ISSUE_CODES.filter((known) => known === code).map((known) =>
      t(`ingestion:finding.${known}`),
    )[0],
    snippet,
  }));
}

/**
 * What an address was found to be: fields of the form, each guess with its reason, and a dry run.
 * @throws invalid with an issue at `url`
 */
export async function guessedForm(context: RequestContext, address: string) {
  const { deps, locale, signedIn } = context;
  const t = translatorFor(locale);
  const guess = await guessSource(deps, signedIn, address);
  if ("reason" in guess)
    return {
      fields: { ...NEW, url: address },
      reasons: null,
      dryRun: presentDryRun(context, { isRead: false, reason: guess.reason }),
    };
  const { url, kind, name, city, everyMinutes, part, other, inCity } = guess;
  const count = part.items.length;
  return {
    fields: { ...NEW, url, kind, name, city, everyMinutes: String(everyMinutes) },
    reasons: {
      kind: other
        ? t("sources:guess.kindOf", {
            count,
            other: t(`sources:kind.${other.kind}`),
            items: other.items,
          })
        : t("sources:guess.kind", { count }),
      name: t("sources:guess.name"),
      city:
        inCity === null
          ? t("sources:guess.noCity")
          : t("sources:guess.city", { named: inCity, count }),
      everyMinutes: t("sources:guess.every"),
      isCitySure: inCity !== null,
    },
    dryRun: presentDryRun(context, dryRunOfPart(part, new Set())),
  };
}

export type SourceReasons = Awaited<ReturnType<typeof guessedForm>>["reasons"];

import { redirect } from "@remix-run/cloudflare";
import type { Locale } from "~/i18n/locale";
import { listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { dateParts, formatDate, localDay, type Reader, USUAL_ZONE } from "~/lib/dates/dates.server";
import { addDays, monthOf } from "~/lib/dates/days";
import { formatAgo } from "~/lib/dates/written-times.server";
import { AppError } from "~/lib/errors";
import { CATEGORIES } from "~/lib/event/categories";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import { currencyOf, formatNumber } from "~/lib/text/money";
import { citiesByCountry, cityNames, countryName } from "~/modules/cities/present-city.server";
import { type City, findCityBySlug, listCities } from "~/modules/cities/queries.server";
import { categoryView, cityName } from "~/modules/events/present/present-event.server";
import { AI_PROVIDERS, ingestionPrompt } from "~/modules/intake/ingestion/prompt";
import type { Wizard, WizardChoice } from "~/modules/intake/ingestion/wizard";
import {
  answerOf,
  assessEntries,
  entriesOf,
  readWizard,
  unfinishedWizards,
} from "~/modules/intake/ingestion/wizard.server";
import { previewPage } from "./wizard-preview.server";

export type WizardView = Awaited<ReturnType<typeof wizardLoader>>;
export type PromptView = NonNullable<WizardView["prompt"]>;

const WIZARD_STEPS = ["prompt", "answer", "preview", "start"] as const;
/**
 * Maximum length of an answer that the field shows again, characters. A longer one is stored, and
 * only its length is shown.
 */
const SHOWN = 200_000;
/** Number of selectable months, from the current one. */
const MONTHS = 13;
const MONTH = /^(199\d|20\d\d)-(0[1-9]|1[0-2])$/;

/** Paths of the wizard: in the menu of ingestion and in that of events. */
export type WizardPath = "adminNewIngestion" | "adminBulkCreate";
export const wizardPath = (url: URL): WizardPath =>
  url.pathname.includes("/events/") ? "adminBulkCreate" : "adminNewIngestion";

/**
 * Localized month with its equivalent in the other calendar, where a Gregorian month spans two:
 * "December 2026".
 */
export function monthLabel(month: string, locale: Locale): string {
  const { first, last } = monthOf(`${month}-01`, "gregorian");
  const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
  const named = dateParts(at(first), "UTC", { locale, calendar: "gregorian" });
  const jalali = (day: string, year: boolean) =>
    formatDate(at(day), "UTC", { locale, calendar: "jalali" }, { weekday: false, year });
  return `${named.month} ${named.year} (${jalali(first, false)} – ${jalali(last, true)})`;
}

function monthsFrom(day: string, chosen: string | undefined, locale: Locale) {
  const months: string[] = [];
  for (
    let at = monthOf(day, "gregorian").first;
    months.length < MONTHS;
    at = addDays(monthOf(at, "gregorian").last, 1)
  )
    months.push(at.slice(0, 7));
  if (chosen && MONTH.test(chosen) && !months.includes(chosen)) months.unshift(chosen);
  return months.map((value) => ({ value, label: monthLabel(value, locale) }));
}

/** Wizard id and step of the query string. */
export function wizardParams(params: URLSearchParams) {
  const id = (params.get("wizard") ?? "").toLowerCase();
  const step = Number(params.get("step") ?? 1);
  return {
    id: isUuid(id) ? id : null,
    step: step === 2 || step === 3 || step === 4 ? step : 1,
  } as const;
}

/** Prompt of a wizard. @throws AppError("invalid") if its city no longer exists */
export function promptOf({ values }: Pick<Wizard, "values">, city: City): string {
  return ingestionPrompt({
    city: {
      name: { en: city.nameEn, fa: city.nameFa },
      country: countryName(city, "en"),
      timeZone: city.timeZone,
      currency: currencyOf(city.countryCode),
    },
    month: values.month,
    categories: values.categories,
    provider: values.provider,
  });
}

/** Localized choices of the first step. */
export function chosenTexts(
  values: Omit<WizardChoice, "categories"> & { categories: readonly string[] },
  city: City | undefined,
  { locale }: Pick<Reader, "locale">,
) {
  const t = translatorFor(locale);
  return {
    city: cityName(city, locale) || values.city,
    month: monthLabel(values.month, locale),
    provider: t(`ingestion:provider.${values.provider}`),
    categories:
      values.categories.length === 0
        ? t("ingestion:wizard.allCategories")
        : listOf(
            locale,
            values.categories.map((name) => categoryView(name, locale)?.label ?? name),
          ),
  };
}

/**
 * Data of the wizard's step in the URL. Redirects to the last available step. @throws
 * AppError("not-found") for another user's wizard
 */
export async function wizardLoader(context: RequestContext, url: URL) {
  const { deps, signedIn, locale, origin, seo } = context;
  assertCan(signedIn, "ingestion:manage");
  const t = translatorFor(locale);
  const place = wizardPath(url);
  const asked = wizardParams(url.searchParams);
  const wizard = asked.id === null ? null : await readWizard(deps, signedIn, asked.id);
  if (wizard?.values.runId) throw redirect(paths.adminIngestionRun(wizard.values.runId));
  const furthest = wizard === null ? 1 : wizard.values.isRead ? 4 : 2;
  const here = (step: number) => paths[place]({ wizard: wizard?.id, step });
  if (asked.step > furthest) throw redirect(here(furthest));
  const city = wizard ? await findCityBySlug(deps, wizard.values.city) : undefined;
  if (wizard && !city && asked.step > 1) throw redirect(here(1));
  return {
    head: pageHead({ origin, locale, seo }, paths[place](), {
      title: t("ingestion:wizard.title"),
      description: t("ingestion:wizard.lead"),
      noindex: true,
    }),
    id: wizard?.id ?? null,
    step: asked.step,
    steps: WIZARD_STEPS.map((name, index) => ({
      name,
      number: formatNumber(index + 1, locale),
      label: t(`ingestion:wizard.step.${name}`),
      href: index + 1 <= furthest && index + 1 !== asked.step ? here(index + 1) : null,
      isCurrent: index + 1 === asked.step,
      isDone: index + 1 < asked.step,
    })),
    action: here(asked.step),
    back: asked.step > 1 ? here(asked.step - 1) : null,
    next: asked.step < furthest && asked.step < 4 ? here(asked.step + 1) : null,
    cancel: paths.adminIngestion(),
    prompt: asked.step === 1 ? await choiceView(context, wizard, city, place) : null,
    answer: asked.step === 2 && wizard ? await answerView(context, wizard) : null,
    preview:
      asked.step === 3 && wizard && city
        ? await previewPage(context, wizard, city, Number(url.searchParams.get("page") ?? 1))
        : null,
    start: asked.step === 4 && wizard && city ? await startView(context, wizard, city) : null,
  };
}

async function choiceView(
  context: RequestContext,
  wizard: Wizard | null,
  city: City | undefined,
  place: WizardPath,
) {
  const { deps, signedIn, locale, calendar, timeZone } = context;
  const t = translatorFor(locale);
  const cities = await listCities(deps);
  const open = wizard ? [] : await unfinishedWizards(deps, signedIn);
  const now = deps.clock.now();
  const zone = timeZone ?? USUAL_ZONE;
  return {
    values: {
      city: wizard?.values.city ?? "",
      month: wizard?.values.month ?? "",
      provider: wizard?.values.provider ?? "",
      categories: wizard?.values.categories ?? [],
    },
    cities: citiesByCountry(cities, { locale }),
    months: monthsFrom(localDay(now, zone), wizard?.values.month, locale),
    providers: AI_PROVIDERS.map((value) => ({ value, label: t(`ingestion:provider.${value}`) })),
    categories: CATEGORIES.map(({ name, fa, icon }) => ({
      value: name,
      label: locale === "fa" ? fa : name,
      icon,
    })),
    text: wizard && city ? promptOf(wizard, city) : null,
    /** Unfinished wizards. */
    open: open.map((one) => {
      const of = cities.find(({ slug }) => slug === one.values.city);
      return {
        id: one.id,
        href: paths[place]({ wizard: one.id, step: one.values.isRead ? 3 : 2 }),
        label: listOf(locale, [
          of ? cityNames(of, locale).name : one.values.city,
          monthLabel(one.values.month, locale),
        ]),
        ago: formatAgo(one.updatedAt, now, { locale, calendar }, zone),
      };
    }),
  };
}

async function answerView({ deps, locale }: RequestContext, wizard: Wizard) {
  const { length, provider } = wizard.values;
  const isLong = (length ?? 0) > SHOWN;
  return {
    text: isLong ? "" : await answerOf(deps, wizard),
    kept: isLong ? formatNumber(length ?? 0, locale) : null,
    provider: translatorFor(locale)(`ingestion:provider.${provider}`),
    model: deps.assistant?.model ?? null,
  };
}

async function startView(context: RequestContext, wizard: Wizard, city: City) {
  const { deps, locale } = context;
  const entries = entriesOf(deps, wizard, city, await answerOf(deps, wizard));
  if (entries === null) throw new AppError("conflict");
  const taken = entries.corrected.filter(({ isTaken }) => isTaken);
  const { doubtful } = await assessEntries(deps, city, taken);
  return {
    ...chosenTexts(wizard.values, city, { locale }),
    count: formatNumber(taken.length, locale),
    hasSome: taken.length > 0,
    doubtful: formatNumber(doubtful.size, locale),
    leftOut: formatNumber(entries.corrected.length - taken.length, locale),
  };
}

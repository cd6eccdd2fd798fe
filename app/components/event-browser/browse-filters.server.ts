import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { DATE_PRESETS } from "../../lib/dates/date-presets";
import { formatDate, type Reader, startOfDay } from "../../lib/dates/dates.server";
import { LIST_VIEWS, type ListView } from "../../lib/pages/list-view";
import { paths } from "../../lib/paths";
import { currencyOf, formatNumber, formatPrice, unitName, unitsIn } from "../../lib/text/money";
import { chosenDays, rangeText } from "../../modules/events/list/facet-counts.server";
import type { EventList } from "../../modules/events/list/list-events.server";
import { presetOf, priceRangeOf } from "../../modules/events/list/list-filters.server";
import {
  agesLabel,
  chipLabel,
  priceLabel,
  searchTexts,
} from "../../modules/events/list/request-text.server";
import { categoryView, cityName } from "../../modules/events/present/present-event.server";
import type { EventQuery } from "../../modules/events/schema";
import { eventQueryParams } from "../../modules/events/schema";
import { AGE_CHOICES, readAges, writeAges } from "../../modules/search/read-query/understood";

/** A filter that is on, and the same page without it. */
export interface ActiveFilter {
  key: string;
  label: string;
  /** The user's text within the label; isolate its direction. */
  typed?: string;
  without: string;
  /** Understood from words rather than chosen. */
  understood: boolean;
}

/** The one place or category that a page is about: it is in its path. */
export interface Fixed {
  city?: string;
  category?: string;
  /** The view that the address names: its links keep it. */
  view?: ListView | null;
}

/**
 * The address of a query, with known parameters only. @param month opens the calendar at the month
 * of this day
 */
export function hrefOf(query: EventQuery, fixed: Fixed, month?: string): string {
  const params = { ...eventQueryParams(query), view: fixed.view, month };
  if (fixed.city) return paths.city(fixed.city, { ...params, city: null });
  if (fixed.category) return paths.category(fixed.category, { ...params, category: null });
  return paths.events(params);
}

/** The preset that the words name, without further conditions of time. */
export function understoodPreset(understood: EventList["understood"]) {
  const when = understood.find((chip) => chip.kind === "when")?.value;
  return when && when.hours === undefined && when.weekdays === undefined ? presetOf(when) : null;
}

/** The ages to choose from, and the chosen ones. */
export function ageChoices({ age }: EventQuery, locale: Locale) {
  const chosen = age && writeAges(age);
  const offered: readonly string[] = AGE_CHOICES;
  return [...offered, ...(chosen && !offered.includes(chosen) ? [chosen] : [])].flatMap((value) => {
    const ages = readAges(value);
    return ages ? [{ value, label: agesLabel(ages, locale), isChosen: value === chosen }] : [];
  });
}

const QUICK_PRESETS = DATE_PRESETS.filter((preset) => preset !== "upcoming");

/** The views of the list, the same otherwise. */
export function viewLinks(query: EventQuery, fixed: Fixed, locale: Locale) {
  const t = translatorFor(locale);
  return LIST_VIEWS.map((view) => ({
    value: view,
    label: t(`events:list.views.${view}`),
    href: hrefOf({ ...query, cursor: null }, { ...fixed, view }),
  }));
}

/**
 * Highest prices to choose from, by currency, in the unit that people name; others have those of
 * the euro.
 */
const PRICE_STEPS: Record<string, readonly number[]> = {
  IRR: [100_000, 300_000, 500_000],
  EUR: [10, 25, 50],
};

/** The prices to choose from, in the unit that people of the area name. */
export function priceChoices(query: EventQuery, { area }: EventList, locale: Locale, fixed: Fixed) {
  const currency = currencyOf(area.countryCode);
  const say = searchTexts(locale);
  const { min, max } = query;
  const amount = (value: number | null) => (value === null ? "" : formatNumber(value, locale));
  return {
    min: amount(min),
    max: amount(max),
    unit: unitName(currency, locale),
    label:
      min !== null || max !== null
        ? priceLabel(priceRangeOf(query, area), { locale, calendar: "gregorian" })
        : null,
    steps: (PRICE_STEPS[currency] ?? PRICE_STEPS.EUR ?? []).map((step) => {
      const on = max === step && min === null;
      const price = formatPrice(step * unitsIn(currency), currency, locale);
      return {
        key: step,
        label: say("search:chip.atMost", { price: price.kind === "price" ? price.text : "" }),
        on,
        href: hrefOf(
          { ...query, free: false, min: null, max: on ? null : step, cursor: null },
          fixed,
        ),
      };
    }),
  };
}

/** The most used days, and "free": each toggles, whether chosen or understood from words. */
export function quickFilters(
  query: EventQuery,
  understood: EventList["understood"],
  locale: Locale,
  fixed: Fixed,
) {
  const t = translatorFor(locale);
  const understoodWhen = understoodPreset(understood);
  const isFree = understood.some(({ kind }) => kind === "free");
  const without = (kind: EventQuery["without"][number]) => [...query.without, kind];
  const days = QUICK_PRESETS.map((preset) => {
    const meant = preset === understoodWhen;
    const on = query.when === preset || meant;
    const rest = meant ? { when: null, without: without("when") } : { when: on ? null : preset };
    return {
      key: preset,
      label: t(`events:list.dates.${preset}`),
      on,
      href: hrefOf({ ...query, ...rest, from: null, to: null, cursor: null }, fixed),
    };
  });
  const meant = isFree;
  const rest = meant ? { free: false, without: without("free") } : { free: !query.free };
  const free = {
    key: "free",
    label: t("events:free"),
    on: query.free || meant,
    href: hrefOf({ ...query, ...rest, cursor: null }, fixed),
  };
  return [...days, free];
}

/** Whether the words only ask for nearby events and the position is known: its chip shows that. */
const isOnlyNear = ({ q, latitude }: EventQuery, { understood, request }: EventList): boolean =>
  q !== "" &&
  latitude !== null &&
  request.understood.asksNear &&
  request.understood.words === "" &&
  understood.length === 0;

/**
 * Whether the chips of what was understood say every word of the query; the search box keeps it.
 * "Near me" without a position has no chip.
 */
const isSaidByChips = (query: EventQuery, list: EventList): boolean =>
  isOnlyNear(query, list) ||
  (list.request.understood.words === "" &&
    list.understood.length > 0 &&
    list.understood.every(({ kind }) => kind !== "near"));

/** The filters that are on, chosen and understood, in the order of the bar. */
export function activeFilters(
  query: EventQuery,
  list: EventList,
  reader: Reader,
  fixed: Fixed & { home: string | null },
): ActiveFilter[] {
  const { locale } = reader;
  const t = translatorFor(locale);
  const active: ActiveFilter[] = [];
  const chip = (
    key: string,
    label: string,
    changes: Partial<EventQuery>,
    { typed, understood = false }: Partial<ActiveFilter> = {},
  ) =>
    active.push({
      key,
      label,
      typed,
      without: hrefOf({ ...query, ...changes, cursor: null }, fixed),
      understood,
    });
  const day = (value: string) =>
    formatDate(startOfDay(value, "UTC"), "UTC", reader, { weekday: false });

  if (query.q && !isSaidByChips(query, list))
    chip(
      "q",
      t("events:list.chipQuery", { words: query.q }),
      { q: "", without: [] },
      { typed: query.q },
    );
  if (query.city && list.city && !fixed.city)
    chip("city", cityName(list.city, locale), { city: null, everywhere: fixed.home !== null });
  for (const key of query.traits)
    chip(`trait-${key}`, t(`events:trait.${key}`), {
      traits: query.traits.filter((other) => other !== key),
    });
  if (query.age) chip("age", agesLabel(query.age, locale), { age: null });
  for (const name of query.categories) {
    if (fixed.category) continue;
    const label = categoryView(name, locale)?.label ?? name;
    chip(`category-${name}`, label, {
      categories: query.categories.filter((other) => other !== name),
    });
  }
  if (query.tag)
    chip("tag", t("events:list.chipTag", { tag: query.tag }), { tag: null }, { typed: query.tag });
  if (query.when && query.when !== "upcoming")
    chip("when", t(`events:list.dates.${query.when}`), { when: null });
  const days = query.from && query.to ? chosenDays(list) : null;
  if (days) chip("days", rangeText(days, reader), { from: null, to: null });
  else if (query.from)
    chip("from", t("events:list.chipFrom", { date: day(query.from) }), { from: null });
  else if (query.to) chip("to", t("events:list.chipTo", { date: day(query.to) }), { to: null });
  for (const time of query.times)
    chip(`time-${time}`, t(`events:list.times.${time}`), {
      times: query.times.filter((other) => other !== time),
    });
  if (query.min !== null || query.max !== null)
    chip("price", priceLabel(priceRangeOf(query, list.area), reader), { min: null, max: null });
  if (query.online) chip("online", t("events:trait.online"), { online: false });
  if (query.free) chip("free", t("events:list.freeOnly"), { free: false });
  if (query.latitude !== null)
    chip("near", t("events:list.nearMe"), {
      latitude: null,
      longitude: null,
      radius: null,
      ...(isOnlyNear(query, list) ? { q: "" } : null),
    });
  if (query.bounds) chip("bbox", t("events:list.inArea"), { bounds: null });
  if (query.radius !== null && list.center)
    chip("radius", t("events:list.chipRadius", { km: query.radius }), { radius: null });
  for (const read of list.understood) {
    const { kind } = read;
    // No filter without a position: `nearNotice` asks for it.
    if (kind === "near") continue;
    chip(
      `understood-${kind}`,
      chipLabel(read, list.city, reader),
      { without: [...query.without, kind] },
      { understood: true },
    );
  }
  return active;
}

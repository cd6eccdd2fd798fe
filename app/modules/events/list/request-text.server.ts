import { type Locale, listOf } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { createTranslate, type TextValues } from "../../../i18n/translate";
import { DATE_PRESETS, type DatePreset } from "../../../lib/dates/date-presets";
import { dateParts, formatDate, type Reader, startOfDay } from "../../../lib/dates/dates.server";
import { addDays } from "../../../lib/dates/days";
import { localDigits } from "../../../lib/text/digits";
import { formatPrice } from "../../../lib/text/money";
import en from "../../../locales/en/search.json";
import fa from "../../../locales/fa/search.json";
import type { City } from "../../cities/queries.server";
import type { KnownName } from "../../search/named-in-query";
import type {
  Chip,
  Exclusions,
  PriceRange,
  When,
  WhenRange,
} from "../../search/read-query/understood";
import { ADULT, type AgeRange, typedWords } from "../../search/read-query/understood";
import { categoryView, cityName } from "../present/present-event.server";
import type { EventQuery } from "../schema";
import { rangeText } from "./facet-counts.server";
import { type ListRequest, priceRangeOf } from "./list-filters.server";

const DAY_MINUTES = 1440;
/** Days. */
const LONG_RANGE = 62;
/** A Monday. */
const FIRST_WEEKDAY = "2026-01-05";

/**
 * An understood filter as its chip names it: "Near Tajrish", "under €20", "Thursday evening".
 * @param city the city that is understood
 */
export function chipLabel(chip: Chip, city: City | null, reader: Reader): string {
  const { locale } = reader;
  const t = translatorFor(locale);
  const say = searchTexts(locale);
  switch (chip.kind) {
    case "city":
      return cityName(city ?? undefined, locale);
    case "cities":
      return listOf(
        locale,
        chip.value.map(({ name }) => name[locale]),
      );
    case "venue":
      return chip.value.name[locale];
    case "not":
      return exclusionLabel(chip.value, locale);
    case "place":
      return chip.value.isNear
        ? say("search:chip.near", { place: chip.value.name[locale] })
        : chip.value.name[locale];
    case "near":
      return t("events:list.nearMe");
    case "category":
      return categoryView(chip.value, locale)?.label ?? chip.value;
    case "free":
      return t("events:list.freeOnly");
    case "price":
      return priceLabel(chip.value, reader);
    case "when":
      return whenLabel(chip.value, reader);
    case "audience": {
      const { ages, traits } = chip.value;
      return listOf(
        locale,
        [
          ...traits.map((trait) => t(`events:trait.${trait}`)),
          ages ? agesLabel(ages, locale) : "",
        ].filter(Boolean),
      );
    }
    case "traits":
      return listOf(
        locale,
        chip.value.map((trait) => t(`events:trait.${trait}`)),
      );
    default:
      return t("events:list.chipQuery", { words: chip.matchedText });
  }
}

/** "Not comedy, Tehran, Not free": price and audience have words of their own. */
function exclusionLabel(
  { categories = [], cities = [], words = [], free, children }: Exclusions,
  locale: Locale,
): string {
  const t = translatorFor(locale);
  const say = searchTexts(locale);
  const what = [
    ...categories.map((name) => categoryView(name, locale)?.label ?? name),
    ...words.map((word) => t("events:list.chipQuery", { words: word })),
    ...cities.map(({ name }) => name[locale]),
  ];
  return listOf(locale, [
    what.length > 0 ? say("search:chip.not", { what: listOf(locale, what) }) : "",
    free ? say("search:chip.notFree") : "",
    children ? say("search:chip.notForChildren") : "",
  ]);
}

/** "Age 7", "Ages 3–6", "12 and older". */
export function agesLabel({ from, to }: AgeRange, locale: Locale): string {
  const say = searchTexts(locale);
  const years = (age: number) => localDigits(String(age), locale);
  if (to === null)
    return say(from >= ADULT ? "search:chip.adults" : "search:chip.ageFrom", { from: years(from) });
  return to === from
    ? say("search:chip.age", { from: years(from) })
    : say("search:chip.ages", { from: years(from), to: years(to) });
}

export function priceLabel(
  { min, max, under, currency, isCheap }: PriceRange,
  { locale }: Reader,
): string {
  const t = translatorFor(locale);
  const say = searchTexts(locale);
  if (isCheap) return say("search:chip.cheap");
  const text = (price: number) => {
    const label = formatPrice(price, currency, locale);
    return label.kind === "price" ? label.text : t("events:free");
  };
  const top = max ?? under;
  if (min !== undefined && top !== undefined)
    return say("search:chip.between", { from: text(min), to: text(top) });
  if (min !== undefined) return say("search:chip.atLeast", { price: text(min) });
  if (under !== undefined) return say("search:chip.under", { price: text(under) });
  return max === undefined ? "" : say("search:chip.atMost", { price: text(max) });
}

const EVERY_WEEKDAY = [1, 2, 3, 4, 5, 6, 7];
/** So many weekdays at most are named as left out, more as asked for. */
const MOST_LEFT_OUT = 2;

/** "Thursday evening", "not Friday", "tomorrow morning", "11 December", "after 20:00". */
function whenLabel({ preset, from, to, weekdays, daypart, hours }: When, reader: Reader): string {
  const { locale } = reader;
  const t = translatorFor(locale);
  const say = searchTexts(locale);
  // A range of months names its years.
  const isLong = from !== undefined && to !== undefined && addDays(from, LONG_RANGE) < to;
  const day = (value: string) =>
    formatDate(startOfDay(value, "UTC"), "UTC", reader, { weekday: false, year: isLong });
  const weekday = (number: number) => weekdayName(number, reader);
  const days = preset
    ? rangeLabel(preset, locale)
    : from && to && from !== to
      ? say("search:chip.between", { from: day(from), to: day(to) })
      : from && to
        ? day(from)
        : from
          ? t("events:list.chipFrom", { date: day(from) })
          : to
            ? t("events:list.chipTo", { date: day(to) })
            : "";
  const others = EVERY_WEEKDAY.filter((number) => !weekdays?.includes(number));
  const named =
    weekdays === undefined
      ? ""
      : others.length <= MOST_LEFT_OUT
        ? say("search:chip.not", { what: listOf(locale, others.map(weekday)) })
        : listOf(locale, weekdays.map(weekday));
  const time = daypart ? say(`search:daypart.${daypart}`) : hours ? hoursLabel(hours, locale) : "";
  return [named, days, time].filter(Boolean).join(" ");
}

/** @param number an ISO weekday */
const weekdayName = (number: number, reader: Reader) =>
  dateParts(startOfDay(addDays(FIRST_WEEKDAY, number - 1), "UTC"), "UTC", reader).weekday;

/** That the weekday of a query is not that of its date, which counts; empty where they agree. */
export function wrongWeekdayText(
  { from, wrongWeekday }: Pick<When, "from" | "wrongWeekday">,
  reader: Reader,
): string {
  if (from === undefined || wrongWeekday === undefined) return "";
  return searchTexts(reader.locale)("search:wrongWeekday", {
    day: formatDate(startOfDay(from, "UTC"), "UTC", reader),
    weekday: weekdayName(wrongWeekday, reader),
  });
}

const isPreset = (range: WhenRange): range is DatePreset =>
  DATE_PRESETS.some((preset) => preset === range);

function rangeLabel(range: WhenRange, locale: Locale): string {
  const t = translatorFor(locale);
  const say = searchTexts(locale);
  return isPreset(range) ? t(`events:list.dates.${range}`) : say(`search:range.${range}`);
}

function hoursLabel({ from, before }: NonNullable<When["hours"]>, locale: Locale): string {
  const say = searchTexts(locale);
  const clock = (minutes: number) =>
    localDigits(
      `${Math.floor((minutes % DAY_MINUTES) / 60)}:${String(minutes % 60).padStart(2, "0")}`,
      locale,
    );
  if (before >= DAY_MINUTES) return say("search:chip.after", { time: clock(from) });
  if (from === 0) return say("search:chip.before", { time: clock(before) });
  return say("search:chip.between", { from: clock(from), to: clock(before) });
}

/**
 * A request in words, its parts in the order what, where, when, price: "Music · Isfahan · Tonight".
 */
export function requestText(query: EventQuery, request: ListRequest, reader: Reader): string {
  const { locale } = reader;
  const t = translatorFor(locale);
  const say = searchTexts(locale);
  const { chips, words } = request.understood;
  const label = (kind: Chip["kind"]) =>
    chips.filter((chip) => chip.kind === kind).map((chip) => chipLabel(chip, request.city, reader));
  const day = (value: string) =>
    formatDate(startOfDay(value, "UTC"), "UTC", reader, { year: false });
  const { radius } = query;
  const what = [
    ...(words ? [t("events:list.chipQuery", { words: typedWords(query.q, words) })] : []),
    ...query.categories.map((name) => categoryView(name, locale)?.label ?? name),
    ...(query.tag ? [t("events:list.chipTag", { tag: query.tag })] : []),
    ...query.traits.map((trait) => t(`events:trait.${trait}`)),
    ...(query.online ? [t("events:trait.online")] : []),
    ...label("category"),
    ...label("traits"),
    ...(query.age ? [agesLabel(query.age, locale)] : []),
    ...label("audience"),
    ...label("intent"),
    ...label("not"),
  ];
  const city =
    request.city && (query.city || chips.some(({ kind }) => kind === "city"))
      ? cityName(request.city, locale)
      : "";
  const within =
    radius !== null && request.center
      ? t("events:list.chipRadius", { km: localDigits(String(radius), locale) })
      : "";
  const inArea = query.bounds ? t("events:list.inArea") : "";
  const where = [
    query.latitude === null ? "" : t("events:list.nearMe"),
    inArea,
    ...label("venue"),
    ...label("place"),
    ...label("cities"),
    city,
    within,
  ];
  const when = [
    query.when && query.when !== "upcoming" ? t(`events:list.dates.${query.when}`) : "",
    query.from && query.from === query.to
      ? day(query.from)
      : query.from && query.to
        ? rangeText({ first: query.from, last: query.to }, reader)
        : query.from
          ? t("events:list.chipFrom", { date: day(query.from) })
          : query.to && t("events:list.chipTo", { date: day(query.to) }),
    ...label("when"),
    ...query.times.map((time) => say(`search:daypart.${time}`)),
  ];
  const price = [
    query.free ? t("events:list.freeOnly") : "",
    query.min !== null || query.max !== null
      ? priceLabel(priceRangeOf(query, request.area), reader)
      : "",
    ...label("free"),
    ...label("price"),
  ];
  return (
    [...what, ...where, ...when, ...price].filter(Boolean).join(" · ") || say("search:allEvents")
  );
}

/** Presets that a sentence can name. */
const isNamedTime = (preset: WhenRange | null | undefined) =>
  (["today", "tonight", "tomorrow", "weekend", "week", "month"] as const).find(
    (named) => named === preset,
  );

/**
 * That nothing matches a request, as a sentence: "No Music events in Isfahan tonight". A request
 * with other or more parts is not repeated, since its chips stand above.
 */
export function nothingText(query: EventQuery, request: ListRequest, reader: Reader): string {
  const { locale } = reader;
  const say = searchTexts(locale);
  const { chips, words } = request.understood;
  const { filters } = request.understood;
  const isMore =
    chips.some(({ kind }) =>
      ["price", "audience", "traits", "intent", "cities", "venue", "not"].includes(kind),
    ) ||
    [query.tag, query.age, query.min, query.max, query.bounds].some((part) => part !== null) ||
    query.radius !== null ||
    query.online ||
    query.traits.length + query.times.length > 0;
  const categories = [...query.categories, ...(filters.category ? [filters.category] : [])];
  const time = filters.when;
  const preset = isNamedTime(query.when ?? (time && isPlainPreset(time) ? time.preset : null));
  const { from, to } = query;
  const day =
    from === null || to === null
      ? null
      : from === to
        ? say("search:none.on", {
            day: formatDate(startOfDay(from, "UTC"), "UTC", reader, { year: false }),
          })
        : say("search:none.days", { days: rangeText({ first: from, last: to }, reader) });
  const asksTime = query.when !== null || from !== null || to !== null || time;
  if (isMore || categories.length > 1 || (asksTime && !preset && !day) || (preset && day))
    return say("search:nothing");
  const [name] = categories;
  const category = name
    ? say("search:none.category", { category: categoryView(name, locale)?.label ?? name })
    : "";
  const { place } = filters;
  const city = request.city && query.latitude === null ? cityName(request.city, locale) : "";
  const where =
    query.latitude !== null
      ? say("search:none.nearYou")
      : place
        ? say(place.isNear ? "search:none.near" : "search:none.in", { place: place.name[locale] })
        : city && say("search:none.in", { place: city });
  return say("search:none.sentence", {
    events: say(
      query.free || filters.free === true ? "search:none.freeEvents" : "search:none.events",
      { category },
    ),
    words: words && say("search:none.words", { words: typedWords(query.q, words) }),
    where,
    when: preset ? say(`search:none.when.${preset}`) : (day ?? ""),
  })
    .replace(/ +/g, " ")
    .trim();
}

const isPlainPreset = ({ weekdays, daypart, hours }: When) => !weekdays && !daypart && !hours;

const PERSIAN = /[\u0600-\u06ff]/;

/** A known name in the script of the query: a Latin one as it was typed. */
export const nameAsTyped = (q: string, { name, words }: KnownName): string =>
  PERSIAN.test(q) ? name : typedWords(q, words);

/** The list's title: by place, or by category on a category's page. */
export function listTexts(
  place: string | null,
  fixedCategory: string | undefined,
  locale: Locale,
): { title: string; description: string } {
  const t = translatorFor(locale);
  const category = fixedCategory && categoryView(fixedCategory, locale)?.label;
  if (category && place) {
    return {
      title: t("pages:categories.listIn", { category, city: place }),
      description: t("pages:categories.listDescriptionIn", { category, city: place }),
    };
  }
  if (category)
    return { title: category, description: t("pages:categories.listDescription", { category }) };
  if (place)
    return {
      title: t("events:list.titleIn", { city: place }),
      description: t("events:list.descriptionIn", { city: place }),
    };
  return { title: t("events:list.title"), description: t("events:list.description") };
}

const translators = {
  en: createTranslate("en", { search: en }),
  fa: createTranslate("fa", { search: fa }),
};

/**
 * Texts of search results (`search:…`). Loaders translate them, so that public pages need not
 * download them.
 */
export function searchTexts(locale: Locale): (key: string, values?: TextValues) => string {
  return translators[locale];
}

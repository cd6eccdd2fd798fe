import { listOf } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { formatDate, formatTime, fromWallTime, type Reader } from "../../lib/dates/dates.server";
import { instantOf } from "../../lib/dates/written-times.server";
import {
  EVENT_FIELD_NAMES,
  type EventFieldName,
  type EventValues,
  mapFields,
  TEXT_NAMES,
  type TextName,
} from "../../lib/event/event-fields";
import type { TextPath } from "../../lib/event/field-groups";
import {
  type OccurrenceDetails,
  type Schedule,
  type ScheduledDate,
  takesPlace,
} from "../../lib/event/schedule";
import { pictureUrl, webUrl } from "../../lib/http/web-url";
import { currencyOf, formatNumber } from "../../lib/text/money";
import { type DiffPart, diffWords } from "../../lib/text/word-diff";
import type { City } from "../../modules/cities/queries.server";
import { priceText } from "../../modules/events/present/event-facts.server";
import {
  categoryView,
  choiceText,
  cityName,
} from "../../modules/events/present/present-event.server";
import { shownPicture } from "../../modules/media/media-files";
import { materialise } from "../../modules/schedule/expand-schedule.server";
import { formatSchedule } from "../../modules/schedule/format-schedule.server";
import { dayOfWall, timeOfWall } from "../../modules/schedule/wall-time";

interface ValueContext extends Reader {
  origin: string;
  cities: ReadonlyMap<string, City>;
  /** UTC epoch ms. */
  now: number;
}

const LANGUAGES = ["en", "fa"] as const;

/** One submitted value as a moderator reads it. */
interface ShownValue {
  name: string;
  label: string;
  /** Empty if the field has no value. */
  text: string;
  /** Language of the text, if known. */
  lang?: "en" | "fa";
  /** Link target of an address. */
  href?: string | null;
  image?: string | null;
}

const cityBySlug = (cities: ReadonlyMap<string, City>, slug: string | null) =>
  [...cities.values()].find((city) => city.slug === slug);

/** Start of the next occurrence, UTC epoch ms; null if unset. @param now UTC epoch ms */
export function startOf(
  values: EventValues,
  cities: ReadonlyMap<string, City>,
  now: number,
): number | null {
  const timeZone = cityBySlug(cities, values.city)?.timeZone ?? "UTC";
  if (values.schedule)
    return (
      materialise(values.schedule, { eventId: "", timeZone }, now).find(takesPlace)?.startsAt ??
      null
    );
  return values.startsAt === null ? null : instantOf(values.startsAt, timeZone);
}

/** All fields except the bilingual texts, in the order of the form. */
function shownFacts(
  values: EventValues,
  { cities, origin, locale, calendar, now }: ValueContext,
): ShownValue[] {
  const t = translatorFor(locale);
  const city = cityBySlug(cities, values.city);
  const timeZone = city?.timeZone ?? "UTC";
  const when = (written: string | null) => {
    const at = written === null ? null : instantOf(written, timeZone);
    if (at === null) return "";
    return listOf(locale, [
      formatDate(at, timeZone, { locale, calendar }),
      values.allDay ? t("events:allDay") : formatTime(at, timeZone, locale),
    ]);
  };
  const position =
    typeof values.latitude !== "number" || typeof values.longitude !== "number"
      ? ""
      : [values.latitude, values.longitude]
          .map((degrees) => formatNumber(degrees, locale, { maximumFractionDigits: 5 }))
          .join(" / ");
  const link = (address: string | null) =>
    address?.startsWith("/") ? address : (webUrl(address)?.href ?? null);
  const label = (
    name: Exclude<EventFieldName, TextName | "latitude" | "longitude" | "allDay" | "categories">,
  ) => t(`authoring:field.${name}`);
  const currency = values.currency ?? (city ? currencyOf(city.countryCode) : "USD");
  const reader = { locale, calendar };
  const detailTexts = ({ status, note, price, ticketUrl }: OccurrenceDetails): string[] =>
    [
      status === "scheduled" ? "" : t(`events:${status}`),
      note.en ?? "",
      note.fa ?? "",
      price === null ? "" : priceText({ price, currency }, locale),
      ticketUrl ?? "",
    ].filter((text) => text !== "");
  /**
   * The sentence counts dates without their notes, prices and links, so each date
   * follows that an edit can change.
   */
  const scheduleText = (schedule: Schedule): string => {
    const lineOf = (date: ScheduledDate): string => {
      const start = date.start ?? date.originalStart;
      const at = fromWallTime(dayOfWall(start), timeOfWall(start), timeZone);
      const time = schedule.allDay ? [] : [formatTime(at, timeZone, locale)];
      return listOf(locale, [
        formatDate(at, timeZone, reader, { year: false }),
        ...time,
        ...detailTexts(date),
      ]);
    };
    const ofRules = schedule.kind === "rule" ? schedule.rules.flatMap(detailTexts) : [];
    const sentence = formatSchedule(schedule, { ...reader, timeZone, now });
    return [
      sentence,
      ...ofRules,
      ...(schedule.kind === "single" ? [] : schedule.dates.map(lineOf)),
    ].join(" · ");
  };
  const shown = mapFields<Record<EventFieldName, Omit<ShownValue, "name"> | null>>({
    text: () => null,
    city: (name) => ({ label: label(name), text: cityName(city, locale) || (values.city ?? "") }),
    // Latitude and longitude share one line, under the first field.
    degrees: (name) =>
      name === "latitude" ? { label: t("moderation:field.position"), text: position } : null,
    time: (name) => ({ label: label(name), text: values.schedule ? "" : when(values[name]) }),
    // Shown with the times.
    allDay: () => null,
    schedule: (name) => ({
      label: label(name),
      text: values[name] === null ? "" : scheduleText(values[name]),
    }),
    price: (name) => ({
      label: label(name),
      text: priceText({ price: values.price, currency }, locale),
    }),
    // Shown with the price.
    currency: () => null,
    integer: (name) => ({
      label: label(name),
      text: values[name] === null ? "" : formatNumber(values[name], locale),
    }),
    choices: (name) => ({
      label: label(name),
      text: listOf(
        locale,
        values[name].map((key) => t(`events:trait.${key}`)),
      ),
    }),
    choice: (name) => ({ label: label(name), text: choiceText(name, values[name], locale) }),
    boolean: (name) => ({
      label: label(name),
      text: values[name] ? t("moderation:field.yes") : "",
    }),
    url: (name) => ({ label: label(name), text: values[name] ?? "", href: link(values[name]) }),
    file: (name) => ({
      label: label(name),
      text: values[name] ?? "",
      href: link(values[name]),
      ...(name === "imageUrl" && { image: pictureUrl(shownPicture(values.imageUrl), origin) }),
    }),
    focus: (name) => ({
      label: label(name),
      text: values.imageUrl === null ? "" : t(`authoring:focus.${values.imageFocus}`),
    }),
    categories: () => ({
      label: t("moderation:field.categories"),
      text: listOf(
        locale,
        values.categories.map((name) => categoryView(name, locale)?.label ?? name),
      ),
    }),
    tags: (name) => ({ label: label(name), text: listOf(locale, values.tags) }),
  });
  return EVENT_FIELD_NAMES.flatMap((name) => {
    const value = shown[name];
    return value ? [{ name: name === "latitude" ? "position" : name, ...value }] : [];
  });
}

/**
 * All submitted values of a new event, in both languages. @param marks texts that a machine
 * translated
 */
export function presentWritten(
  values: EventValues,
  context: ValueContext,
  marks: readonly TextPath[] = [],
) {
  const t = translatorFor(context.locale);
  return {
    texts: TEXT_NAMES.filter((name) => values[name].en || values[name].fa).map((name) => ({
      name,
      label: t(`moderation:field.${name}`),
      en: values[name].en,
      fa: values[name].fa,
      machine: LANGUAGES.filter((language) => marks.includes(`${name}.${language}`)),
    })),
    facts: shownFacts(values, context).filter(({ text }) => text !== ""),
  };
}

export interface Change {
  name: string;
  label: string;
  lang?: "en" | "fa";
  before: { parts: DiffPart[]; image: string | null };
  after: { parts: DiffPart[]; image: string | null };
}

/** Differences between the public values and an edit, field by field. */
export function presentChanges(
  before: EventValues,
  after: EventValues,
  context: ValueContext,
): Change[] {
  const t = translatorFor(context.locale);
  const all = (values: EventValues): ShownValue[] => [
    ...TEXT_NAMES.flatMap((name) =>
      LANGUAGES.map((lang) => ({
        name: `${name}.${lang}`,
        label: t(`authoring:field.${name}.${lang}`),
        text: values[name][lang] ?? "",
        lang,
      })),
    ),
    ...shownFacts(values, context),
  ];
  const proposed = new Map(all(after).map((value) => [value.name, value]));
  return all(before).flatMap((old): Change[] => {
    const value = proposed.get(old.name) ?? old;
    if (old.text === value.text) return [];
    const missing = [{ text: t("moderation:missing"), isChanged: true }];
    const diff =
      old.text === "" || value.text === ""
        ? {
            before: [{ text: old.text, isChanged: true }],
            after: [{ text: value.text, isChanged: true }],
          }
        : diffWords(old.text, value.text);
    return [
      {
        name: old.name,
        label: old.label,
        ...(old.lang && { lang: old.lang }),
        before: { parts: old.text === "" ? missing : diff.before, image: old.image ?? null },
        after: { parts: value.text === "" ? missing : diff.after, image: value.image ?? null },
      },
    ];
  });
}

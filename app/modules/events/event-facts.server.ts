import { type Locale, listOf, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import {
  dateParts,
  formatTime,
  formatTimeZone,
  hasDifferentOffset,
  inOtherCalendar,
  localDay,
  type Reader,
  startOfDay,
  toIsoWithOffset,
} from "../../lib/dates/dates.server";
import { addDays, daysBetween } from "../../lib/dates/days";
import { webUrl } from "../../lib/http/web-url";
import { formatNumber } from "../../lib/text/money";
import type { City } from "../cities/queries.server";
import type { TraitKey } from "./event-fields";
import { eventDays, formatDays, formatDuration, formatHours, formatWhen, isMultiDay } from "./event-times.server";
import type { EventRow } from "./list-events.server";
import { cityName, priceText } from "./present-event.server";

/** The input of an event page's parts. */
export interface Subject extends Reader {
  event: EventRow;
  city: City | undefined;
  /** The reader's zone; null when unknown. */
  readerZone: string | null;
  now: number;
}

/** Longer events show their first and last day, and today. */
const DAYS_LISTED = 7;

/** Prices are spoken in toman and printed in rials, so IRR shows both. */
export function priceOf({ event, locale }: Subject): { text: string; detail: string | null } {
  const t = translatorFor(locale);
  if (event.price === null)
    return { text: webUrl(event.ticketUrl) ? priceText(event, locale) : t("pages:event.priceNotStated"), detail: null };
  const rials = event.currency === "IRR" && event.price > 0;
  return { text: priceText(event, locale), detail: rials ? t("pages:event.rials", { amount: formatNumber(event.price, locale) }) : null };
}

/** Facts for visitors, as far as known. */
export function factsOf(subject: Subject) {
  const { event, city, locale } = subject;
  const t = translatorFor(locale);
  const multi = isMultiDay(event);
  const from = formatTime(event.startsAt, event.timeZone, locale);
  const to = formatTime(event.endsAt, event.timeZone, locale);
  const duration = formatDuration(event, locale);
  const venue = localized({ en: event.venueEn, fa: event.venueFa }, locale);
  const address = localized({ en: event.addressEn ?? "", fa: event.addressFa }, locale);
  const organizer = localized({ en: event.organizerEn ?? "", fa: event.organizerFa }, locale);
  const price = priceOf(subject);
  const fact = (
    key: "when" | "time" | "length" | "venue" | "price" | "organizer",
    value: string | null,
    detail: string | null = null,
    isWritten = false,
  ) => (value ? [{ key, icon: FACT_ICONS[key].icon, label: t(`pages:event.fact.${key}`), value, detail, written: isWritten }] : []);
  return [
    ...fact("when", formatDays(event, subject, { weekday: true }), formatDays(event, inOtherCalendar(subject))),
    ...fact(
      "time",
      event.allDay ? t("events:allDay") : multi ? t("pages:event.acrossDays", { from, to }) : formatHours(event, locale),
      [
        t("pages:event.zone", { city: cityName(city, locale), zone: formatTimeZone(event.startsAt, event.timeZone, locale) }),
        yourTime(subject),
      ]
        .filter(Boolean)
        .join(" · "),
    ),
    ...fact("length", duration),
    ...fact("venue", venue || cityName(city, locale), address || null, true),
    ...fact("price", price.text, price.detail),
    ...ageFact(subject),
    ...practicalFacts(subject),
    ...fact("organizer", organizer, null, true),
  ];
}

/** The age limit: "18+"; nothing where none is stated. */
function ageFact({ event: { ageLimit }, locale }: Subject) {
  if (ageLimit === null) return [];
  const t = translatorFor(locale);
  const value = ageLimit === 0 ? t("authoring:allAges") : `${formatNumber(ageLimit, locale)}+`;
  return [{ key: "ageLimit", icon: FACT_ICONS.ageLimit.icon, label: t("authoring:field.ageLimit"), value, detail: null, written: false }];
}

/** Features, accessibility and language, as far as a person has stated them (decisions.md §3). */
function practicalFacts({ event, locale }: Subject) {
  const t = translatorFor(locale);
  const fact = (name: "traits" | "accessibility" | "eventLanguage", value: string) =>
    value === ""
      ? []
      : [{ key: name, icon: FACT_ICONS[name].icon, label: t(`authoring:field.${name}`), value, detail: null, written: false }];
  const words = (keys: readonly TraitKey[]) =>
    listOf(
      locale,
      keys.map((key) => (key === "for-children" ? childrenText(event, locale) : t(`events:trait.${key}`))),
    );
  return [
    ...fact("traits", words(event.traits)),
    ...fact("accessibility", words(event.accessibility)),
    ...fact("eventLanguage", event.eventLanguage === null ? "" : t(`events:eventLanguage.${event.eventLanguage}`)),
  ];
}

/** "For children, 4 to 9 years". */
function childrenText({ childAgeFrom, childAgeTo }: EventRow, locale: Locale): string {
  const t = translatorFor(locale);
  const label = t("events:trait.for-children");
  if (childAgeFrom !== null && childAgeTo !== null) return t("events:childAges.range", { label, from: childAgeFrom, to: childAgeTo });
  if (childAgeFrom !== null) return t("events:childAges.from", { label, from: childAgeFrom });
  return childAgeTo === null ? label : t("events:childAges.to", { label, to: childAgeTo });
}

/** When that is for the reader, where their clock shows something else (decisions.md §2). */
export function yourTime(subject: Subject): string | null {
  const { event, locale, readerZone } = subject;
  if (readerZone === null || event.allDay) return null;
  if (!hasDifferentOffset(event.startsAt, event.timeZone, readerZone)) return null;
  const when = formatWhen({ ...event, timeZone: readerZone }, subject);
  return translatorFor(locale)("pages:event.yourTime", { when, zone: formatTimeZone(event.startsAt, readerZone, locale) });
}

/** Objects, so that the build finds the names for its sprite. */
const FACT_ICONS = {
  when: { icon: "calendar-event" },
  time: { icon: "clock" },
  length: { icon: "hourglass" },
  venue: { icon: "map-pin" },
  price: { icon: "ticket" },
  organizer: { icon: "users" },
  ageLimit: { icon: "user" },
  traits: { icon: "sparkles" },
  accessibility: { icon: "accessible" },
  eventLanguage: { icon: "language" },
} as const;

/** The schedule: start and end if known, or each day of a longer event. */
export function scheduleOf(subject: Subject) {
  return isMultiDay(subject.event) ? daysOf(subject) : hoursOf(subject);
}

function hoursOf({ event, locale, now }: Subject) {
  const t = translatorFor(locale);
  const { startsAt, endsAt, timeZone, allDay } = event;
  if (allDay) return [];
  const step = (key: "starts" | "ends", at: number) => ({
    key,
    dateTime: toIsoWithOffset(at, timeZone),
    when: formatTime(at, timeZone, locale),
    title: t(`pages:event.step.${key}`),
    state: stateOf(event, now, at, key === "starts" ? endsAt : at),
  });
  return endsAt > startsAt ? [step("starts", startsAt), step("ends", endsAt)] : [step("starts", startsAt)];
}

function daysOf(subject: Subject) {
  const { event, locale, now } = subject;
  const t = translatorFor(locale);
  const { startsAt, endsAt, timeZone, allDay } = event;
  const { first, count } = eventDays(event);
  const today = daysBetween(first, localDay(now, timeZone));
  const indexes = count <= DAYS_LISTED ? Array.from({ length: count }, (_, index) => index) : [0, today, count - 1];
  const shown = [...new Set(indexes)].filter((index) => index >= 0 && index < count).sort((a, b) => a - b);
  return shown.map((index) => {
    const day = addDays(first, index);
    const at = startOfDay(day, timeZone);
    const { weekday, day: number, monthShort } = dateParts(at, timeZone, subject);
    const from = !allDay && index === 0 ? t("pages:event.step.from", { time: formatTime(startsAt, timeZone, locale) }) : null;
    const until = !allDay && index === count - 1 ? t("pages:event.step.until", { time: formatTime(endsAt, timeZone, locale) }) : null;
    return {
      key: day,
      dateTime: day,
      when: `${number} ${monthShort}`,
      title: [weekday, from ?? until ?? t("pages:event.step.day", { day: index + 1, days: count })].join(t("pages:event.comma")),
      state: stateOf(event, now, at, Math.min(startOfDay(addDays(day, 1), timeZone), endsAt)),
    };
  });
}

/** Cancelled and postponed events are never running. */
function stateOf({ lifecycle }: EventRow, now: number, from: number, until: number): "past" | "now" | "next" {
  if (now >= until) return "past";
  return now >= from && lifecycle === "scheduled" ? "now" : "next";
}

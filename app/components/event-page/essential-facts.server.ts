import { type Locale, listOf } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import {
  formatTime,
  formatTimeZone,
  hasDifferentOffset,
  type Reader,
} from "../../lib/dates/dates.server";
import { MINUTE } from "../../lib/dates/durations";
import type { TraitKey } from "../../lib/event/event-fields";
import { webUrl } from "../../lib/http/web-url";
import { formatNumber } from "../../lib/text/money";
import type { City } from "../../modules/cities/queries.server";
import type { EventRow } from "../../modules/events/list/list-events.server";
import { formatDuration, formatWhen } from "../../modules/events/present/event-times.server";
import { kindOfSchedule } from "../../modules/events/present/facts-event.server";
import { choiceText } from "../../modules/events/present/present-event.server";
import { priceFacts, priceText } from "../../modules/events/present/price-facts.server";

/** The input of an event page's parts. */
export interface Subject extends Reader {
  event: EventRow;
  city: City | undefined;
  /** The reader's zone; null when unknown. */
  readerZone: string | null;
  now: number;
}

/**
 * Prices are spoken in toman and printed in rials, so one price in IRR shows both; several dates
 * show the range, one that is chosen its own.
 */
export function priceOf(
  { event, locale, now }: Subject,
  isChosen: boolean,
): { text: string; detail: string | null } {
  const t = translatorFor(locale);
  const range = isChosen ? null : priceFacts(event, locale, now).range;
  if (range !== null && range !== priceText(event, locale)) return { text: range, detail: null };
  if (event.price === null)
    return {
      text: webUrl(event.ticketUrl) ? priceText(event, locale) : t("pages:event.priceNotStated"),
      detail: null,
    };
  const rials = event.currency === "IRR" && event.price > 0;
  return {
    text: priceText(event, locale),
    detail: rials ? t("pages:event.rials", { amount: formatNumber(event.price, locale) }) : null,
  };
}

/**
 * Practical facts for visitors, as far as known. Time, place, price and organizer stand elsewhere
 * on the page.
 */
export function factsOf(subject: Subject) {
  const { event, locale, now } = subject;
  const kind = kindOfSchedule(event, now);
  // Opening hours are no length, and the days of a longer event stand above.
  const duration =
    kind === "exhibition" || kind === "days" || kind === "ongoing"
      ? null
      : formatDuration(event, locale);
  return [
    ...doorsFact(subject),
    ...(duration
      ? [
          {
            key: "length",
            label: translatorFor(locale)("pages:event.fact.length"),
            value: duration,
            detail: null,
          },
        ]
      : []),
    ...attendanceFact(subject),
    ...refundsFact(subject),
    ...ageFact(subject),
    ...practicalFacts(subject),
  ];
}

type PracticalName =
  | "ageLimit"
  | "doorsBefore"
  | "refundPolicy"
  | "attendance"
  | "traits"
  | "accessibility"
  | "eventLanguage";

/** A fact that is labelled as in the form; none without a value. */
function practicalFact(
  name: PracticalName,
  value: string,
  locale: Locale,
  detail: string | null = null,
): { key: string; label: string; value: string; detail: string | null }[] {
  if (value === "") return [];
  const label = translatorFor(locale)(
    name === "doorsBefore" ? "pages:event.fact.doors" : `authoring:field.${name}`,
  );
  return [{ key: name, label, value, detail }];
}

/** The age limit: "18+"; nothing where none is stated. */
function ageFact({ event: { ageLimit }, locale }: Subject) {
  const text =
    ageLimit === 0
      ? translatorFor(locale)("authoring:allAges")
      : ageLimit === null
        ? ""
        : `${formatNumber(ageLimit, locale)}+`;
  return practicalFact("ageLimit", text, locale);
}

/** When the doors open, at the event's local time. */
function doorsFact({ event: { doorsBefore, startsAt, timeZone, allDay }, locale }: Subject) {
  if (doorsBefore === null || allDay) return [];
  return practicalFact(
    "doorsBefore",
    formatTime(startsAt - doorsBefore * MINUTE, timeZone, locale),
    locale,
  );
}

const refundsFact = ({ event, locale }: Subject) =>
  practicalFact("refundPolicy", choiceText("refundPolicy", event.refundPolicy, locale), locale);

/**
 * That one can take part online, and whether everyone sees the link. Events in person say nothing.
 */
function attendanceFact({ event: { attendance, onlineUrl, onlineUrlFor }, locale }: Subject) {
  if (attendance === "in-person") return [];
  const host = onlineUrlFor === "everyone" ? (webUrl(onlineUrl)?.host ?? null) : null;
  const detail =
    onlineUrl !== null && onlineUrlFor === "savers"
      ? translatorFor(locale)("pages:event.online.afterSaving")
      : host;
  return practicalFact("attendance", choiceText("attendance", attendance, locale), locale, detail);
}

/** Features, accessibility and language, as far as a person has stated them (decisions.md §3). */
function practicalFacts({ event, locale }: Subject) {
  const t = translatorFor(locale);
  const words = (keys: readonly TraitKey[]) =>
    listOf(
      locale,
      keys.map((key) =>
        key === "for-children" ? childrenText(event, locale) : t(`events:trait.${key}`),
      ),
    );
  return [
    ...practicalFact("traits", words(event.traits), locale),
    ...practicalFact("accessibility", words(event.accessibility), locale),
    ...practicalFact(
      "eventLanguage",
      choiceText("eventLanguage", event.eventLanguage, locale),
      locale,
    ),
  ];
}

/** "For children, 4 to 9 years". */
function childrenText({ childAgeFrom, childAgeTo }: EventRow, locale: Locale): string {
  const t = translatorFor(locale);
  const label = t("events:trait.for-children");
  if (childAgeFrom !== null && childAgeTo !== null)
    return t("events:childAges.range", { label, from: childAgeFrom, to: childAgeTo });
  if (childAgeFrom !== null) return t("events:childAges.from", { label, from: childAgeFrom });
  return childAgeTo === null ? label : t("events:childAges.to", { label, to: childAgeTo });
}

/** When that is for the reader, where their clock shows something else (decisions.md §2). */
export function yourTime(subject: Subject): string | null {
  const { event, locale, readerZone } = subject;
  if (readerZone === null || event.allDay) return null;
  if (!hasDifferentOffset(event.startsAt, event.timeZone, readerZone)) return null;
  const when = formatWhen({ ...event, timeZone: readerZone }, subject);
  return translatorFor(locale)("pages:event.yourTime", {
    when,
    zone: formatTimeZone(event.startsAt, readerZone, locale),
  });
}

import { type Locale, listOf, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import {
  formatDate,
  formatTime,
  formatTimeZone,
  hasDifferentOffset,
  type Reader,
  toIsoWithOffset,
} from "../../lib/dates/dates.server";
import { MINUTE } from "../../lib/dates/durations";
import type { TraitKey } from "../../lib/event/event-fields";
import { webUrl } from "../../lib/http/web-url";
import type { EventCardView, FramedPicture, PlaceAroundView } from "../../lib/pages/views";
import type { Actor } from "../../lib/permissions";
import { formatNumber } from "../../lib/text/money";
import type { City } from "../../modules/cities/queries.server";
import type { EventRow } from "../../modules/events/list/list-events.server";
import { priceFacts, priceText } from "../../modules/events/present/event-facts.server";
import {
  formatDuration,
  formatWhen,
  isMultiDay,
  kindOfSchedule,
  movedFrom,
  stateSentence,
} from "../../modules/events/present/event-times.server";
import {
  choiceText,
  locationLine,
  seesOnlineUrl,
} from "../../modules/events/present/present-event.server";
import type { LinkReaders } from "../../modules/hosting/host-access.server";

/** The input of an event page's parts. */
export interface Subject extends Reader {
  event: EventRow;
  city: City | undefined;
  /** The reader's zone; null when unknown. */
  readerZone: string | null;
  now: number;
  /** Whether a link for savers is for those with a place instead. */
  isLinkOfGuests?: boolean;
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
function attendanceFact({ event, locale, isLinkOfGuests }: Subject) {
  const { attendance, onlineUrl, onlineUrlFor } = event;
  if (attendance === "in-person") return [];
  const host = onlineUrlFor === "everyone" ? (webUrl(onlineUrl)?.host ?? null) : null;
  const detail =
    onlineUrl !== null && onlineUrlFor === "savers"
      ? translatorFor(locale)(`pages:event.online.${isLinkOfGuests ? "afterRsvp" : "afterSaving"}`)
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

export function badgeOf({ event, now, locale }: Subject) {
  // Without stated hours, only the day is known: the event is on today, not necessarily now.
  const running = event.allDay || isMultiDay(event) ? "today" : "ongoing";
  const phase = event.endsAt <= now ? "past" : event.startsAt <= now ? running : null;
  const open = event.soldOut && phase !== "past" ? "sold-out" : phase;
  const kind:
    | Exclude<EventRow["lifecycle"], "scheduled">
    | "past"
    | typeof running
    | "sold-out"
    | null = event.lifecycle === "scheduled" ? open : event.lifecycle;
  if (kind === null) return null;
  return {
    kind,
    label: translatorFor(locale)(kind === "today" ? "events:day.today" : `events:${kind}`),
  };
}

/** The previous time, which the page strikes through; null for none. */
export function wasOf({
  event,
  city,
  locale,
  calendar,
  readerZone,
}: Subject): { dateTime: string; text: string; sentence: string } | null {
  const at = movedFrom(event);
  if (at === null) return null;
  const day = formatDate(at, event.timeZone, { locale, calendar });
  return {
    dateTime: toIsoWithOffset(at, event.timeZone),
    text: listOf(locale, [day, event.allDay ? "" : formatTime(at, event.timeZone, locale)]),
    sentence: stateSentence(event, city, { locale, calendar, timeZone: readerZone }) ?? "",
  };
}

/** Notice of an event that is not on as scheduled, past or sold out; null otherwise. */
export function noticeOf({ event, now, locale }: Subject): string | null {
  const t = translatorFor(locale);
  if (event.lifecycle !== "scheduled") return t(`pages:event.notice.${event.lifecycle}`);
  if (event.endsAt <= now) return t("pages:event.notice.past");
  return event.soldOut ? t("pages:event.notice.soldOut") : null;
}

/**
 * How to take part online: the link for those who may see it, and who they are. Null without a
 * link.
 */
export function onlineOf(
  event: EventRow,
  reader: Actor | null,
  standing: Pick<LinkReaders, "isGuest"> | { isSaver: boolean },
  locale: Locale,
) {
  const url = webUrl(event.onlineUrl);
  if (event.attendance === "in-person" || !url) return null;
  const isForSavers = event.onlineUrlFor === "savers";
  const isOfGuests = "isGuest" in standing;
  const isSeen = seesOnlineUrl(event, reader, isOfGuests ? standing.isGuest : standing.isSaver);
  const say = (key: "onlySavers" | "saveFirst" | "signInFirst" | "onlyGuests" | "rsvpFirst") =>
    translatorFor(locale)(`pages:event.online.${key}`);
  const first = () => say(isOfGuests ? "rsvpFirst" : reader ? "saveFirst" : "signInFirst");
  return {
    href: isSeen ? url.href : null,
    isForSavers,
    note: !isForSavers ? null : isSeen ? say(isOfGuests ? "onlyGuests" : "onlySavers") : first(),
  };
}

/** Next events on the card of an organizer or a venue. */
const HOST_EVENTS = 3;

type WrittenText = NonNullable<ReturnType<typeof writtenText>>;

interface HostFacts<Name> {
  name: Name;
  /** The topic of its followers; null where it has no page. */
  topic: string | null;
  href: string | null;
  events: EventCardView[];
  picture: FramedPicture | null;
  around?: PlaceAroundView | null;
}

type HostCard = HostFacts<WrittenText> & {
  around: PlaceAroundView | null;
  kind: "organizer" | "venue";
  label: string;
};

/** The text in the reader's language, else English; null when missing. */
export function writtenText(en: string | null, fa: string | null, locale: Locale) {
  const text = localized({ en: en ?? "", fa }, locale).trim();
  return text ? { text, lang: locale === "fa" && !fa ? ("en" as const) : undefined } : null;
}

const LETTER = /[\p{L}\u200c]/u;

/**
 * An address in three parts: the middle one is its city's name, empty where it does not name the
 * city.
 */
export function addressOf(address: WrittenText | null, city: City | undefined) {
  if (!address) return null;
  const { text, lang } = address;
  for (const name of [city?.nameEn, city?.nameFa]) {
    if (!name) continue;
    // English addresses end with the city, Persian ones begin with it.
    const start = name === city?.nameFa ? text.indexOf(name) : text.lastIndexOf(name);
    const end = start + name.length;
    if (start >= 0 && !LETTER.test(text.charAt(start - 1)) && !LETTER.test(text.charAt(end)))
      return { parts: [text.slice(0, start), name, text.slice(end)] as const, lang };
  }
  return { parts: [text, "", ""] as const, lang };
}

/**
 * The organizer's card and the venue's, each where it has a page to follow, a next event, a picture
 * or a map to show.
 */
export function hostCards(
  organizer: HostFacts<WrittenText | null>,
  venue: HostFacts<WrittenText | null>,
  locale: Locale,
): HostCard[] {
  const t = translatorFor(locale);
  const card = (
    kind: HostCard["kind"],
    { name, href, topic, events, picture, around = null }: HostFacts<WrittenText | null>,
  ): HostCard[] =>
    name && (topic || events.length > 0 || picture || around)
      ? [
          {
            kind,
            label: t(`pages:event.fact.${kind}`),
            name,
            href,
            topic,
            events: events.slice(0, HOST_EVENTS),
            picture,
            around,
          },
        ]
      : [];
  return [...card("organizer", organizer), ...card("venue", venue)];
}

/** By position if known, else by address. */
export function mapLinks({ event, city, locale }: Subject) {
  const { latitude, longitude } = event;
  const query = (address: string, values: Record<string, string>) =>
    `${address}?${new URLSearchParams(values)}`;
  if (latitude !== null && longitude !== null) {
    const place = { mlat: String(latitude), mlon: String(longitude) };
    return {
      openStreetMap: `${query("https://www.openstreetmap.org/", place)}#map=17/${latitude}/${longitude}`,
      google: query("https://www.google.com/maps/search/", {
        api: "1",
        query: `${latitude},${longitude}`,
      }),
    };
  }
  const address = locationLine(event, city, locale);
  return {
    openStreetMap: query("https://www.openstreetmap.org/search", { query: address }),
    google: query("https://www.google.com/maps/search/", { api: "1", query: address }),
  };
}

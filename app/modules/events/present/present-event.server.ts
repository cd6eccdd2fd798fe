import { and, eq, inArray, sql } from "drizzle-orm";
import { collectionEvents, collections } from "../../../../db/schema";
import { type Locale, listOf, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import type { TextKey } from "../../../i18n/translate";
import { type Reader, toIsoWithOffset } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import type { CoverEvent } from "../../../lib/drawing/cover";
import { type CoverForm, coverPath, eventCover } from "../../../lib/drawing/cover-address";
import { CATEGORIES, findCategory } from "../../../lib/event/categories";
import type { EventValues, NameOfType, TraitKey } from "../../../lib/event/event-fields";
import { distanceFrom, type Position } from "../../../lib/geo/geo";
import { webUrl } from "../../../lib/http/web-url";
import type { CategoryView, EventCardView } from "../../../lib/pages/views";
import { paths } from "../../../lib/paths";
import { type Actor, can } from "../../../lib/permissions";
import { remembered } from "../../../lib/runtime/remembered";
import { formatNumber } from "../../../lib/text/money";
import type { City } from "../../cities/queries.server";
import { shownPicture } from "../../media/media-files";
import type { EventListRow, EventRow } from "../event-columns.server";
import { eventFacts } from "./event-facts.server";
import { zoneNote } from "./event-times.server";

/** One object a category and language, so that a page with many of a category sends it once. */
export const categoryView = remembered(
  2 * CATEGORIES.length,
  (name: string, locale: Locale): CategoryView | null => {
    const category = findCategory(name);
    if (!category) return null;
    const { slug, family, icon } = category;
    const label = locale === "fa" ? category.fa : category.name;
    return { name: category.name, slug, label, family, icon };
  },
);

/**
 * The title, after "Postponed: " or "Cancelled: " where the event is: for places that show nothing
 * but a title.
 */
export function statedTitle(
  event: Pick<EventListRow, "titleEn" | "titleFa" | "lifecycle">,
  locale: Locale,
): string {
  const title = localized({ en: event.titleEn, fa: event.titleFa }, locale);
  if (event.lifecycle === "scheduled") return title;
  const t = translatorFor(locale);
  return t("events:stated", { state: t(`events:${event.lifecycle}`), title });
}

export function cityName(
  city: Pick<City, "nameEn" | "nameFa"> | undefined,
  locale: Locale,
): string {
  return city ? localized({ en: city.nameEn, fa: city.nameFa }, locale) : "";
}

type PlacedEvent = Pick<EventRow, "venueEn" | "venueFa" | "addressEn" | "addressFa" | "attendance">;

/**
 * Venue, address and city on one line, each said once, and that one can take part online; of an
 * event that is online alone nothing else.
 */
export function locationLine(event: PlacedEvent, city: City | undefined, locale: Locale): string {
  const online = event.attendance === "in-person" ? "" : choiceText("attendance", "online", locale);
  const venue = localized({ en: event.venueEn, fa: event.venueFa }, locale);
  const address = localized({ en: event.addressEn ?? "", fa: event.addressFa }, locale);
  if (event.attendance === "online" && venue === "" && address === "") return online;
  const town = cityName(city, locale);
  return listOf(locale, [venue, address, address.includes(town) ? "" : town, online]);
}

/** The picture of an event: its own, or the cover that its words and id draw. */
export function coverOf(
  event: Pick<EventListRow, "imageUrl"> & CoverEvent,
  form?: CoverForm,
): string {
  return shownPicture(event.imageUrl) ?? drawnCover(event, form);
}

/** The cover that is drawn for an event without a picture. */
export const drawnCover = (event: CoverEvent, form?: CoverForm): string =>
  coverPath(eventCover(event, form));

/** The picture of values that are no event yet. @param id of their draft or candidate */
export const coverOfValues = (
  id: string,
  {
    imageUrl,
    title,
    tags,
    categories,
  }: Pick<EventValues, "imageUrl" | "title" | "tags" | "categories">,
): string =>
  coverOf({ id, imageUrl, titleEn: title.en ?? "", titleFa: title.fa, tags, categories });

/** Kilometres as people say them: one decimal below 10, none above. */
export function formatDistance(km: number, locale: Locale): string {
  return translatorFor(locale)("events:distance", {
    km: formatNumber(km, locale, { maximumFractionDigits: km < 10 ? 1 : 0 }),
  });
}

interface CardContext extends Reader {
  now: number;
  cities: ReadonlyMap<string, City>;
  /** The reader's zone; absent or null when unknown, as on shared cached pages. */
  readerZone?: string | null;
  /** Distances are shown from here. */
  center?: Position | null;
  /** The reader's saved events among those shown; null for visitors. */
  saved: ReadonlySet<string> | null;
}

/** An event as a card: in the reader's language and calendar, in the event's own wall time. */
export function presentCard(
  event: EventListRow,
  { locale, calendar, now, cities, center, saved, readerZone = null }: CardContext,
): EventCardView {
  const t = translatorFor(locale);
  const { startsAt, timeZone } = event;
  const city = cities.get(event.cityId);
  const facts = eventFacts(event, { locale, calendar, now, city }).live();
  const km = center ? distanceFrom(center, event) : Number.POSITIVE_INFINITY;
  const state = event.lifecycle === "scheduled" && event.soldOut ? "sold-out" : event.lifecycle;
  return {
    id: event.id,
    href: paths.event(event.id),
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    titleLang: locale === "fa" && event.titleFa ? "fa" : "en",
    cover: coverOf(event),
    ...(event.imageFocus !== "center" && { focus: event.imageFocus }),
    category: event.categories[0] ? categoryView(event.categories[0], locale) : null,
    startsAt: toIsoWithOffset(startsAt, timeZone),
    tile: facts.tile,
    time: facts.time,
    ...(facts.times && { times: facts.times }),
    when: facts.beside,
    ...(facts.aside && { aside: facts.aside, isOpen: facts.isOpen }),
    ...(facts.more && { more: facts.more }),
    ...(facts.follows && { follows: facts.follows }),
    zone: event.allDay ? null : zoneNote(event, city, locale, readerZone),
    ...placeOf(event, city, locale),
    price: facts.price,
    ...(facts.priceOfDay !== facts.price && { priceOfDay: facts.priceOfDay }),
    ...(facts.soldOut && { soldOut: facts.soldOut }),
    note: Number.isFinite(km) ? formatDistance(km, locale) : null,
    saved: savedText(event, locale),
    isSaved: saved?.has(event.id) ?? null,
    state,
    stateLabel: state === "scheduled" ? null : t(`events:${state}`),
  };
}

/** Whether a text says a word of its own: «تهران» in «تالار تهران», not in «تهرانی». */
function namesCity(text: string, name: string): boolean {
  const at = text.indexOf(name);
  const isEnd = (letter: string) => !/[\p{L}\p{N}\u200c]/u.test(letter);
  return (
    name !== "" && at >= 0 && isEnd(text.charAt(at - 1)) && isEnd(text.charAt(at + name.length))
  );
}

/**
 * Venue and city, each once: "City Theater of Tehran" names its city. An online event is in no
 * city.
 */
export function placeOf(
  event: Pick<EventListRow, "venueEn" | "venueFa" | "attendance">,
  city: City | undefined,
  locale: Locale,
): { venue: string; city: string } {
  const venue = placeName(event, locale);
  const name = event.attendance === "online" ? "" : cityName(city, locale);
  return { venue, city: namesCity(venue, name) ? "" : name };
}

/** The venue; "Online" for an online event without one. */
function placeName(
  event: Pick<EventListRow, "venueEn" | "venueFa" | "attendance">,
  locale: Locale,
): string {
  const venue = localized({ en: event.venueEn, fa: event.venueFa }, locale);
  return venue === "" && event.attendance === "online"
    ? choiceText("attendance", "online", locale)
    : venue;
}

/** The label of a key of a closed list; empty for none. */
export function choiceText(
  name: NameOfType<"choice">,
  key: EventValues[typeof name],
  locale: Locale,
): string {
  return key === null ? "" : translatorFor(locale)(`events:${name}.${key}` as TextKey);
}

/** Traits with their labels, as options of ticks. */
export function presentTraits(keys: readonly TraitKey[], locale: Locale) {
  const t = translatorFor(locale);
  return keys.map((key) => ({ value: key, label: t(`events:trait.${key}`) }));
}

/** "214 saved" from the first save on; null shows nothing. The only place that decides this. */
export function savedText({ saveCount }: { saveCount: number }, locale: Locale): string | null {
  return saveCount > 0 ? translatorFor(locale)("events:saved", { count: saveCount }) : null;
}

/** The user whose hearts are filled; null for visitors, without a query. */
export type Saver = { id: string } | null;

/**
 * Which of these events a user has saved, in one round trip; null for visitors, whose pages are
 * shared.
 */
export async function savedAmong(
  { db }: Pick<Deps, "db">,
  saver: Saver,
  ids: readonly string[],
): Promise<ReadonlySet<string> | null> {
  if (!saver) return null;
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ id: collectionEvents.eventId })
    .from(collections)
    .innerJoin(collectionEvents, eq(collectionEvents.collectionId, collections.id))
    .where(
      and(
        eq(collections.ownerId, saver.id),
        eq(collections.isDefault, true),
        inArray(
          collectionEvents.eventId,
          sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        ),
      ),
    );
  return new Set(found.map(({ id }) => id));
}

const query = (values: Record<string, string>) =>
  new URLSearchParams(values).toString().replaceAll("+", "%20");

type ShareLinks = Record<"telegram" | "whatsApp" | "bale" | "eitaa" | "x" | "email", string>;

/** Where people hand a link on without a script: their messengers, networks and mail. */
export function shareLinks(url: string, title: string): ShareLinks {
  return {
    telegram: `https://t.me/share/url?${query({ url, text: title })}`,
    whatsApp: `https://wa.me/?${query({ text: `${title}\n${url}` })}`,
    bale: `https://ble.ir/share/url?${query({ url, text: title })}`,
    eitaa: `https://eitaa.com/share/url?${query({ url, text: title })}`,
    x: `https://x.com/intent/post?${query({ url, text: title })}`,
    email: `mailto:?${query({ subject: title, body: `${title}\n${url}` })}`,
  };
}

/** An event as calendar services take it. */
export interface CalendarEntry {
  title: string;
  details: string;
  location: string;
  timeZone: string;
  /** UTC epoch ms, or for whole days the first day and the day after the last, YYYY-MM-DD. */
  time: { startsAt: number; endsAt: number } | { first: string; afterLast: string };
}

const instant = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
const compact = (text: string) => text.replace(/[-:]/g, "");

/** Spaces as %20: Outlook shows the pluses of a form's encoding as they are. */
function link(address: string, values: Record<string, string>): string {
  return `${address}?${new URLSearchParams(values).toString().replaceAll("+", "%20")}`;
}

export function googleCalendarUrl({
  title,
  details,
  location,
  timeZone,
  time,
}: CalendarEntry): string {
  const dates =
    "first" in time ? [time.first, time.afterLast] : [instant(time.startsAt), instant(time.endsAt)];
  return link("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: title,
    dates: dates.map(compact).join("/"),
    ctz: timeZone,
    details,
    location,
  });
}

export function outlookCalendarUrl({ title, details, location, time }: CalendarEntry): string {
  return link("https://outlook.live.com/calendar/0/deeplink/compose", {
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    ...("first" in time
      ? { startdt: time.first, enddt: time.afterLast, allday: "true" }
      : { startdt: instant(time.startsAt), enddt: instant(time.endsAt) }),
    body: details,
    location,
  });
}

/**
 * Whether a reader may see the link of an online event (decisions.md §3): everyone, or its creator,
 * staff and those whom it is for.
 * @param isFor whether the reader has saved the event, or has a place where it takes RSVPs
 */
export const seesOnlineUrl = (
  event: Pick<EventRow, "onlineUrlFor" | "creatorId">,
  reader: Actor | null,
  isFor: boolean,
): boolean =>
  event.onlineUrlFor === "everyone" ||
  (reader !== null && (isFor || event.creatorId === reader.id || can(reader, "event:manage-all")));

/** Where tickets are sold, or the waiting list once they are sold out; null without one. */
export const ticketLink = (
  event: Pick<EventRow, "soldOut" | "waitlistUrl" | "ticketUrl">,
): URL | null => webUrl(event.soldOut ? event.waitlistUrl : event.ticketUrl);

import { addDays } from "../../../lib/dates/days";
import { HOUR, MINUTE } from "../../../lib/dates/durations";
import { readJsonLd } from "../../../lib/event/field-groups";
import { webUrl } from "../../../lib/http/web-url";
import { readEventSchedule } from "../../schedule/json-ld.server";
import { isOnlinePlace } from "../fields/online-place";
import { readOffers } from "../fields/read-offers";
import { readStatedTime, type StatedTime } from "../fields/read-stated-time";
import { readStatusValue, readTitleStatus } from "../fields/read-status";
import { htmlText } from "../text/html-text";
import { readZone } from "../zones/read-zone";
import { EMPTY_FOUND_EVENT, type FoundEvent } from "./found-event";
import {
  isJson,
  type Json,
  linkedDocument,
  numberIn,
  objectsById,
  objectsIn,
  persianIn,
  resolved,
  textIn,
} from "./linked-data";
import { pageParts } from "./page-parts";
import { physicalPlace, readPracticalFacts } from "./practical-facts";

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/** Types of events in schema.org: all names but these end so. */
const OTHER_TYPES = ["Festival", "Hackathon", "CourseInstance"];
const isEvent = ({ "@type": type }: Json): boolean =>
  [type]
    .flat()
    .some(
      (name) => typeof name === "string" && (/Event$/.test(name) || OTHER_TYPES.includes(name)),
    );

function addressOf(address: unknown): string | null {
  if (!isJson(address)) return textIn(address);
  return (
    ["streetAddress", "addressLocality", "addressRegion", "addressCountry"]
      .map((name) => textIn(isJson(address[name]) ? (address[name] as Json).name : address[name]))
      .filter(Boolean)
      .join(", ") || null
  );
}

/** What a place says of its city: "Toronto", "CA". */
function localityOf(address: unknown): FoundEvent["locality"] {
  if (!isJson(address)) return null;
  const [city, country] = [address.addressLocality, address.addressCountry].map((value) =>
    textIn(isJson(value) ? value.name : value),
  );
  return city || country ? { city: city ?? null, country: country ?? null } : null;
}

/** A picture's address, relative to its page; null for none. */
function imageOf(value: unknown, base: URL): string | null {
  const image = first(value);
  const written = textIn(isJson(image) ? (first(image.url) ?? image.contentUrl) : image);
  return written !== null && URL.canParse(written, base)
    ? (webUrl(new URL(written, base).href)?.href ?? null)
    : null;
}

const objectsOf = (value: unknown): Json[] => [value].flat().filter(isJson);

/** The zone that a schedule names, else the offset of the start; null for neither. */
function zoneOf(event: Json): string | null {
  const named = objectsOf(event.eventSchedule)
    .map(({ scheduleTimezone }) => readZone(textIn(scheduleTimezone) ?? ""))
    .find((zone) => zone !== null);
  return named ?? /T.*([+-]\d{2}:\d{2})$/.exec(textIn(event.startDate) ?? "")?.[1] ?? null;
}

/**
 * The dates of an event: its schedule or parts, else events of the page with its name and place.
 * Parts with other names are the programme of a festival.
 */
function datesOf(event: Json, others: readonly Json[]): FoundEvent["readSchedule"] {
  const parts = objectsOf(event.subEvent).filter(
    ({ name }) => textIn(name) === null || textIn(name) === textIn(event.name),
  );
  const place = JSON.stringify(first(event.location) ?? null);
  const isShowing = (other: Json) =>
    textIn(other.name) === textIn(event.name) &&
    JSON.stringify(first(other.location) ?? null) === place;
  const showings = parts.length === 0 && !event.eventSchedule ? others.filter(isShowing) : [];
  if (parts.length === 0 && !event.eventSchedule && showings.length < 2) return null;
  const subEvent = parts.length > 0 ? parts : showings;
  return (timeZone) => readEventSchedule({ ...event, subEvent }, timeZone);
}

/** A status as a text or as a reference. */
const statusIn = (value: unknown): string | null => {
  const status = first(value);
  return textIn(status) ?? (isJson(status) ? textIn(status["@id"]) : null);
};

/** A time as written; numbers are seconds or milliseconds. */
const writtenTime = (value: unknown): string | null => {
  const time = first(value);
  return typeof time === "number" ? String(time) : textIn(time);
};

/** The first start of a schedule, for an event without one of its own. */
function scheduledStart(value: unknown): string | null {
  const [schedule] = objectsOf(value);
  const day = textIn(schedule?.startDate)?.slice(0, 10);
  const time = textIn(schedule?.startTime)?.slice(0, 5);
  return day ? (time ? `${day}T${time}` : day) : null;
}

/** The end after an ISO 8601 length of hours and minutes; null for another. */
function afterLength({ at, isDate }: StatedTime, length: string | null): string | null {
  const [, hours = "0", minutes = "0"] =
    /^PT(?:(\d{1,3})H)?(?:(\d{1,4})M)?$/.exec(length ?? "") ?? [];
  const span = Number(hours) * HOUR + Number(minutes) * MINUTE;
  if (at === null || isDate || span === 0) return null;
  const isInstant = /(?:Z|[+-]\d{2}:\d{2})$/.test(at);
  const end = new Date(Date.parse(isInstant ? at : `${at}Z`) + span).toISOString();
  return isInstant ? end : end.slice(0, 16);
}

/**
 * Start and end. Ends of whole days are inclusive at schema.org and exclusive here; a day from 00:00
 * to 23:59 is a whole one.
 */
function timesOf(event: Json, month: string) {
  const start = readStatedTime(
    writtenTime(event.startDate) ?? scheduledStart(event.eventSchedule),
    "date",
    month,
  );
  const end = readStatedTime(writtenTime(event.endDate), "endDate", month);
  const isWholeDay =
    start.isDate ||
    (/T00:00(?::00)?/.test(start.at ?? "") && /T23:59/.test(end.at ?? "") && !end.isDate);
  const isBackwards =
    start.at !== null &&
    end.at !== null &&
    !end.isDate &&
    Date.parse(end.at) < Date.parse(start.at);
  const dayAfter = ({ at }: StatedTime) =>
    at === null ? null : `${addDays(at.slice(0, 10), 1)}T00:00`;
  return {
    startsAt: isWholeDay && start.at !== null ? `${start.at.slice(0, 10)}T00:00` : start.at,
    endsAt: isBackwards
      ? null
      : isWholeDay || end.isDate
        ? dayAfter(end)
        : (end.at ?? afterLength(start, textIn(event.duration))),
    allDay: isWholeDay,
    findings: [
      ...start.findings,
      ...end.findings,
      ...(isBackwards ? [{ field: "endTime", code: "end-before-start" } as const] : []),
    ],
  };
}

interface PageContext {
  url: URL;
  /** YYYY-MM, for days without a year. */
  month: string;
  /** All events of the page. */
  others: readonly Json[];
  known: ReadonlyMap<string, Json>;
}

/** An event that the page describes by schema.org. */
function fromJsonLd(raw: Json, { url, month, others, known }: PageContext): FoundEvent {
  const event = resolved(raw, known) as Json;
  const location = physicalPlace(event);
  const place: Json = isJson(location) ? location : { name: textIn(location) };
  const placeName = htmlText(textIn(place.name));
  const isOnline = placeName !== null && isOnlinePlace(placeName);
  const geo = isJson(place.geo) ? place.geo : {};
  const organizer = first(event.organizer);
  const { findings, ...times } = timesOf(event, month);
  const keywords = typeof event.keywords === "string" ? event.keywords.split(",") : event.keywords;
  const isFree = event.isAccessibleForFree === true || event.isAccessibleForFree === "true";
  const offers = readOffers(event.offers, isFree);
  const status = readStatusValue(statusIn(event.eventStatus));
  const named = readTitleStatus(htmlText(textIn(event.name)) ?? "");
  const isSoldOut = readPracticalFacts(event).soldOut === true;
  const ticket = objectsOf(event.offers)
    .map((offer) => textIn(first(offer.url)))
    .find((address) => address !== null);
  const address = ticket ?? textIn(first(event.url));
  return {
    ...EMPTY_FOUND_EVENT,
    title: named.title || null,
    titleFa: htmlText(persianIn(event.name)),
    description: htmlText(textIn(event.description)),
    venue: isOnline ? null : placeName,
    address: htmlText(addressOf(place.address)),
    locality: localityOf(place.address),
    organizer: htmlText(textIn(isJson(organizer) ? organizer.name : organizer)),
    latitude: numberIn(geo.latitude),
    longitude: numberIn(geo.longitude),
    ...times,
    timeZone: zoneOf(event),
    readSchedule: datesOf(event, others),
    price: offers.price,
    currency: offers.currency,
    ticketUrl:
      address !== null && URL.canParse(address, url)
        ? (webUrl(new URL(address, url).href)?.href ?? null)
        : null,
    imageUrl: imageOf(event.image, url),
    tags: Array.isArray(keywords)
      ? keywords.flatMap((keyword) => htmlText(textIn(keyword)) ?? [])
      : [],
    others: {
      ...readJsonLd((property) => textIn(event[property])),
      ...readPracticalFacts(event),
      ...(isOnline && { attendance: "online" as const }),
    },
    notes: times.startsAt !== null && times.endsAt === null ? ["noEnd"] : [],
    status: status !== "scheduled" ? status : isSoldOut ? "sold-out" : named.status,
    findings: [
      ...findings,
      ...offers.findings,
      // A new date beside an old one.
      ...(/EventRescheduled$/.test(statusIn(event.eventStatus) ?? "")
        ? [{ field: "date", code: "dates-differ" } as const]
        : []),
      ...(Array.isArray(event.startDate) && event.startDate.length > 1
        ? [{ field: "date", code: "several-dates" } as const]
        : []),
    ],
  };
}

/** Events of a page that are read. */
const LOOKED = 1_000;

const isNamedEvent = (object: Json): boolean => isEvent(object) && textIn(object.name) !== null;

/** Events in the first of the forms that a page has: JSON-LD, microdata, microformats. */
function fullest(inJson: Json[], items: readonly Json[], formats: readonly Json[]): Json[] {
  const inItems = inJson.length > 0 ? inJson : [...objectsIn([...items])].filter(isNamedEvent);
  return inItems.length > 0 ? inItems : formats.filter(isNamedEvent);
}

/** An event of a page with what identifies it there. */
export interface PageEvent {
  /** `@id`, else the address of its own page; null without either. */
  id: string | null;
  found: FoundEvent;
}

/** What a page describes, and where it leads. */
export interface PageEvents {
  events: PageEvent[];
  /** Addresses that the page links to. */
  links: string[];
  /** Addresses that its lists name as their items. */
  listed: string[];
  /** Events beyond those that one reading takes. */
  unread: number;
}

const monthAt = (now: number): string => new Date(now).toISOString().slice(0, 7);

/**
 * All events that a page describes by schema.org, as JSON-LD or microdata, or by microformats, and
 * the addresses that it links to. Events with the same name and place are showings of one. @param now UTC ms
 */
export async function readPageEvents(html: string, url: URL, now: number): Promise<PageEvents> {
  const { documents, items, formats, links } = await pageParts(html);
  const values = documents.flatMap(linkedDocument);
  const objects = values.flatMap((value) => [...objectsIn(value)]);
  const inJson = objects.filter(isNamedEvent);
  const all = fullest(inJson, items, formats);
  const events = all.slice(0, LOOKED);
  const context = { url, month: monthAt(now), others: events, known: objectsById(values) };
  const nested = new Set(events.flatMap(({ subEvent }) => objectsOf(subEvent)));
  const known = new Set<string>();
  const absolute = (address: string | null): string[] =>
    address !== null && URL.canParse(address, url) ? [new URL(address, url).href] : [];
  const found = events.flatMap((event): PageEvent[] => {
    if (nested.has(event)) return [];
    const one = fromJsonLd(event, context);
    const key = JSON.stringify([textIn(event.name), first(event.location) ?? null]);
    if (one.readSchedule && known.has(key)) return [];
    known.add(key);
    const own = [textIn(event["@id"]), textIn(first(event.url))].flatMap(absolute);
    return [
      { id: own[0] ?? null, found: { ...one, ticketUrl: one.ticketUrl ?? own.at(-1) ?? null } },
    ];
  });
  const listed = objects
    .filter(
      (object) => object["@type"] === "ListItem" && !objectsOf(object.item).some(isNamedEvent),
    )
    .flatMap(({ url: address, item }) =>
      absolute(textIn(address) ?? (isJson(item) ? textIn(item.url ?? item["@id"]) : textIn(item))),
    );
  return {
    events: found,
    links: links.flatMap(absolute),
    listed,
    unread: all.length - events.length,
  };
}

/**
 * The event that a page describes: by schema.org's JSON-LD or microdata, by h-event, else Open Graph, else its
 * title. The latter two have no time. @param now UTC ms
 */
export async function readEventPage(html: string, url: URL, now: number): Promise<FoundEvent> {
  const { documents, items, formats, properties, title } = await pageParts(html);
  const values = documents.flatMap(linkedDocument);
  const inJson = values.flatMap((value) => [...objectsIn(value)]).filter(isNamedEvent);
  const events = fullest(inJson, items, formats);
  const [event] = events;
  if (event) {
    const context = { url, month: monthAt(now), others: events, known: objectsById(values) };
    const found = fromJsonLd(event, context);
    return { ...found, ticketUrl: found.ticketUrl ?? webUrl(url.href)?.href ?? null };
  }
  return {
    ...EMPTY_FOUND_EVENT,
    title: properties.get("og:title") || htmlText(title),
    description: properties.get("og:description") || properties.get("description") || null,
    ticketUrl: webUrl(url.href)?.href ?? null,
    imageUrl: imageOf(properties.get("og:image"), url),
    notes: ["noTime"],
  };
}

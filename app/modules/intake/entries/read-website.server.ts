import { isTimeZone } from "../../../lib/dates/time-zone";
import { readJsonLd } from "../../../lib/event/event-fields";
import { webUrl } from "../../../lib/http/web-url";
import { readEventSchedule } from "../../schedule/read-json-ld.server";
import { EMPTY_FOUND_EVENT, type FoundEvent } from "./found-event";
import { physicalPlace, readPracticalFacts } from "./practical-facts";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string | null =>
  typeof value === "string" ? value.trim() || null : null;
const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
/** A number; null for other values, since `Number(null)` would be a price of 0. */
const number = (value: unknown): number | null => {
  const written =
    typeof value === "number" || (typeof value === "string" && value.trim() !== "")
      ? Number(value)
      : Number.NaN;
  return Number.isFinite(written) ? written : null;
};

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Removes elements without visible text, unclosed ones included. Linear in the length. */
function withoutElements(html: string, name: "script" | "style"): string {
  const begin = new RegExp(`<${name}\\b`, "gi");
  const end = new RegExp(`</${name}\\s*>`, "gi");
  let kept = "";
  let at = 0;
  for (let opening = begin.exec(html); opening; opening = begin.exec(html)) {
    kept += html.slice(at, opening.index);
    end.lastIndex = opening.index;
    if (!end.exec(html)) return kept;
    at = end.lastIndex;
    begin.lastIndex = at;
  }
  return kept + html.slice(at);
}

/** The plain text of HTML; it is always shown as text. */
export function plain(html: string | null): string | null {
  if (html === null) return null;
  const decoded = withoutElements(withoutElements(html, "script"), "style")
    .replace(/<(br|\/p|\/li|\/h\d)\b[^<>]*>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
      if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
      const code =
        name[1]?.toLowerCase() === "x"
          ? Number.parseInt(name.slice(2), 16)
          : Number.parseInt(name.slice(1), 10);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : whole;
    });
  return decoded.trim() || null;
}

interface PageParts {
  documents: string[];
  /** Events of schema.org in attributes (microdata), as JSON-LD has them. */
  items: Json[];
  properties: Map<string, string>;
  title: string;
  /** Addresses of links, in order. */
  links: string[];
}

/** An `itemscope` that is still open. */
interface OpenItem {
  value: Json;
  /** Property of the item around it; null at the top. */
  name: string | null;
}

const MICRODATA_VALUES: Record<string, string> = {
  meta: "content",
  time: "datetime",
  a: "href",
  link: "href",
  img: "src",
  data: "value",
};
const LINKS = 2_000;

/**
 * Collects microdata while a page is rewritten: items within items, properties as attributes or
 * text.
 */
function microdataInto(items: Json[]) {
  const open: OpenItem[] = [];
  const texts: { to: Json; name: string; text: string }[] = [];
  const put = (to: Json, name: string, value: unknown) => {
    for (const one of name.split(/\s+/)) {
      const known = to[one];
      to[one] = known === undefined ? value : [known, value].flat();
    }
  };
  return {
    element(element: Element) {
      const name = element.getAttribute("itemprop");
      const around = open.at(-1)?.value;
      if (element.hasAttribute("itemscope")) {
        if (open.length > 6 || items.length > 1_000) return;
        const type = (element.getAttribute("itemtype") ?? "").replace(
          /^https?:\/\/schema\.org\//,
          "",
        );
        const value: Json = { "@type": type };
        if (name && around) put(around, name, value);
        else items.push(value);
        open.push({ value, name });
        if (!VOID.has(element.tagName)) element.onEndTag(() => void open.pop());
        else open.pop();
        return;
      }
      if (!name || !around) return;
      const attribute =
        element.getAttribute("content") ??
        element.getAttribute(MICRODATA_VALUES[element.tagName] ?? "content");
      if (attribute !== null) {
        put(around, name, attribute);
        return;
      }
      if (VOID.has(element.tagName)) return;
      const text = { to: around, name, text: "" };
      texts.push(text);
      element.onEndTag(() => {
        texts.splice(texts.indexOf(text), 1);
        put(text.to, text.name, plain(text.text));
      });
    },
    text({ text }: { text: string }) {
      for (const one of texts) if (one.text.length < 20_000) one.text += text;
    },
  };
}

const VOID = new Set(["meta", "link", "img", "br", "input", "hr", "source"]);

/** The parts of a page that describe it to machines. */
async function partsOf(html: string): Promise<PageParts> {
  const parts: PageParts = {
    documents: [],
    items: [],
    properties: new Map(),
    title: "",
    links: [],
  };
  const microdata = microdataInto(parts.items);
  const rewriter = new HTMLRewriter()
    .on("[itemscope], [itemprop]", { element: microdata.element })
    .on("[itemprop]", { text: microdata.text })
    .on("a[href]", {
      element: (link) => {
        const href = link.getAttribute("href");
        if (href && parts.links.length < LINKS) parts.links.push(href);
      },
    })
    .on('script[type="application/ld+json"]', {
      element: () => void parts.documents.push(""),
      text: (chunk) => {
        parts.documents[parts.documents.length - 1] += chunk.text;
      },
    })
    .on("meta[content]", {
      element: (meta) => {
        const name = (
          meta.getAttribute("property") ??
          meta.getAttribute("name") ??
          ""
        ).toLowerCase();
        if (name && !parts.properties.has(name))
          parts.properties.set(name, plain(meta.getAttribute("content")) ?? "");
      },
    })
    .on("head > title", {
      text: (chunk) => {
        parts.title += chunk.text;
      },
    });
  await rewriter.transform(new Response(html)).arrayBuffer();
  return parts;
}

/**
 * Every object of a document, however it is nested in lists and graphs; as deep as people write and
 * no deeper.
 */
function* objectsIn(value: unknown, depth = 0): Generator<Json> {
  if (depth > 6) return;
  if (Array.isArray(value))
    for (const item of value.slice(0, 200)) yield* objectsIn(item, depth + 1);
  else if (isObject(value)) {
    yield value;
    for (const name of [
      "@graph",
      "mainEntity",
      "itemListElement",
      "item",
      "event",
      "events",
      "subEvent",
    ])
      yield* objectsIn(value[name], depth + 1);
  }
}

/** Events of schema.org go by many names, of which all but these end so. */
const OTHER_TYPES = ["Festival", "Hackathon", "CourseInstance"];
const isEvent = ({ "@type": type }: Json): boolean =>
  [type]
    .flat()
    .some(
      (name) => typeof name === "string" && (/Event$/.test(name) || OTHER_TYPES.includes(name)),
    );

function addressOf(address: unknown): string | null {
  if (!isObject(address)) return text(address);
  return (
    ["streetAddress", "addressLocality", "addressRegion", "addressCountry"]
      .map((name) => text(isObject(address[name]) ? (address[name] as Json).name : address[name]))
      .filter(Boolean)
      .join(", ") || null
  );
}

/** `2026-12-08` is a whole day; with a time and no offset it is wall time. */
function timeOf(value: unknown): { at: string | null; isDate: boolean } {
  const written = text(value);
  const [, day, time, seconds = "", offset = ""] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      written ?? "",
    ) ?? [];
  if (!day) return { at: null, isDate: false };
  return time
    ? { at: `${day}T${time}${seconds}${offset}`, isDate: false }
    : { at: `${day}T00:00`, isDate: true };
}

const imageOf = (value: unknown): string | null => {
  const image = first(value);
  return (
    webUrl(text(isObject(image) ? (first(image.url) ?? image.contentUrl) : image))?.href ?? null
  );
};

const objectsOf = (value: unknown): Json[] => [value].flat().filter(isObject);

/** The zone that a schedule names, else the offset of the start; null for neither. */
function zoneOf(event: Json): string | null {
  const named = objectsOf(event.eventSchedule)
    .map(({ scheduleTimezone }) => text(scheduleTimezone))
    .find((zone) => zone !== null && isTimeZone(zone));
  return named ?? /T.*([+-]\d{2}:\d{2})$/.exec(text(event.startDate) ?? "")?.[1] ?? null;
}

/**
 * The dates of an event: its schedule or parts, else events of the page with its name and place.
 * Parts with other names are the programme of a festival.
 */
function datesOf(event: Json, others: readonly Json[]): FoundEvent["readSchedule"] {
  const parts = objectsOf(event.subEvent).filter(
    ({ name }) => text(name) === null || text(name) === text(event.name),
  );
  const place = JSON.stringify(first(event.location) ?? null);
  const isShowing = (other: Json) =>
    text(other.name) === text(event.name) &&
    JSON.stringify(first(other.location) ?? null) === place;
  const showings = parts.length === 0 && !event.eventSchedule ? others.filter(isShowing) : [];
  if (parts.length === 0 && !event.eventSchedule && showings.length < 2) return null;
  const subEvent = parts.length > 0 ? parts : showings;
  return (timeZone) => readEventSchedule({ ...event, subEvent }, timeZone);
}

/** An event that the page describes by schema.org. @param others all events of the page */
function fromJsonLd(event: Json, others: readonly Json[]): FoundEvent {
  const location = physicalPlace(event);
  const place: Json = isObject(location) ? location : { name: text(location) };
  const geo = isObject(place.geo) ? place.geo : {};
  const offer = first(event.offers);
  const offers: Json = isObject(offer) ? offer : {};
  const organizer = first(event.organizer);
  const start = timeOf(event.startDate);
  const end = timeOf(event.endDate);
  const keywords = typeof event.keywords === "string" ? event.keywords.split(",") : event.keywords;
  const isFree = event.isAccessibleForFree === true || event.isAccessibleForFree === "true";
  return {
    ...EMPTY_FOUND_EVENT,
    title: plain(text(event.name)),
    description: plain(text(event.description)),
    venue: plain(text(place.name)),
    address: plain(addressOf(place.address)),
    organizer: plain(text(isObject(organizer) ? organizer.name : organizer)),
    latitude: number(geo.latitude),
    longitude: number(geo.longitude),
    startsAt: start.at,
    endsAt: end.at,
    allDay: start.isDate,
    timeZone: zoneOf(event),
    readSchedule: datesOf(event, others),
    price: number(offers.lowPrice ?? offers.price) ?? (isFree ? 0 : null),
    currency: text(offers.priceCurrency),
    ticketUrl: webUrl(text(offers.url) ?? text(event.url))?.href ?? null,
    imageUrl: imageOf(event.image),
    tags: Array.isArray(keywords) ? keywords.flatMap((keyword) => plain(text(keyword)) ?? []) : [],
    others: { ...readJsonLd((property) => text(event[property])), ...readPracticalFacts(event) },
    notes: start.at !== null && end.at === null ? ["noEnd"] : [],
  };
}

/** Events of a page that are looked at. */
const LOOKED = 400;

/** The named events of a JSON-LD document; none of an invalid one. */
function eventsIn(document: string): Json[] {
  const events: Json[] = [];
  try {
    for (const object of objectsIn(JSON.parse(document))) {
      if (isEvent(object) && text(object.name)) events.push(object);
      if (events.length >= LOOKED) break;
    }
  } catch {
    // Not JSON: the next document may be.
  }
  return events;
}

/** An event of a page with what identifies it there. */
export interface PageEvent {
  /** `@id`, else the address of its own page; null without either. */
  id: string | null;
  isCancelled: boolean;
  found: FoundEvent;
}

/**
 * All events that a page describes by schema.org, as JSON-LD or microdata, and the addresses that
 * it links to. Events with the same name and place are showings of one.
 */
export async function readPageEvents(
  html: string,
  url: URL,
): Promise<{ events: PageEvent[]; links: string[] }> {
  const { documents, items, links } = await partsOf(html);
  const inJson = documents.flatMap(eventsIn);
  const events =
    inJson.length > 0
      ? inJson
      : [...objectsIn(items)].filter((item) => isEvent(item) && text(first(item.name)) !== null);
  const nested = new Set(events.flatMap(({ subEvent }) => objectsOf(subEvent)));
  const known = new Set<string>();
  const found = events.flatMap((event): PageEvent[] => {
    if (nested.has(event)) return [];
    const one = fromJsonLd(event, events);
    const key = JSON.stringify([text(event.name), first(event.location) ?? null]);
    if (one.readSchedule && known.has(key)) return [];
    known.add(key);
    const own = [text(event["@id"]), text(first(event.url))].flatMap((address) =>
      address && URL.canParse(address, url) ? new URL(address, url).href : [],
    );
    return [
      {
        id: own[0] ?? null,
        isCancelled: /EventCancelled$/.test(text(first(event.eventStatus)) ?? ""),
        found: { ...one, ticketUrl: one.ticketUrl ?? own.at(-1) ?? null },
      },
    ];
  });
  return {
    events: found,
    links: links.flatMap((link) => (URL.canParse(link, url) ? new URL(link, url).href : [])),
  };
}

/**
 * The event that a page describes: by schema.org's JSON-LD, else Open Graph, else its title. The
 * latter two have no time.
 */
export async function readEventPage(html: string, url: URL): Promise<FoundEvent> {
  const { documents, properties, title } = await partsOf(html);
  const events = documents.flatMap(eventsIn);
  const [event] = events;
  if (event) {
    const found = fromJsonLd(event, events);
    return { ...found, ticketUrl: found.ticketUrl ?? url.href };
  }
  return {
    ...EMPTY_FOUND_EVENT,
    title: properties.get("og:title") || plain(title),
    description: properties.get("og:description") || properties.get("description") || null,
    ticketUrl: url.href,
    imageUrl: imageOf(properties.get("og:image")),
    notes: ["noTime"],
  };
}

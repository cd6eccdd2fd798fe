import { webUrl } from "../../lib/http/web-url";
import { readJsonLd } from "../events/event-fields";
import { EMPTY_FOUND_EVENT, type FoundEvent } from "./found-event";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string | null => (typeof value === "string" ? value.trim() || null : null);
const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
/** A number; null for other values, since `Number(null)` would be a price of 0. */
const number = (value: unknown): number | null => {
  const written = typeof value === "number" || (typeof value === "string" && value.trim() !== "") ? Number(value) : Number.NaN;
  return Number.isFinite(written) ? written : null;
};

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

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
function plain(html: string | null): string | null {
  if (html === null) return null;
  const decoded = withoutElements(withoutElements(html, "script"), "style")
    .replace(/<(br|\/p|\/li|\/h\d)\b[^<>]*>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
      if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = name[1]?.toLowerCase() === "x" ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
    });
  return decoded.trim() || null;
}

interface PageParts {
  documents: string[];
  properties: Map<string, string>;
  title: string;
}

/** The parts of a page that describe it to machines. */
async function partsOf(html: string): Promise<PageParts> {
  const parts: PageParts = { documents: [], properties: new Map(), title: "" };
  const rewriter = new HTMLRewriter()
    .on('script[type="application/ld+json"]', {
      element: () => void parts.documents.push(""),
      text: (chunk) => {
        parts.documents[parts.documents.length - 1] += chunk.text;
      },
    })
    .on("meta[content]", {
      element: (meta) => {
        const name = (meta.getAttribute("property") ?? meta.getAttribute("name") ?? "").toLowerCase();
        if (name && !parts.properties.has(name)) parts.properties.set(name, plain(meta.getAttribute("content")) ?? "");
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

/** Every object of a document, however it is nested in lists and graphs; as deep as people write and no deeper. */
function* objectsIn(value: unknown, depth = 0): Generator<Json> {
  if (depth > 6) return;
  if (Array.isArray(value)) for (const item of value.slice(0, 200)) yield* objectsIn(item, depth + 1);
  else if (isObject(value)) {
    yield value;
    for (const name of ["@graph", "mainEntity", "itemListElement", "item", "event", "events", "subEvent"])
      yield* objectsIn(value[name], depth + 1);
  }
}

/** Events of schema.org go by many names, of which all but these end so. */
const OTHER_TYPES = ["Festival", "Hackathon", "CourseInstance"];
const isEvent = ({ "@type": type }: Json): boolean =>
  [type].flat().some((name) => typeof name === "string" && (/Event$/.test(name) || OTHER_TYPES.includes(name)));

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
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(written ?? "") ?? [];
  if (!day) return { at: null, isDate: false };
  return time ? { at: `${day}T${time}${seconds}${offset}`, isDate: false } : { at: `${day}T00:00`, isDate: true };
}

const imageOf = (value: unknown): string | null => {
  const image = first(value);
  return webUrl(text(isObject(image) ? (first(image.url) ?? image.contentUrl) : image))?.href ?? null;
};

/** An event that the page describes by schema.org. */
function fromJsonLd(event: Json): FoundEvent {
  const location = first(event.location);
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
    price: number(offers.lowPrice ?? offers.price) ?? (isFree ? 0 : null),
    currency: text(offers.priceCurrency),
    ticketUrl: webUrl(text(offers.url) ?? text(event.url))?.href ?? null,
    imageUrl: imageOf(event.image),
    tags: Array.isArray(keywords) ? keywords.flatMap((keyword) => plain(text(keyword)) ?? []) : [],
    others: readJsonLd((property) => text(event[property])),
    notes: start.at !== null && end.at === null ? ["noEnd"] : [],
  };
}

/** The event that a page describes: by schema.org's JSON-LD, else Open Graph, else its title. The latter two have no time. */
export async function readEventPage(html: string, url: URL): Promise<FoundEvent> {
  const { documents, properties, title } = await partsOf(html);
  for (const document of documents) {
    let json: unknown;
    try {
      json = JSON.parse(document);
    } catch {
      continue;
    }
    for (const object of objectsIn(json))
      if (isEvent(object) && text(object.name)) {
        const found = fromJsonLd(object);
        return { ...found, ticketUrl: found.ticketUrl ?? url.href };
      }
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

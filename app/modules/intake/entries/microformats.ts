import { htmlText } from "../text/html-text";
import type { Json } from "./linked-data";

/** Elements whose events are described by microformats: h-event, and hCalendar before it. */
export const MICROFORMATS =
  '[class~="h-event"], [class~="h-event"] [class], [class~="vevent"], [class~="vevent"] [class]';

/** Properties of an event by their classes, as schema.org names them. */
const OF_EVENT: Record<string, string> = {
  "p-name": "name",
  summary: "name",
  "dt-start": "startDate",
  dtstart: "startDate",
  "dt-end": "endDate",
  dtend: "endDate",
  "dt-duration": "duration",
  duration: "duration",
  "p-location": "location",
  location: "location",
  "u-url": "url",
  url: "url",
  "p-summary": "description",
  "p-description": "description",
  "e-description": "description",
  "e-content": "description",
  description: "description",
  "u-photo": "image",
  "u-featured": "image",
  photo: "image",
  "p-category": "keywords",
  category: "keywords",
  "p-organizer": "organizer",
  organizer: "organizer",
};
/** Properties of a place or its address. */
const OF_PLACE: Record<string, string> = {
  "p-name": "name",
  fn: "name",
  "p-org": "name",
  org: "name",
  "p-street-address": "streetAddress",
  "street-address": "streetAddress",
  "p-locality": "addressLocality",
  locality: "addressLocality",
  "p-region": "addressRegion",
  region: "addressRegion",
  "p-country-name": "addressCountry",
  "country-name": "addressCountry",
  "p-latitude": "latitude",
  latitude: "latitude",
  "p-longitude": "longitude",
  longitude: "longitude",
};
const IN_ADDRESS = new Set(["streetAddress", "addressLocality", "addressRegion", "addressCountry"]);
const IN_GEO = new Set(["latitude", "longitude"]);

const EVENT = ["h-event", "vevent"];
/** Things within an event that have a name of their own. */
const CARDS = ["h-card", "vcard", "h-adr", "adr", "h-geo", "geo", "h-entry", "h-cite"];
/** Attributes that hold a value in place of the text. */
const VALUES: Record<string, readonly string[]> = {
  time: ["datetime"],
  ins: ["datetime"],
  del: ["datetime"],
  data: ["value"],
  abbr: ["title"],
  a: ["href"],
  area: ["href"],
  link: ["href", "title"],
  img: ["src", "alt"],
  meta: ["content"],
};
const LINKED = new Set(["url", "image"]);
const TIMES = new Set(["startDate", "endDate", "duration"]);
const VOID = new Set(["meta", "link", "img", "br", "input", "hr", "source", "area"]);
/** Limits of a page that is not meant well. */
const MOST = { events: 1_000, depth: 8, text: 20_000 };

/** A property whose text is still open, with the parts that the value class pattern names. */
interface OpenText {
  to: Json;
  name: string;
  text: string;
  parts: string[];
}

function put(to: Json, name: string, value: unknown): void {
  if (value === null || value === "") return;
  if (IN_ADDRESS.has(name)) to.address = { ...(to.address as Json | undefined), [name]: value };
  else if (IN_GEO.has(name)) to.geo = { ...(to.geo as Json | undefined), [name]: value };
  else if (name === "keywords" && to[name] !== undefined) to[name] = [to[name], value].flat();
  else to[name] ??= value;
}

/** The attribute that is an element's value for a property; null for its text. */
function attributeOf(element: Element, name: string): string | null {
  const { tagName } = element;
  if (tagName === "a" && !LINKED.has(name)) return null;
  const found = (VALUES[tagName] ?? [])
    .map((attribute) => element.getAttribute(attribute))
    .find((value) => value !== null && value !== "");
  return found ?? null;
}

/** A time as ISO 8601 writes it: "2026-12-19 19:30+0330", or a date and an hour in parts. */
const timeOf = (written: string): string =>
  written
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2})\s+(?=\d{1,2}:\d{2})/, "$1T")
    .replace(/([+-]\d{2})(\d{2})$/, "$1:$2");

/** Collects events of microformats while a page is rewritten, as schema.org has them. */
export function microformatsInto(items: Json[]) {
  const open: { value: Json; isEvent: boolean }[] = [];
  const texts: OpenText[] = [];
  const values: { of: OpenText; text: string }[] = [];

  function opens(element: Element, value: Json, isEvent: boolean): void {
    if (VOID.has(element.tagName) || open.length >= MOST.depth) return;
    open.push({ value, isEvent });
    element.onEndTag(() => void open.pop());
  }

  function reads(element: Element, to: Json, name: string): void {
    const attribute = attributeOf(element, name);
    if (attribute !== null) {
      put(to, name, TIMES.has(name) ? timeOf(attribute) : attribute.trim());
      return;
    }
    if (VOID.has(element.tagName)) return;
    const text: OpenText = { to, name, text: "", parts: [] };
    texts.push(text);
    element.onEndTag(() => {
      texts.splice(texts.indexOf(text), 1);
      const { parts } = text;
      const own = TIMES.has(name) ? timeOf(parts.join(" ")) : parts.join("");
      put(to, name, parts.length > 0 ? own : htmlText(text.text));
    });
  }

  /** The value class pattern: parts of a property in elements of their own. */
  function readsPart(element: Element, of: OpenText, isTitle: boolean): void {
    const attribute = isTitle ? element.getAttribute("title") : attributeOf(element, of.name);
    if (attribute !== null) of.parts.push(attribute);
    else if (!VOID.has(element.tagName)) {
      const value = { of, text: "" };
      values.push(value);
      element.onEndTag(() => {
        values.splice(values.indexOf(value), 1);
        const text = htmlText(value.text);
        if (text) of.parts.push(text);
      });
    }
  }

  return {
    element(element: Element) {
      const classes = (element.getAttribute("class") ?? "").split(/\s+/);
      const has = (names: readonly string[]) => classes.some((name) => names.includes(name));
      const around = open.at(-1);
      if (has(EVENT)) {
        const event: Json = { "@type": "Event" };
        if (items.length < MOST.events) items.push(event);
        opens(element, event, true);
        return;
      }
      if (!around) return;
      const [innermost] = texts.slice(-1);
      if (innermost && has(["value", "value-title"]))
        readsPart(element, innermost, has(["value-title"]));
      const names = classes.flatMap((name) => (around.isEvent ? OF_EVENT : OF_PLACE)[name] ?? []);
      if (has(CARDS)) {
        const isPlace = names.includes("location");
        // An address within a place is a part of it; other things keep their names to themselves.
        const isPart = !around.isEvent && has(["h-adr", "adr", "h-geo", "geo"]);
        const value: Json = isPart ? around.value : { "@type": isPlace ? "Place" : "Thing" };
        if (isPlace) put(around.value, "location", value);
        if (names.includes("organizer")) put(around.value, "organizer", value);
        opens(element, value, false);
        return;
      }
      for (const name of new Set(names)) reads(element, around.value, name);
    },
    text({ text }: { text: string }) {
      for (const one of [...texts, ...values]) if (one.text.length < MOST.text) one.text += text;
    },
  };
}

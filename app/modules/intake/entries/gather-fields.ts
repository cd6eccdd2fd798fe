import { isEmpty, JsonObject, type JsonValue } from "../text/json-value";
import type { KeyMeaning } from "./key-words";
import { keyTokens, languageKey, type NamedKey, nameKey } from "./name-keys";

/** A candidate value of a field with its key ("venue.name"). */
export interface FieldValue {
  key: string;
  value: JsonValue;
  rank: number;
  unit: string | null;
}

/**
 * Values of an entry by meaning, most reliable key first. Keys of a language get the suffix "Fa" or
 * "En".
 */
export type Gathered = Map<string, FieldValue[]>;

/** Maximum number of fields examined per entry. */
export const FIELDS_MAX = 300;

/** Maximum number of values per meaning. */
const SAID_MAX = 50;
/** Characters kept of a key. */
const KEY_MAX = 300;

/** Keys about people and organizations, not about the event. */
const PEOPLE =
  /perform|artist|speaker|actor|cast|crew|author|contact|sponsor|director|metadata|__proto__|constructor|prototype|هنرمند|بازیگر|سخنران|کارگردان|تماس/i;

/** Rank of "event" as a title, behind explicit title keys. */
const EVENT_RANK = 20;
const TRADES = /ticket|pric|book|source|series|venue|place|بلیت|بلیط|قیمت|منبع/i;

const RUNS: readonly KeyMeaning[] = ["date", "time", "start"];
const END_OF: Record<string, KeyMeaning> = { date: "endDate", time: "endTime", start: "end" };
const PLACES: readonly KeyMeaning[] = ["venue"];
const TEXTS: readonly KeyMeaning[] = [
  "title",
  "description",
  "venue",
  "address",
  "category",
  "organizer",
  "price",
  "time",
];
const START_WORDS = new Set(
  "start from begin begins starts startdate starttime شروع از آغاز value".split(" "),
);
const END_WORDS = new Set("end to until finish ends enddate endtime پایان تا".split(" "));

/**
 * Reads the keys of an entry, including nested objects ({"event": {…}}, {"location": {"name": …}}).
 */
export function gatherFields(entry: JsonObject): Gathered {
  const gathered: Gathered = new Map();
  gather(entry, "", gathered, 0);
  for (const list of gathered.values()) list.sort((a, b) => a.rank - b.rank);
  return gathered;
}

function add(gathered: Gathered, name: string, fieldValue: FieldValue): void {
  if (isEmpty(fieldValue.value)) return;
  const list = gathered.get(name);
  if (!list) gathered.set(name, [fieldValue]);
  else if (list.length < SAID_MAX) list.push(fieldValue);
}

function gather(object: JsonObject, prefix: string, gathered: Gathered, depth: number): void {
  for (const [key, value] of [...object.fields].slice(0, FIELDS_MAX)) {
    if (isEmpty(value)) continue;
    if (depth === 0 && key === "@type" && typeof value === "string") {
      const kind = (KINDS.exec(value)?.slice(1).find(Boolean) ?? "").toLowerCase();
      if (kind !== "")
        add(gathered, "category", { key, value: KIND_NAMES[kind] ?? kind, rank: 90, unit: null });
      continue;
    }
    const named = nameKey(key);
    const path = prefix + key.slice(0, KEY_MAX);
    const isGroup =
      value instanceof JsonObject &&
      (named === null || named.meaning === "event" || named.meaning === "description");
    const language = value instanceof JsonObject ? languageKey(key) : null;
    if (language !== null && value instanceof JsonObject && named === null)
      gatherLanguage(language, value, `${path}.`, gathered, depth);
    else if (isGroup && depth < 2 && !PEOPLE.test(key) && (hasFields(value) || hasLanguages(value)))
      gather(value, `${path}.`, gathered, depth + 1);
    // A name within a group may be the group's: {"ticketing": {"name": "Tiwall", "price": …}}.
    else if (named && !(named.meaning === "title" && TRADES.test(prefix)))
      gatherField(named, path, value, gathered, depth);
  }
}

/** schema.org types that state a category: "MusicEvent". */
const KINDS =
  /^(?:https?:\/\/schema\.org\/)?(business|childrens|comedy|dance|education|exhibition|food|literary|music|screening|social|sports|theater)event$|^(?:https?:\/\/schema\.org\/)?(festival|hackathon)$/i;
const KIND_NAMES: Record<string, string> = {
  childrens: "kids",
  exhibition: "art exhibition",
  screening: "movie screening",
  social: "community",
};

function gatherField(
  named: NamedKey,
  path: string,
  value: JsonValue,
  gathered: Gathered,
  depth: number,
): void {
  if (named.meaning === "shows") {
    if (Array.isArray(value))
      gatherField({ ...named, meaning: "start" }, path, value, gathered, depth);
    else if (typeof value === "string")
      add(gathered, "recurrence", { key: path, value, rank: named.rank, unit: null });
    return;
  }
  // A schedule as the API writes it, among keys of hours ("schedule": "19:00").
  if (value instanceof JsonObject && named.meaning === "time" && value.fields.has("kind")) {
    add(gathered, "schedule", { key: path, value, rank: named.rank, unit: null });
    return;
  }
  if (value instanceof JsonObject) gatherObject(named, path, value, gathered);
  else if (RUNS.includes(named.meaning) && Array.isArray(value) && value[0] instanceof JsonObject) {
    // A list of performances: the first one, and all for `readShowings`.
    gatherObject(named, path, value[0], gathered);
    if (value.length > 1)
      add(gathered, "several", { key: path, value, rank: named.rank, unit: null });
  } else
    add(gathered, nameOf(named, value), {
      key: path,
      value,
      rank: named.rank + depth * 50 + (named.meaning === "event" ? EVENT_RANK : 0),
      unit: named.unit,
    });
}

/** {"en": {"title": …}, "fa": {"title": …}}: texts within have that language. */
function gatherLanguage(
  language: "fa" | "en",
  object: JsonObject,
  prefix: string,
  gathered: Gathered,
  depth: number,
): void {
  for (const [key, value] of [...object.fields].slice(0, FIELDS_MAX)) {
    const named = isEmpty(value) ? null : nameKey(key);
    if (!named) continue;
    const isText =
      TEXTS.includes(named.meaning) && named.meaning !== "price" && named.meaning !== "time";
    gatherField(
      isText ? { ...named, language: named.language ?? language } : named,
      prefix + key,
      value,
      gathered,
      depth,
    );
  }
}

const hasLanguages = (object: JsonObject): boolean =>
  [...object.fields].some(
    ([key, value]) => value instanceof JsonObject && languageKey(key) !== null,
  );

const hasFields = (object: JsonObject): boolean =>
  [...object.fields.keys()].some((key) => languageKey(key) === null && nameKey(key) !== null);

/** A Persian date belongs to the Jalali calendar; a Persian text has its own field. */
function nameOf({ meaning, language }: NamedKey, value: JsonValue): string {
  if (meaning === "event") return typeof value === "string" ? "title" : "event";
  if (language === "fa" && meaning === "date") return "jalaliDate";
  if (language === null || meaning === "endDate" || meaning === "jalaliDate") return meaning;
  return language === "fa" ? `${meaning}Fa` : `${meaning}En`;
}

function gatherObject(named: NamedKey, path: string, object: JsonObject, gathered: Gathered): void {
  const { meaning, rank } = named;
  const put = (name: string, key: string, value: JsonValue, unit: string | null = null) =>
    add(gathered, name, { key: `${path}.${key}`, value, rank, unit });
  if (RUNS.includes(meaning)) {
    gatherRun(meaning, object, put);
    return;
  }
  if (PLACES.includes(meaning)) {
    gatherPlace(object, put);
    return;
  }
  if (
    TEXTS.includes(meaning) &&
    [...object.fields.keys()].some((key) => languageKey(key) !== null)
  ) {
    for (const [key, value] of object.fields) {
      const language = languageKey(key);
      if (language) put(language === "fa" ? `${meaning}Fa` : `${meaning}En`, key, value);
      else if (meaning === "price") put(meaning, key, value);
    }
    return;
  }
  if (meaning === "address") put("address", "", joinedAddress(object));
  else add(gathered, nameOf(named, object), { key: path, value: object, rank, unit: named.unit });
}

type Put = (name: string, key: string, value: JsonValue, unit?: string | null) => void;

/**
 * {"start": …, "end": …}, {"date": …, "time": …}, {"gregorian": …, "jalali": …}, {"year": …,
 * "month": …, "day": …}.
 */
function gatherRun(meaning: KeyMeaning, object: JsonObject, put: Put): void {
  for (const [key, value] of object.fields) {
    const word = keyTokens(key).join("");
    const own = nameKey(key)?.meaning;
    if (END_WORDS.has(word)) put(END_OF[meaning] ?? "end", key, value);
    else if (START_WORDS.has(word)) put(meaning, key, value);
    else if (languageKey(key) === "fa" || own === "jalaliDate") put("jalaliDate", key, value);
    else if (
      own &&
      [
        "date",
        "endDate",
        "time",
        "endTime",
        "start",
        "end",
        "year",
        "month",
        "day",
        "weekday",
      ].includes(own)
    )
      put(own, key, value);
    else if (
      languageKey(key) === "en" ||
      word === "gregorian" ||
      word === "doors" ||
      word === "show"
    )
      put(meaning, key, value);
  }
}

function gatherPlace(object: JsonObject, put: Put): void {
  for (const [key, value] of object.fields) {
    const named = nameKey(key);
    const language = languageKey(key) ?? named?.language ?? null;
    const suffix = language === "fa" ? "Fa" : language === "en" ? "En" : "";
    if (languageKey(key)) put(`venue${suffix}`, key, value);
    else if (
      value instanceof JsonObject &&
      (named?.meaning === "address" || keyTokens(key).join("") === "location")
    )
      put("address", key, joinedAddress(value));
    else if (value instanceof JsonObject && named?.meaning === "title")
      for (const [inner, text] of value.fields)
        put(languageKey(inner) === "fa" ? "venueFa" : "venue", `${key}.${inner}`, text);
    else if (named?.meaning === "title" || named?.meaning === "venue")
      put(`venue${suffix}`, key, value);
    else if (named?.meaning === "address") put(`address${suffix}`, key, value);
    else if (named?.meaning === "city") put("city", key, value);
  }
}

const ADDRESS_ORDER = [
  "streetaddress",
  "street",
  "address",
  "addressline1",
  "line1",
  "addressline2",
  "locality",
  "addresslocality",
  "city",
  "district",
  "addressregion",
  "region",
  "state",
  "province",
  "postalcode",
  "zip",
  "zipcode",
  "country",
  "addresscountry",
];

/** Joins the parts of a postal address in postal order. */
function joinedAddress(object: JsonObject): string {
  const parts = [...object.fields].flatMap(([key, value]) =>
    typeof value === "string" && !key.startsWith("@")
      ? [{ order: ADDRESS_ORDER.indexOf(keyTokens(key).join("")), value: value.trim() }]
      : [],
  );
  const known = parts.filter(({ order }) => order >= 0).sort((a, b) => a.order - b.order);
  return [...new Set((known.length ? known : parts).map(({ value }) => value))]
    .filter(Boolean)
    .join(", ");
}

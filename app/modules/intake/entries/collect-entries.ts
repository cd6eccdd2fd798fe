import { rememberedFor } from "../../../lib/runtime/remembered";
import { isEmpty, JsonObject, type JsonValue } from "../text/json-value";
import { CONTAINER_KEYS } from "./key-words";
import { keyTokens, languageKey, nameKey } from "./name-keys";
import { pairsOf, rowsOfList, rowsOfTable } from "./table-rows";

/** An entry of an answer with its enclosing keys, outermost first: {"Concerts": [{…}]}. */
export interface Entry {
  value: JsonValue;
  path: readonly string[];
  /** Enclosing objects, outermost first: their values apply where the entry has none. */
  groups: readonly JsonObject[];
  /** Key of the entry itself, if it is not a list item: {"Yalda Night": {…}}. */
  name: string | null;
}

const isContainerKey = (key: string): boolean => CONTAINER_KEYS.has(keyTokens(key).join(""));

/** Maximum number of fields examined: more indicate a flood or a numbered list. */
const FIELDS_MAX = 300;

/** Maximum entries per answer: a month of the largest city has a few hundred. */
export const ENTRIES_MAX = 10_000;
/** Characters kept of a group's label. */
const LABEL_MAX = 300;

/** Enclosing keys and objects. */
type Around = Pick<Entry, "path" | "groups">;

const TIMES = ["date", "time", "start", "jalaliDate", "endDate", "shows"] as const;
const FACTS = ["venue", "address", "price", "description", "category", "weekday", "day"] as const;

/** Nested objects are examined once for all objects around them. */
const meaningsOf = rememberedFor((object: JsonObject): ReadonlySet<string> => {
  const meanings = new Set<string>();
  let inspected = 0;
  for (const [key, value] of object.fields) {
    inspected += 1;
    if (inspected > FIELDS_MAX) break;
    const named = isEmpty(value) ? null : nameKey(key);
    const language = value instanceof JsonObject && named === null ? languageKey(key) : null;
    if (language !== null && value instanceof JsonObject && !hasList(value))
      for (const inner of meaningsOf(value)) meanings.add(inner);
    if (named?.meaning === "shows" && !areShows(value)) continue;
    // {"event": "Night of Tar"} is a title, {"event": {…}} the event itself.
    if (named)
      meanings.add(
        named.meaning === "event" && typeof value === "string" ? "title" : named.meaning,
      );
  }
  return meanings;
});

const hasList = (object: JsonObject): boolean =>
  [...object.fields.values()].some((value) => Array.isArray(value) && hasEvent(value));

/** Whether a value lists days rather than titled events. */
const areShows = (value: JsonValue): boolean =>
  Array.isArray(value) &&
  value.every((item) => !(item instanceof JsonObject && meaningsOf(item).has("title")));

/** Whether an object describes one event: a title or a time, with further details. */
function isEvent(object: JsonObject): boolean {
  const meanings = meaningsOf(object);
  const times = TIMES.filter((name) => meanings.has(name)).length;
  const facts = FACTS.filter((name) => meanings.has(name)).length;
  return meanings.has("title") ? times + facts > 0 : times > 0 && times + facts > 1;
}

/** Whether an object has both a title and a time: other lists contain sources, venues, tips. */
function isSurelyEvent(object: JsonObject): boolean {
  const meanings = meaningsOf(object);
  return meanings.has("title") && TIMES.some((name) => meanings.has(name));
}

/** The event wrapped in an object: {"event": {…}}. */
function wrapped(object: JsonObject): JsonObject | null {
  for (const [key, value] of object.fields)
    if (value instanceof JsonObject && nameKey(key)?.meaning === "event" && isEvent(value))
      return value;
  return null;
}

/**
 * All entries of the parsed values, in order; items between events are kept even if they are no
 * events. Stops soon after `ENTRIES_MAX`.
 */
export function collectEntries(values: readonly JsonValue[]): Entry[] {
  const entries: Entry[] = [];
  const around: Around = { path: [], groups: [] };
  for (const value of values) {
    if (entries.length > ENTRIES_MAX) break;
    if (Array.isArray(value)) append(entries, fromList(value, around, true));
    else if (value instanceof JsonObject) append(entries, fromObject(value, around, null));
  }
  return entries;
}

/** Avoids `push(...more)`, which fails for thousands of arguments. */
function append(entries: Entry[], more: readonly Entry[]): void {
  for (const entry of more) entries.push(entry);
}

function fromList(list: readonly JsonValue[], around: Around, isMeant: boolean): Entry[] {
  const rows = rowsOfList(list, ENTRIES_MAX + 1);
  if (rows) return rows.map((value) => ({ value, ...around, name: null }));
  const inner = list.map((item) =>
    item instanceof JsonObject
      ? fromObject(item, around, null)
      : Array.isArray(item)
        ? fromList(item, around, false)
        : [],
  );
  const isOfEvents =
    inner.some((found) => found.length > 0) ||
    (isMeant && list.some((item) => item instanceof JsonObject));
  if (!isOfEvents) return [];
  return list.flatMap((value, place) =>
    inner[place]?.length ? inner[place] : [{ value, ...around, name: null }],
  );
}

const hasEvent = (value: JsonValue): boolean =>
  Array.isArray(value)
    ? value.some((item) => item instanceof JsonObject && isEvent(item))
    : value instanceof JsonObject;

function fromObject(object: JsonObject, around: Around, name: string | null): Entry[] {
  const lists = [...object.fields].filter(
    ([key, value]) => typeof value === "object" && value !== null && isContainerKey(key),
  );
  const single = wrapped(object);
  const itself: Entry[] = [{ value: object, ...around, name }];
  if (single && lists.every(([, value]) => value === single)) return itself;
  const isOne = isEvent(object);
  // A list under a common key (items, results) belongs to the event itself, unless it contains
  // events.
  if (isOne && !lists.some(([, value]) => hasEvent(value)))
    return lists.length === 0 || isSurelyEvent(object) ? itself : [];
  const label = labelOf(object);
  const outer = label ? [...around.path, label.slice(0, LABEL_MAX)] : around.path;
  const groups = [...around.groups, object];
  const pairs = pairsOf(object);
  if (pairs) return [{ value: pairs, ...around, name }];
  const rows = rowsOfTable(object, ENTRIES_MAX + 1);
  if (rows) return rows.map((value) => ({ value, path: outer, groups, name: null }));
  const entries: Entry[] = [];
  for (const [key, value] of object.fields) {
    if (typeof value !== "object" || value === null) continue;
    const isMeant = isContainerKey(key);
    const found = fromField(
      value,
      { path: isMeant ? outer : [...outer, key.slice(0, LABEL_MAX)], groups },
      isMeant,
      key,
    );
    // Beside the list of events, other lists contain sources, venues, tips.
    const isAside = lists.length > 0 && !isMeant;
    if (
      !isAside ||
      found.some(({ value: entry }) => entry instanceof JsonObject && isSurelyEvent(entry))
    )
      append(entries, found);
  }
  return entries;
}

function fromField(value: JsonValue, around: Around, isMeant: boolean, key: string): Entry[] {
  if (value instanceof JsonObject) return fromObject(value, around, isMeant ? null : key);
  if (!Array.isArray(value)) return [];
  const entries = fromList(value, around, isMeant);
  // A list of events that contains only texts: each one becomes an entry.
  const words =
    isMeant && entries.length === 0
      ? value.filter((item) => typeof item === "string" && !isEmpty(item))
      : [];
  return entries.length > 0
    ? entries
    : words.map((item) => ({ value: item, ...around, name: null }));
}

/** Label of a group, which applies to all its events: {"category": "Concert", "events": […]}. */
function labelOf(object: JsonObject): string | null {
  let title: string | null = null;
  for (const [key, value] of [...object.fields].slice(0, FIELDS_MAX)) {
    if (typeof value !== "string") continue;
    const meaning = nameKey(key)?.meaning;
    if (meaning === "category" || meaning === "date") return value;
    if (meaning === "title") title ??= value;
  }
  return title;
}

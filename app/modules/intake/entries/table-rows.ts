import { JsonObject, type JsonValue } from "../text/json-value";
import { keyTokens, nameKey } from "./name-keys";

const HEADS = new Set("columns column headers header head fields keys ستونها سرستونها".split(" "));
/** Maximum number of columns: an event has a few dozen fields. */
const COLUMNS_MAX = 60;

const isRow = (value: JsonValue): value is JsonValue[] => Array.isArray(value);
const namesOf = (value: JsonValue | undefined): string[] | null =>
  Array.isArray(value) &&
  value.length > 1 &&
  value.length <= COLUMNS_MAX &&
  value.every((item) => typeof item === "string")
    ? (value as string[])
    : null;

/** Whether a row contains column names: a title and another field of an event. */
function areKeys(names: readonly string[]): boolean {
  const meanings = names.map((name) => nameKey(name)?.meaning);
  return (
    meanings.includes("title") && meanings.filter((meaning) => meaning !== undefined).length > 1
  );
}

/**
 * Rows of a table as objects: [["title", "date"], ["Night of Tar", "2026-12-05"]]. Null for other
 * lists. @param most maximum number of rows
 */
export function rowsOfList(list: readonly JsonValue[], most: number): JsonObject[] | null {
  const [head, ...rows] = list;
  const names = namesOf(head);
  return names && rows.length > 0 && rows.every(isRow) && areKeys(names)
    ? rows.slice(0, most).map((row) => rowOf(names, row))
    : null;
}

/**
 * Rows of a table with separate columns: {"columns": ["title", "date"], "rows": [["Night of Tar",
 * "2026-12-05"]]}. @param most maximum number of rows
 */
export function rowsOfTable(object: JsonObject, most: number): JsonObject[] | null {
  let names: string[] | null = null;
  let rows: JsonValue[] | null = null;
  for (const [key, value] of object.fields) {
    if (HEADS.has(keyTokens(key).join(""))) names ??= namesOf(value);
    else if (Array.isArray(value) && value.length > 0 && value.every(isRow)) rows ??= value;
  }
  return names && rows && areKeys(names)
    ? rows.slice(0, most).map((row) => rowOf(names, Array.isArray(row) ? row : []))
    : null;
}

function rowOf(names: readonly string[], row: readonly JsonValue[]): JsonObject {
  const object = new JsonObject();
  names.forEach((name, place) => {
    object.set(name, row[place] ?? null);
  });
  return object;
}

/**
 * An object from a list of its fields: {"fields": [{"name": "title", "value": "Night of Tar"}, …]}.
 */
export function pairsOf(object: JsonObject): JsonObject | null {
  for (const list of object.fields.values()) {
    if (!Array.isArray(list) || list.length < 2 || list.length > COLUMNS_MAX) continue;
    const pairs = list.map(pairOf);
    if (pairs.some((pair) => pair === null)) continue;
    const names = pairs.map((pair) => pair?.[0] ?? "");
    if (areKeys(names))
      return rowOf(
        names,
        pairs.map((pair) => pair?.[1] ?? null),
      );
  }
  return null;
}

function pairOf(item: JsonValue): [string, JsonValue] | null {
  if (!(item instanceof JsonObject) || item.fields.size < 2) return null;
  const name = ["name", "key", "field", "label"]
    .map((key) => item.fields.get(key))
    .find((value) => typeof value === "string");
  return typeof name === "string" && item.fields.has("value")
    ? [name, item.fields.get("value") ?? null]
    : null;
}

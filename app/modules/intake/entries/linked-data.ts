import { withoutEntities } from "../text/entities";
import { findJson } from "../text/find-json";
import { plainJson } from "../text/json-value";

export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Characters of a document that are read tolerantly. */
const TOLERATED = 1_048_576;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What pages put around their JSON: CDATA, comments, a closing semicolon. */
const bare = (text: string): string =>
  text
    .replace(/<!\[CDATA\[|\]\]>|<!--|-->/g, "")
    .replace(/^\s*(?:\/\/|\/\*\s*\*\/)\s*$/gm, "")
    .trim()
    .replace(/;$/, "");

/**
 * The values of a JSON-LD document, also of one with raw line breaks, comments, entities or
 * trailing commas; none where there is no JSON.
 */
export function linkedDocument(text: string): unknown[] {
  const whole = parsed(text);
  if (whole !== undefined) return [whole];
  const inner = bare(text.slice(0, TOLERATED));
  const isEncoded = /&quot;|&#34;/.test(inner) && !/[{,]\s*"/.test(inner);
  const plain = isEncoded ? withoutEntities(inner) : inner;
  const again = parsed(plain);
  if (again !== undefined) return [again];
  const found = findJson(plain);
  return found.ok ? found.values.map(plainJson) : [];
}

/** Depth of references that are followed. */
const DEEPEST = 5;
/** Properties that lead to further objects of a graph. */
const NESTED = [
  "@graph",
  "mainEntity",
  "itemListElement",
  "item",
  "event",
  "events",
  "subEvent",
] as const;

/** Objects of one level that are looked at. */
const LISTED = 2_000;

/** Every object of a document, however it is nested in lists and graphs. */
export function* objectsIn(value: unknown, depth = 0): Generator<Json> {
  if (depth > 6) return;
  if (Array.isArray(value))
    for (const item of value.slice(0, LISTED)) yield* objectsIn(item, depth + 1);
  else if (isJson(value)) {
    yield value;
    for (const name of NESTED) yield* objectsIn(value[name], depth + 1);
  }
}

/** Objects of a page by their `@id`, for those that refer to them. */
export function objectsById(documents: readonly unknown[]): ReadonlyMap<string, Json> {
  const known = new Map<string, Json>();
  for (const document of documents)
    for (const object of objectsIn(document)) {
      const id = object["@id"];
      if (typeof id === "string" && Object.keys(object).length > 1 && !known.has(id))
        known.set(id, object);
    }
  return known;
}

/** A value with references (`{"@id": …}` alone) replaced by the objects that they name. */
export function resolved(value: unknown, known: ReadonlyMap<string, Json>, depth = 0): unknown {
  if (depth > DEEPEST) return value;
  if (Array.isArray(value))
    return value.slice(0, LISTED).map((item) => resolved(item, known, depth + 1));
  if (!isJson(value)) return value;
  const keys = Object.keys(value);
  const id = value["@id"];
  const target = keys.length === 1 && typeof id === "string" ? known.get(id) : undefined;
  if (target) return resolved(target, known, depth + 1);
  return Object.fromEntries(
    keys.map((key) => [
      key,
      key === "@graph" ? value[key] : resolved(value[key], known, depth + 1),
    ]),
  );
}

/**
 * The text of a value: a string, a value object, a map of languages (English before others), or the
 * first text of a list. Null for none.
 */
export function textIn(value: unknown): string | null {
  if (typeof value === "string") return value.trim() || null;
  if (Array.isArray(value)) {
    const english = value.find((one) => isJson(one) && one["@language"] === "en");
    return textIn(english) ?? value.map(textIn).find((text) => text !== null) ?? null;
  }
  if (!isJson(value)) return null;
  if (value["@value"] !== undefined) return textIn(value["@value"]);
  const languages = Object.keys(value).filter((key) => /^[a-z]{2}(?:-[A-Za-z]{2})?$/.test(key));
  return textIn(value.en) ?? languages.map((key) => textIn(value[key])).find(Boolean) ?? null;
}

/** The Persian text of a map of languages; null for a plain text. */
export function persianIn(value: unknown): string | null {
  if (Array.isArray(value))
    return textIn(value.find((one) => isJson(one) && /^fa/.test(String(one["@language"]))));
  return isJson(value) && value["@value"] === undefined ? textIn(value.fa ?? value["fa-IR"]) : null;
}

/** A number; null for other values, since `Number(null)` would be 0. */
export function numberIn(value: unknown): number | null {
  const written =
    typeof value === "number" || (typeof value === "string" && value.trim() !== "")
      ? Number(value)
      : Number.NaN;
  return Number.isFinite(written) ? written : null;
}

/**
 * An object of an answer: keys as written, in order. A Map, so that `__proto__` is an ordinary key.
 */
export class JsonObject {
  readonly fields = new Map<string, JsonValue>();
  /** Keys that occur more than once. */
  readonly repeated = new Set<string>();

  /** The last non-empty value wins. */
  set(key: string, value: JsonValue): void {
    const earlier = this.fields.get(key);
    if (earlier !== undefined) this.repeated.add(key);
    if (earlier === undefined || !isEmpty(value)) this.fields.set(key, value);
  }
}

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A value as plain JSON. Keys that reach prototypes are left out. */
export function plainJson(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(plainJson);
  if (!(value instanceof JsonObject)) return value;
  return Object.fromEntries(
    [...value.fields]
      .filter(([key]) => key !== "__proto__")
      .map(([key, inner]) => [key, plainJson(inner)]),
  );
}

/** Whether a value is null, blank, or an empty list or object. */
export function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  if (Array.isArray(value)) return value.length === 0;
  return value instanceof JsonObject && value.fields.size === 0;
}

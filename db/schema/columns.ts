import { customType, integer, text } from "drizzle-orm/sqlite-core";

/** UUIDv7 primary key, lower case. It is made by the `ids` dependency, never by the database. */
export const id = () => text("id").primaryKey();

/** An instant: UTC epoch milliseconds. */
export const instant = (name: string) => integer(name);

/**
 * When a row was made and last changed: UTC epoch milliseconds, written from the injected clock.
 */
export const timestamps = {
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
};

const unreadable = new WeakSet<object>();

/** Whether a `json` column could not be parsed and its fallback is used instead. */
export const isUnreadable = (value: object): boolean => unreadable.has(value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * `value` if its type matches the fallback's (list, record or scalar), with missing fields from the
 * fallback.
 */
function completed(value: unknown, fallback: unknown): unknown {
  if (Array.isArray(fallback)) return Array.isArray(value) ? value : [...fallback];
  if (!isRecord(fallback)) return value === undefined ? fallback : value;
  const stored = isRecord(value) ? value : {};
  const fields = Object.entries(fallback).map(([name, missing]) => [
    name,
    completed(stored[name], missing),
  ]);
  return { ...stored, ...Object.fromEntries(fields) };
}

function readJson(stored: string, fallback: object): object {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    value = null;
  }
  const read = completed(value, fallback) as object;
  if (Array.isArray(fallback) ? !Array.isArray(value) : !isRecord(value)) unreadable.add(read);
  return read;
}

/**
 * JSON in a text column that only pages read (SQL reads lists of `events` itself, which would
 * refuse them first). Rows outlive the code that wrote them, so a read never throws: fields that an
 * older version did not store come from `fallback`, and so does a whole value that is not JSON of
 * its kind (see `isUnreadable`).
 */
export const json = <T extends object>(name: string, fallback: NoInfer<T>) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => "text",
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (stored) => readJson(stored, fallback) as T,
  })(name);

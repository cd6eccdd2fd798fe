import * as v from "valibot";
import { AppError } from "../errors";

/**
 * Where a page of a list begins that is ordered by an instant (UTC ms) or another number, and an
 * id.
 */
export type CursorPosition = [at: number, id: string];

const Position = v.strictTuple([
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.maxLength(40)),
]);

/**
 * Before the first row of a list that has the newest first: later than any instant (ECMA-262
 * §21.4.1.1), behind any id.
 */
export const NEWEST: CursorPosition = [8_640_000_000_000_000, "~"];

/**
 * Where the next page begins, as opaque text for a URL: base64url of JSON (RFC 4648 §5). Letters of
 * ASCII only.
 */
export const encodeCursor = (parts: readonly (string | number)[]): string =>
  btoa(JSON.stringify(parts)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @throws AppError("bad-request") for text that is not ours */
export function decodeCursor<T>(schema: v.GenericSchema<unknown, T>, text: string): T {
  try {
    return v.parse(schema, JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    // Invalid JSON, base64 or contents: the same error.
    throw foreignCursor();
  }
}

/**
 * @param start where the first page begins, by default with the smallest. @throws
 * AppError("bad-request") for text that is not ours
 */
export const decodePosition = (
  text: string | null,
  start: CursorPosition = [-1, ""],
): CursorPosition => (text === null ? start : decodeCursor(Position, text));

/** A cursor that is not ours, or of a list in another order. */
export const foreignCursor = () =>
  new AppError("bad-request", [{ path: "cursor", message: "errors:issue.cursor" }]);

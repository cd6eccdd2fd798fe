import * as v from "valibot";
import { AppError } from "../../lib/errors";
import { SORTS, type Sort } from "./schema";

/** How many events stand before the page: only told, never counted by. */
const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000));

const Cursor = v.union([
  v.strictTuple([v.literal("date"), v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.maxLength(40)), Count]),
  v.strictTuple([v.picklist(SORTS), v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000))]),
]);

type Position = { kind: "date"; startsAt: number; id: string; before: number } | { kind: Sort; offset: number };

/** Where the next page begins, as opaque text for a URL. */
export function encodeCursor(position: Position): string {
  const parts = "id" in position ? ["date", position.startsAt, position.id, position.before] : [position.kind, position.offset];
  return btoa(JSON.stringify(parts)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @throws AppError("bad-request") for text that is not ours, or that belongs to another order */
export function decodeCursor(text: string, sort: Sort): Position {
  try {
    const parts = v.parse(Cursor, JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/"))));
    if (parts[0] === sort && parts.length === 4) return { kind: "date", startsAt: parts[1], id: parts[2], before: parts[3] };
    if (parts[0] === sort && parts.length === 2) return { kind: sort, offset: parts[1] };
  } catch {
    // Not JSON, not base64 or not ours: all the same answer.
  }
  throw foreignCursor();
}

/** A cursor that is not ours, or of a list in another order. */
export const foreignCursor = () => new AppError("bad-request", [{ path: "cursor", message: "errors:issue.cursor" }]);

import * as v from "valibot";
import { decodeCursor, encodeCursor, foreignCursor } from "../../../lib/http/cursor";
import { SORTS, type Sort } from "../schema";

/** Number of events before the page, for display only. */
const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000));

const Parts = v.union([
  v.strictTuple([
    v.literal("date"),
    v.pipe(v.number(), v.safeInteger()),
    v.pipe(v.string(), v.maxLength(40)),
    Count,
  ]),
  v.strictTuple([
    v.picklist(SORTS),
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)),
  ]),
]);

/** Where a page of events begins: after an event, or at an offset of a ranked list. */
type Place =
  | { kind: "date"; startsAt: number; id: string; before: number }
  | { kind: Sort; offset: number };

/** Where the next page of events begins, as opaque text for a URL. */
export const encodePlace = (place: Place): string =>
  encodeCursor(
    "id" in place ? ["date", place.startsAt, place.id, place.before] : [place.kind, place.offset],
  );

/** @throws AppError("bad-request") for text that is not ours, or that belongs to another order */
export function decodePlace(text: string, sort: Sort): Place {
  const parts = decodeCursor(Parts, text);
  if (parts[0] === sort && parts.length === 4)
    return { kind: "date", startsAt: parts[1], id: parts[2], before: parts[3] };
  if (parts[0] === sort && parts.length === 2) return { kind: sort, offset: parts[1] };
  throw foreignCursor();
}

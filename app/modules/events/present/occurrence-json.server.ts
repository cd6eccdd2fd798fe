import * as v from "valibot";
import { toIsoWithOffset } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { decodeCursor, encodeCursor } from "../../../lib/http/cursor";
import type { EventRow } from "../event-columns.server";
import type { OccurrenceRow } from "../event-occurrences.server";
import { listOccurrences } from "../event-occurrences.server";
import type { OccurrenceJson } from "../schema";

/** Dates that an event's own JSON has. */
const NEXT = 30;

const occurrenceJson = (row: OccurrenceRow, timeZone: string): OccurrenceJson => ({
  at: row.originalStart,
  startsAt: toIsoWithOffset(row.startsAt, timeZone),
  endsAt: toIsoWithOffset(row.endsAt, timeZone),
  status: row.status,
  previousStartsAt:
    row.previousStartsAt === null ? null : toIsoWithOffset(row.previousStartsAt, timeZone),
  note: { en: row.noteEn, fa: row.noteFa },
  price: row.price,
  ticketUrl: row.ticketUrl,
});

type Reader = Pick<Deps, "db" | "clock">;
type Dated = Pick<EventRow, "id" | "timeZone">;

/** The next dates of an event; cancelled ones included. */
export async function nextOccurrences(
  { db, clock }: Reader,
  { id, timeZone }: Dated,
): Promise<OccurrenceJson[]> {
  const rows = await listOccurrences(db, id, {
    from: clock.now(),
    to: null,
    after: null,
    limit: NEXT,
  });
  return rows.map((row) => occurrenceJson(row, timeZone));
}

const Position = v.strictTuple([
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.maxLength(16)),
]);

/** Query of a page of dates: UTC epoch ms, `to` exclusive. */
interface OccurrenceQuery {
  from: number | null;
  to: number | null;
  cursor: string | null;
  limit: number;
}

/**
 * A page of an event's dates, by default of those to come. @throws AppError("bad-request") for a
 * cursor that is not ours
 */
export async function occurrencePage(
  { db, clock }: Reader,
  { id, timeZone }: Dated,
  { from, to, cursor, limit }: OccurrenceQuery,
) {
  const after = cursor === null ? null : decodeCursor(Position, cursor);
  const rows = await listOccurrences(db, id, {
    from: from ?? clock.now(),
    to,
    after,
    limit: limit + 1,
  });
  const items = rows.slice(0, limit).map((row) => occurrenceJson(row, timeZone));
  const last = rows[limit - 1];
  const nextCursor =
    rows.length > limit && last ? encodeCursor([last.startsAt, last.originalStart]) : null;
  return { items, nextCursor, hasMore: nextCursor !== null };
}

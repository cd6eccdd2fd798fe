import { desc, eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { eventFlags, events, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { decodeCursor, encodeCursor, NEWEST } from "../../../lib/http/cursor";
import { type Actor, assertCan } from "../../../lib/permissions";
import { countRows } from "../../../lib/runtime/count-rows.server";
import { columnsOf } from "../../../lib/runtime/indexed-columns.server";

export const REPORTS_LIMIT = 50;
export const REPORTS_MAX = 100;

const Place = v.strictTuple([v.pipe(v.number(), v.safeInteger()), v.string(), v.string()]);

/** How many reports are open, up to 1,001. */
export async function countReports(deps: Pick<Deps, "db">, actor: Actor | null): Promise<number> {
  assertCan(actor, "event:moderate");
  return countRows(deps, sql`event_flags INDEXED BY event_flags_open WHERE outcome IS NULL`);
}

/** Open reports of all events, newest first. @throws bad-request for an invalid cursor */
export async function listReports(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  cursor: string | null,
  limit = REPORTS_LIMIT,
) {
  assertCan(actor, "event:moderate");
  const [at, eventId, userId] = cursor === null ? [...NEWEST, "~"] : decodeCursor(Place, cursor);
  const rows = await db
    .select({
      ...columnsOf({
        eventId: eventFlags.eventId,
        userId: eventFlags.userId,
        reason: eventFlags.reason,
        note: eventFlags.note,
        weight: eventFlags.weight,
        uncounted: eventFlags.uncounted,
      }),
      at: sql<number>`event_flags.created_at`.as("reported_at"),
      titleEn: events.titleEn,
      titleFa: events.titleFa,
      status: events.status,
      reporter: users.displayName,
    })
    .from(sql`event_flags INDEXED BY event_flags_open`)
    .innerJoin(events, sql`${events.id} = event_flags.event_id`)
    .leftJoin(users, eq(users.id, eventFlags.userId))
    .where(
      sql`event_flags.outcome IS NULL AND (event_flags.created_at, event_flags.event_id, event_flags.user_id) < (${at}, ${eventId}, ${userId})`,
    )
    .orderBy(desc(eventFlags.createdAt), desc(eventFlags.eventId), desc(eventFlags.userId))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    nextCursor:
      last && rows.length > limit ? encodeCursor([last.at, last.eventId, last.userId]) : null,
  };
}

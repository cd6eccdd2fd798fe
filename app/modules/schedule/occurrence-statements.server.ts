import { and, eq, gt, ne, not, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "../../../db/client";
import { eventOccurrences, events } from "../../../db/schema";
import { type Schedule, takesPlace } from "../../lib/event/schedule";
import { insertJson } from "../store/run-guarded.server";
import type { Occurrence } from "./expand-schedule.server";

/** Columns of an event that follow from its occurrences to come; without a schedule, of its one. */
export function scheduleColumns(
  schedule: Schedule | null,
  occurrences: readonly Occurrence[] | null,
) {
  const open = (occurrences ?? []).filter(takesPlace);
  const isRun = schedule?.kind === "openingHours" && open.length > 0;
  return {
    schedule,
    occurrenceCount: occurrences === null ? 1 : open.length,
    runsUntil: isRun ? Math.max(...open.map(({ endsAt }) => endsAt)) : null,
  };
}

/** Columns that a schedule sets. */
const SET_COLUMNS = [
  "startsAt",
  "endsAt",
  "localDay",
  "status",
  "noteEn",
  "noteFa",
  "price",
  "ticketUrl",
] as const;
const inserted = (name: (typeof SET_COLUMNS)[number]) =>
  sql.raw(`excluded.${eventOccurrences[name].name}`);
const differs = sql.join(
  SET_COLUMNS.map((name) => sql`${eventOccurrences[name]} IS NOT ${inserted(name)}`),
  sql` OR `,
);

/** SQL: whether a registration for an occurrence was ever confirmed. */
const hasGuests = sql`EXISTS (SELECT 1 FROM registrations r WHERE r.occ = ${eventOccurrences.eventId} || '/' || ${eventOccurrences.originalStart} AND r.confirmed_at IS NOT NULL)`;

/**
 * Statements that make the stored occurrences to come those of a schedule; past ones stay, and those
 * with registrations stay as cancelled, so that their guests learn which date it was. They
 * follow the statement that writes the event's row, and are the only writers of occurrences with a
 * schedule. None without one: triggers keep a single occurrence.
 * @param occurrences as `materialise` returns them
 * @param now UTC epoch ms
 */
export function occurrenceStatements(
  db: Database,
  eventId: string,
  occurrences: readonly Occurrence[] | null,
  now: number,
): BatchItem<"sqlite">[] {
  if (occurrences === null) return [];
  const kept = JSON.stringify(occurrences.map(({ originalStart }) => originalStart));
  const removed = and(
    eq(eventOccurrences.eventId, eventId),
    gt(eventOccurrences.endsAt, now),
    sql`${eventOccurrences.originalStart} NOT IN (SELECT value FROM json_each(${kept}))`,
  );
  return [
    db
      .update(eventOccurrences)
      .set({ status: "cancelled", sequence: sql`sequence + 1`, updatedAt: now })
      .where(and(removed, hasGuests, ne(eventOccurrences.status, "cancelled"))),
    db.delete(eventOccurrences).where(and(removed, not(hasGuests))),
    ...upsertOccurrences(db, eventId, occurrences, now),
    raiseScheduleVersion(db, eventId),
  ];
}

/**
 * Inserts occurrences, and updates those that differ: they keep the start that was announced first,
 * unless they are back at it.
 */
export function upsertOccurrences(
  db: Database,
  eventId: string,
  occurrences: readonly Occurrence[],
  now: number,
): BatchItem<"sqlite">[] {
  const rows = JSON.stringify(
    occurrences.map(({ note, ...own }) => ({ ...own, noteEn: note.en, noteFa: note.fa })),
  );
  const { startsAt, previousStartsAt, sequence } = eventOccurrences;
  return [
    insertJson(db, eventOccurrences, rows, {
      eventId,
      isOver: false,
      sequence: 0,
      updatedAt: now,
    }).onConflictDoUpdate({
      target: [eventOccurrences.eventId, eventOccurrences.originalStart],
      set: {
        ...Object.fromEntries(SET_COLUMNS.map((name) => [name, inserted(name)])),
        previousStartsAt: sql`CASE WHEN ${startsAt} <> ${inserted("startsAt")} THEN nullif(coalesce(${previousStartsAt}, ${startsAt}), ${inserted("startsAt")}) ELSE ${previousStartsAt} END`,
        sequence: sql`${sequence} + 1`,
        updatedAt: now,
      },
      setWhere: differs,
    }),
  ];
}

/** The last statement of a change of occurrences: facets follow it by trigger. */
export const raiseScheduleVersion = (db: Database, eventId: string) =>
  db
    .update(events)
    .set({ scheduleVersion: sql`${events.scheduleVersion} + 1` })
    .where(eq(events.id, eventId));

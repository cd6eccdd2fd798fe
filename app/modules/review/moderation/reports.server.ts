import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import * as v from "valibot";
import { eventFlags, events, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { isRefusal } from "../../../lib/errors";
import { decodeCursor, encodeCursor, NEWEST } from "../../../lib/http/cursor";
import { type Actor, assertCan } from "../../../lib/permissions";
import { columnsOf, countRows } from "../../../lib/runtime/sql-columns.server";
import { type AuditRecord, auditEntry, auditWhere } from "../../audit/audit-entry.server";
import { unchanged } from "../../authoring/find-own-event.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { runGuarded } from "../../store/run-guarded.server";
import { openWeight } from "./flag-event.server";
import { approveEvent } from "./moderate-event.server";

/**
 * Dismisses the open reports of a public event. The audit log names their accounts, so that they
 * can be opened again.
 * @param following statements for the end of the batch
 * @throws conflict if the event has no open reports, or is not public
 */
export async function clearReports(
  deps: Deps,
  actor: Actor | null,
  id: string,
  following: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
  assertCan(actor, "event:moderate");
  const { db } = deps;
  const reported = db
    .select({ one: sql`1` })
    .from(events)
    .where(
      and(
        eq(events.id, id),
        eq(events.status, "approved"),
        gt(events.flagCount, 0),
        isNull(events.deletedAt),
      ),
    );
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "event.reports-cleared",
        entity: "event",
        entityId: id,
        // Read within the batch: exactly the reports that it dismisses.
        metadata: sql`json_object('accounts', json((SELECT json_group_array(user_id) FROM event_flags WHERE event_id = ${id} AND outcome IS NULL)))`,
        sessionId: actor.sessionId,
      },
      reported,
    ),
    db
      .update(eventFlags)
      .set({ outcome: "cleared" })
      .where(and(eq(eventFlags.eventId, id), isNull(eventFlags.outcome))),
    db.update(events).set({ flagCount: 0 }).where(eq(events.id, id)),
    ...following,
  ]);
}

/**
 * Opens dismissed reports of a public event again. They hide nothing until the next report.
 * @param accounts accounts that sent them
 * @param record audit entry
 * @throws conflict if none is dismissed, or the event changed meanwhile
 */
export async function reopenReports(
  deps: Pick<Deps, "db" | "ids" | "clock">,
  actor: Actor | null,
  { event, accounts }: { event: { id: string; version: number }; accounts: readonly string[] },
  record: AuditRecord,
): Promise<void> {
  assertCan(actor, "event:moderate");
  const { db } = deps;
  const theirs = sql`event_id = ${event.id} AND outcome = 'cleared' AND user_id IN (SELECT value FROM json_each(${JSON.stringify(accounts)}))`;
  const dismissed = db
    .select({ one: sql`1` })
    .from(events)
    .where(
      and(
        unchanged(event),
        eq(events.status, "approved"),
        isNull(events.deletedAt),
        sql`EXISTS (SELECT 1 FROM event_flags WHERE ${theirs})`,
      ),
    );
  await runGuarded(deps, [
    auditWhere(deps, record, dismissed),
    db.update(eventFlags).set({ outcome: null }).where(theirs),
    db
      .update(events)
      .set({
        flagCount: sql`(SELECT count(*) FROM event_flags WHERE event_id = ${event.id} AND outcome IS NULL)`,
      })
      .where(eq(events.id, event.id)),
  ]);
}

/** Maximum number of accounts per request. */
const ACCOUNTS_MAX = 100;
/** Maximum number of events restored per request; the others stay in the queue. */
const RESTORED_MAX = 100;

export const WithdrawReports = v.strictObject({
  accounts: v.pipe(
    v.array(v.pipe(v.string(), v.uuid(), v.toLowerCase())),
    v.minLength(1, "errors:issue.chooseAccount"),
    v.maxLength(ACCOUNTS_MAX),
  ),
});

export interface Withdrawn {
  /** Number of open reports withdrawn. */
  reports: number;
  /** Number of events that are public again. */
  restored: number;
}

/**
 * Withdraws all open reports of the accounts, with one entry in the audit log (decisions.md §3).
 * Restores events that reports alone had hidden, if the remaining weight is below the threshold.
 */
export async function withdrawReports(
  deps: Deps,
  actor: Actor | null,
  { accounts }: v.InferOutput<typeof WithdrawReports>,
) {
  assertCan(actor, "event:moderate");
  const { db } = deps;
  const ids = JSON.stringify([...new Set(accounts)]);
  const theirs = sql`user_id IN (SELECT value FROM json_each(${ids}))`;
  const open = await db
    .select({ eventId: eventFlags.eventId })
    .from(eventFlags)
    .where(sql`${theirs} AND outcome IS NULL`);
  if (open.length === 0) return { reports: 0, restored: 0 } satisfies Withdrawn;
  const touched = JSON.stringify([...new Set(open.map(({ eventId }) => eventId))]);
  const [withdrawn] = await db.batch([
    db
      .update(eventFlags)
      .set({ outcome: "withdrawn" })
      .where(sql`${theirs} AND outcome IS NULL`)
      .returning({ eventId: eventFlags.eventId }),
    db
      .update(events)
      .set({
        flagCount: sql`(SELECT count(*) FROM event_flags WHERE event_id = events.id AND outcome IS NULL)`,
      })
      .where(sql`${events.id} IN (SELECT value FROM json_each(${touched}))`),
    auditEntry(deps, {
      actorId: actor.id,
      action: "reports.withdrawn",
      entity: "report",
      metadata: { accounts: [...new Set(accounts)], reports: open.length },
      severity: "warning",
      sessionId: actor.sessionId,
    }),
  ]);
  return {
    reports: withdrawn.length,
    restored: await restoreEvents(deps, actor, touched),
  } satisfies Withdrawn;
}

/**
 * Restores events that reports alone had hidden and whose weight is below the threshold. @param ids
 * JSON array of event ids @returns number of restored events
 */
async function restoreEvents(deps: Deps, actor: Actor, ids: string): Promise<number> {
  const { moderation } = await settingsOf(deps);
  const due = await deps.db
    .select({ id: events.id })
    .from(events)
    .where(
      sql`${events.id} IN (SELECT value FROM json_each(${ids})) AND ${events.status} = 'flagged' AND ${events.deletedAt} IS NULL
        AND ${openWeight(sql`events.id`)} < ${moderation.minReportsForAutoFlag}
        AND (SELECT actor_id FROM event_decisions WHERE event_id = events.id AND action = 'flag' ORDER BY created_at DESC, id DESC LIMIT 1) IS NULL`,
    )
    .limit(RESTORED_MAX);
  let restored = 0;
  for (const { id } of due) {
    try {
      await approveEvent(deps, actor, id, null, "kept");
      restored += 1;
    } catch (error) {
      // Another moderator decided meanwhile.
      if (!isRefusal(error, "conflict")) throw error;
    }
  }
  return restored;
}

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

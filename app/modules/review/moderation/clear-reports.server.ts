import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { eventFlags, events } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";
import { type AuditRecord, auditWhere } from "../../audit/audit-entry.server";
import { unchanged } from "../../authoring/find-own-event.server";
import { runGuarded } from "../../store/run-guarded.server";

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

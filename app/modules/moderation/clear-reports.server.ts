import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { eventFlags, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditWhere } from "../audit/audit-entry.server";
import { runGuarded } from "../guarded-batch/run-guarded.server";

/**
 * Dismisses the open reports of a public event.
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
    .where(and(eq(events.id, id), eq(events.status, "approved"), gt(events.flagCount, 0), isNull(events.deletedAt)));
  await runGuarded(deps, [
    auditWhere(
      deps,
      { actorId: actor.id, action: "event.reports-cleared", entity: "event", entityId: id, sessionId: actor.sessionId },
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

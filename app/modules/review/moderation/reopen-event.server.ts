import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { eventDecisions, eventFlags, eventRevisions, events } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { getOwnEvent, unchanged } from "../../authoring/find-own-event.server";
import { decisionOn } from "../../events/decision.server";
import { takeBackTrustStatement } from "../../identity/trust/trust.server";
import {
  notifyCreator,
  verdictKey,
  withdrawUnsent,
} from "../../notifications/domain-events.server";
import { runGuarded } from "../../store/run-guarded.server";

/**
 * Takes back a rejection: the event waits for review again, or its edit does, with the reports that
 * the rejection upheld. Its creator is notified, once; what was not yet sent of the rejection is
 * withdrawn, and the points that it took are given back.
 * @param following statements for the end of the batch
 * @throws conflict unless the rejection is the last decision on the event, or if it changed
 * meanwhile
 */
export async function reopenEvent(
  deps: Deps,
  actor: Actor,
  id: string,
  following: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
  assertCan(actor, "event:moderate");
  const { db } = deps;
  const { event, revision } = await getOwnEvent(deps, actor, id);
  if (!event?.decisionId) throw new AppError("conflict");
  const rejection = await db
    .select()
    .from(eventDecisions)
    .where(eq(eventDecisions.id, event.decisionId))
    .get();
  const isOfEdit = rejection?.action === "reject-revision";
  if (
    !rejection ||
    (isOfEdit
      ? event.status !== "approved" || revision?.status !== "rejected"
      : rejection.action !== "reject" || event.status !== "rejected")
  )
    throw new AppError("conflict");
  const now = deps.clock.now();
  const toStatus = rejection.fromStatus;
  const decision = decisionOn(deps, { event, action: "reopen", toStatus, actorId: actor.id });
  const creatorNotification = notifyCreator(deps, actor, event, "event-reopened");
  const version = event.version + 1;
  await runGuarded(deps, [
    decision.statement,
    ...(isOfEdit
      ? [
          db
            .update(eventRevisions)
            .set({
              status: "pending",
              rejectionReason: null,
              version: (revision?.version ?? 0) + 1,
              updatedAt: now,
            })
            .where(eq(eventRevisions.eventId, id)),
          db.update(events).set({ decisionId: decision.id, version }).where(unchanged(event)),
        ]
      : [
          // Reports of before its last submission were upheld by an earlier rejection.
          db
            .update(eventFlags)
            .set({ outcome: null })
            .where(
              and(
                eq(eventFlags.eventId, id),
                eq(eventFlags.outcome, "upheld"),
                sql`${eventFlags.createdAt} >= ${event.submittedAt ?? 0}`,
              ),
            ),
          db
            .update(events)
            .set({
              status: toStatus,
              rejectionReason: null,
              flagCount: sql`(SELECT count(*) FROM event_flags WHERE event_id = ${id} AND outcome IS NULL)`,
              decisionId: decision.id,
              version,
              updatedAt: now,
            })
            .where(unchanged(event)),
        ]),
    takeBackTrustStatement(deps, rejection.id),
    ...withdrawUnsent(deps, verdictKey(rejection.id)),
    ...creatorNotification.statements(decision.id),
    ...following,
  ]);
  await creatorNotification.dispatch();
}

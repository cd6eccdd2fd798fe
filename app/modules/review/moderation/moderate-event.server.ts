import { and, eq, isNull } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { eventFlags, eventRevisions, events } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, staleError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { announceChange, publishStatements } from "../../authoring/announce-change.server";
import { assertComplete } from "../../authoring/check-values.server";
import { checkedAgainst } from "../../authoring/draft-commands.server";
import {
  getOwnEvent,
  type OwnEvent,
  unchanged,
  versionOf,
} from "../../authoring/find-own-event.server";
import { changeEvent } from "../../authoring/save-event.server";
import { decisionOn, nextStatus } from "../../events/decision.server";
import { trustEntry } from "../../identity/trust/trust.server";
import { notifyCreator } from "../../notifications/domain-events.server";
import { newEventDomainEvent } from "../../notifications/event-domain-events.server";
import { runGuarded } from "../../store/run-guarded.server";

type Following = readonly BatchItem<"sqlite">[];

/** Trust entry for the creator, if the event has one. */
const trustOf = (
  deps: Deps,
  creatorId: string | null,
  kind: "approval" | "rejection" | "upheld-flag",
  subject: string,
) => (creatorId === null ? [] : [trustEntry(deps, creatorId, kind, subject)]);

/** Throws `conflict` unless the moderator saw the current version. Null skips the check. */
function assertUpToDate(own: OwnEvent, expectedVersion: number | null): void {
  if (expectedVersion !== null && expectedVersion !== versionOf(own)) throw staleError();
}

/**
 * Approves a pending event, a flagged event (product.md §4), or the pending edit of an approved
 * event. Approval of a flagged event clears its reports unless `reports` is "kept". Notifies the
 * creator.
 * @param expectedVersion version that the moderator saw; null skips the check
 * @param following statements for the end of the batch
 * @throws conflict if nothing is pending, or another decision came first
 */
export async function approveEvent(
  deps: Deps,
  actor: Actor,
  id: string,
  expectedVersion: number | null = null,
  reports: "cleared" | "kept" = "cleared",
  following: Following = [],
): Promise<void> {
  assertCan(actor, "event:moderate");
  const own = await getOwnEvent(deps, actor, id);
  if (!own.event) throw new AppError("conflict");
  assertUpToDate(own, expectedVersion);
  const { event, revision, cities } = own;
  if (event.status === "approved" && revision?.status === "pending") {
    const facts = assertComplete(revision.values, {
      ...(await checkedAgainst(deps, revision.values)),
      announced: event,
    });
    const creatorNotification = notifyCreator(deps, actor, event, "edit-accepted");
    const rest = (decisionId: string) => [
      ...creatorNotification.statements(decisionId),
      ...following,
    ];
    await changeEvent(deps, actor, own, revision.values, facts, "accept-revision", rest);
    return creatorNotification.dispatch();
  }
  const toStatus = nextStatus(event.status, "approve");
  const city = cities.get(event.cityId);
  if (!city) throw new AppError("conflict");
  // The notification must not announce a public event while staff hide it.
  const shown = event.status === "flagged" ? "reports-cleared" : "event-approved";
  const creatorNotification = notifyCreator(
    deps,
    actor,
    event,
    event.isActive ? shown : "event-hidden",
  );
  const domainEvent = newEventDomainEvent(deps, event, toStatus, city);
  const now = deps.clock.now();
  const decision = decisionOn(deps, { event, action: "approve", toStatus, actorId: actor.id });
  const changes = {
    status: toStatus,
    rejectionReason: null,
    ...(reports === "cleared" && { flagCount: 0 }),
    decisionId: decision.id,
    publishedAt: event.publishedAt ?? now,
    version: event.version + 1,
    updatedAt: now,
  };
  await runGuarded(deps, [
    decision.statement,
    deps.db.update(events).set(changes).where(unchanged(event)),
    ...(reports === "cleared" ? [closeFlags(deps, id, "cleared")] : []),
    ...(event.status === "pending" ? trustOf(deps, event.creatorId, "approval", id) : []),
    ...creatorNotification.statements(decision.id),
    ...domainEvent.statements,
    auditEntry(deps, {
      actorId: actor.id,
      action: "event.approved",
      entity: "event",
      entityId: id,
      metadata: { before: { status: event.status }, after: { status: toStatus } },
      sessionId: actor.sessionId,
    }),
    ...publishStatements(deps, { ...event, ...changes }, city),
    ...following,
  ]);
  await creatorNotification.dispatch();
  deps.later(domainEvent.dispatch());
  announceChange(deps, city.slug, id, "created");
}

/**
 * Rejects a pending or flagged event, or the pending edit of an approved event, which stays
 * unchanged. Rejection of a flagged event upholds its reports.
 * @param reason for the creator, 1 to 500 characters (decisions.md §3); may be empty for the change
 * of a source
 * @param expectedVersion version that the moderator saw; null skips the check
 * @param following statements for the end of the batch
 * @throws conflict if nothing is pending, or another decision came first
 */
export async function rejectEvent(
  deps: Deps,
  actor: Actor,
  id: string,
  reason: string,
  expectedVersion: number | null = null,
  following: Following = [],
): Promise<void> {
  assertCan(actor, "event:moderate");
  const own = await getOwnEvent(deps, actor, id);
  if (!own.event) throw new AppError("conflict");
  assertUpToDate(own, expectedVersion);
  const { event, revision } = own;
  const now = deps.clock.now();
  const record = { actorId: actor.id, entity: "event", entityId: id, sessionId: actor.sessionId };
  if (event.status === "approved" && revision?.status === "pending") {
    // A source's proposal has no author: it is removed without a notification.
    const isOfSource = revision.sourceItemId !== null;
    const creatorNotification = notifyCreator(
      deps,
      actor,
      isOfSource ? { ...event, creatorId: null } : event,
      "edit-rejected",
      reason,
    );
    const decision = decisionOn(deps, {
      event,
      action: "reject-revision",
      toStatus: "approved",
      actorId: actor.id,
      reason,
    });
    await runGuarded(deps, [
      decision.statement,
      isOfSource
        ? deps.db.delete(eventRevisions).where(eq(eventRevisions.eventId, id))
        : deps.db
            .update(eventRevisions)
            .set({
              status: "rejected",
              rejectionReason: reason,
              version: revision.version + 1,
              updatedAt: now,
            })
            .where(eq(eventRevisions.eventId, id)),
      // Raises the version, so that a second decision on the same edit fails.
      deps.db
        .update(events)
        .set({ decisionId: decision.id, version: event.version + 1 })
        .where(unchanged(event)),
      ...creatorNotification.statements(decision.id),
      auditEntry(deps, { ...record, action: "event.revision-rejected", metadata: { reason } }),
      ...following,
    ]);
    return creatorNotification.dispatch();
  }
  const toStatus = nextStatus(event.status, "reject");
  const wasFlagged = event.status === "flagged";
  const creatorNotification = notifyCreator(
    deps,
    actor,
    event,
    wasFlagged ? "event-removed" : "event-rejected",
    reason,
  );
  const decision = decisionOn(deps, {
    event,
    action: "reject",
    toStatus,
    actorId: actor.id,
    reason,
  });
  await runGuarded(deps, [
    decision.statement,
    deps.db
      .update(events)
      .set({
        status: toStatus,
        rejectionReason: reason,
        flagCount: 0,
        decisionId: decision.id,
        version: event.version + 1,
        updatedAt: now,
      })
      .where(unchanged(event)),
    closeFlags(deps, id, "upheld"),
    ...trustOf(deps, event.creatorId, wasFlagged ? "upheld-flag" : "rejection", decision.id),
    ...creatorNotification.statements(decision.id),
    auditEntry(deps, {
      ...record,
      action: "event.rejected",
      metadata: { before: { status: event.status }, after: { status: toStatus }, reason },
    }),
    ...following,
  ]);
  await creatorNotification.dispatch();
}

const closeFlags = ({ db }: Pick<Deps, "db">, eventId: string, outcome: "cleared" | "upheld") =>
  db
    .update(eventFlags)
    .set({ outcome })
    .where(and(eq(eventFlags.eventId, eventId), isNull(eventFlags.outcome)));

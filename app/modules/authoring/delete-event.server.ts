import { and, eq } from "drizzle-orm";
import { eventDrafts, eventRevisions, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan, can } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { decisionOn } from "../events/decision.server";
import { isDeletableByCreator } from "../events/event-status";
import { notifyCreator } from "../notifications/notify-creator.server";
import { runGuarded } from "../store/run-guarded.server";
import { announceChange, publishStatements } from "./announce-change.server";
import { getOwnEvent, unchanged } from "./find-own-event.server";

/**
 * Deletes an event: a draft permanently, a submitted event softly until the nightly job purges it.
 * Creators may delete what is not public; staff may delete everything, which notifies the creator
 * (decisions.md §3).
 * @throws conflict for a creator's public event
 */
export async function deleteEvent(deps: Deps, actor: Actor, id: string): Promise<void> {
  assertCan(actor, "event:create");
  const { draft, event, cities } = await getOwnEvent(deps, actor, id);
  const record = {
    actorId: actor.id,
    action: "event.deleted",
    entity: "event",
    entityId: id,
    metadata: { before: { title: (draft ?? event).titleEn, status: event?.status ?? "draft" } },
    sessionId: actor.sessionId,
  };
  if (draft) {
    // Editors complete drafts that were handed over, and no more.
    if (draft.creatorId !== actor.id) throw new AppError("not-found");
    await deps.db.batch([
      deps.db
        .delete(eventDrafts)
        .where(and(eq(eventDrafts.id, id), eq(eventDrafts.creatorId, actor.id))),
      auditEntry(deps, record),
    ]);
    return;
  }
  if (!can(actor, "event:manage-all") && !isDeletableByCreator(event.status))
    throw new AppError("conflict");
  const city = cities.get(event.cityId);
  const now = deps.clock.now();
  const decision = decisionOn(deps, {
    event,
    action: "delete",
    toStatus: event.status,
    actorId: actor.id,
  });
  const changes = {
    deletedAt: now,
    decisionId: decision.id,
    version: event.version + 1,
    updatedAt: now,
  };
  const creatorNotification = notifyCreator(deps, actor, event, "event-deleted");
  await runGuarded(deps, [
    decision.statement,
    deps.db.update(events).set(changes).where(unchanged(event)),
    ...creatorNotification.statements(decision.id),
    deps.db.delete(eventRevisions).where(eq(eventRevisions.eventId, id)),
    auditEntry(deps, record),
    ...(event.isListed && city ? publishStatements(deps, { ...event, ...changes }, city) : []),
  ]);
  if (event.isListed && city) announceChange(deps, city.slug, id, "changed");
  await creatorNotification.dispatch();
}

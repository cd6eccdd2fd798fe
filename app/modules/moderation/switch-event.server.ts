import { events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { announceChange, publishStatements } from "../authoring/announce-change.server";
import { getOwnEvent, unchanged } from "../authoring/find-own-event.server";
import { decisionOn } from "../events/decision.server";
import { runGuarded } from "../guarded-batch/run-guarded.server";
import { notifyCreator } from "../notifications/notify-creator.server";

/** What staff switch of an event beside its status: whether it is among the featured ones, and whether it is shown at all. */
export const SWITCHES = {
  feature: { field: "isFeatured", value: true },
  unfeature: { field: "isFeatured", value: false },
  activate: { field: "isActive", value: true },
  deactivate: { field: "isActive", value: false },
} as const;
export type Switch = keyof typeof SWITCHES;

/**
 * Features an event, or hides it without deleting it, or the other way (decisions.md §3). Lists, search and counts follow;
 * whose public event is hidden or shown again is told.
 * @throws AppError("conflict") where it is so already, or it has been changed meanwhile; AppError("not-found") for drafts
 */
export async function switchEvent(deps: Deps, actor: Actor, id: string, action: Switch): Promise<void> {
  assertCan(actor, "event:manage-all");
  const { event, cities } = await getOwnEvent(deps, actor, id);
  if (!event) throw new AppError("not-found");
  const city = cities.get(event.cityId);
  const { field, value } = SWITCHES[action];
  if (!city || event[field] === value) throw new AppError("conflict");
  const decision = decisionOn(deps, { event, action, toStatus: event.status, actorId: actor.id });
  // The version rises, so that what was read before cannot bring the index out of line.
  const changes = { [field]: value, decisionId: decision.id, version: event.version + 1, updatedAt: deps.clock.now() };
  const isPublic = event.status === "approved";
  // Whether it is featured concerns nobody's event; whether anybody finds it does.
  const told = isPublic && field === "isActive" ? notifyCreator(deps, actor, event, value ? "event-shown" : "event-hidden") : null;
  await runGuarded(deps, [
    decision.statement,
    deps.db.update(events).set(changes).where(unchanged(event)),
    ...(told?.statements(decision.id) ?? []),
    auditEntry(deps, {
      actorId: actor.id,
      action: `event.${action}d`,
      entity: "event",
      entityId: id,
      metadata: { before: { [field]: event[field] }, after: { [field]: value } },
      sessionId: actor.sessionId,
    }),
    ...(isPublic ? publishStatements(deps, { ...event, ...changes }, city) : []),
  ]);
  if (isPublic) announceChange(deps, city.slug, id, "changed");
  await told?.dispatch();
}

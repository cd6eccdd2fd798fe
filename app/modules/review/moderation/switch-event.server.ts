import type { BatchItem } from "drizzle-orm/batch";
import { events } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { announceChange, publishStatements } from "../../authoring/announce-change.server";
import { getOwnEvent, unchanged } from "../../authoring/find-own-event.server";
import { decisionOn } from "../../events/decision.server";
import { notifyCreator } from "../../notifications/notify-creator.server";
import { runGuarded } from "../../store/run-guarded.server";

/** Flags that staff set independently of the status: featured, and active (visible). */
export const SWITCHES = {
  feature: { field: "isFeatured", value: true },
  unfeature: { field: "isFeatured", value: false },
  activate: { field: "isActive", value: true },
  deactivate: { field: "isActive", value: false },
} as const;
export type EventSwitch = keyof typeof SWITCHES;

/**
 * Features or hides an event, or undoes either (decisions.md §3). Updates lists, search and counts.
 * Notifies the creator if a public event is hidden or shown again.
 * @param following statements for the end of the batch
 * @throws conflict if the flag already has the value or the event changed meanwhile; not-found for
 * drafts
 */
export async function switchEvent(
  deps: Deps,
  actor: Actor,
  id: string,
  action: EventSwitch,
  following: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
  assertCan(actor, "event:manage-all");
  const { event, cities } = await getOwnEvent(deps, actor, id);
  if (!event) throw new AppError("not-found");
  const city = cities.get(event.cityId);
  const { field, value } = SWITCHES[action];
  if (!city || event[field] === value) throw new AppError("conflict");
  const decision = decisionOn(deps, { event, action, toStatus: event.status, actorId: actor.id });
  // Raises the version, so that a stale read cannot overwrite the search index.
  const changes = {
    [field]: value,
    decisionId: decision.id,
    version: event.version + 1,
    updatedAt: deps.clock.now(),
  };
  const isPublic = event.status === "approved";
  // Featuring sends no notification; hiding and showing do.
  const creatorNotification =
    isPublic && field === "isActive"
      ? notifyCreator(deps, actor, event, value ? "event-shown" : "event-hidden")
      : null;
  await runGuarded(deps, [
    decision.statement,
    deps.db.update(events).set(changes).where(unchanged(event)),
    ...(creatorNotification?.statements(decision.id) ?? []),
    auditEntry(deps, {
      actorId: actor.id,
      action: `event.${action}d`,
      entity: "event",
      entityId: id,
      metadata: { before: { [field]: event[field] }, after: { [field]: value } },
      sessionId: actor.sessionId,
    }),
    ...(isPublic ? publishStatements(deps, { ...event, ...changes }, city) : []),
    ...following,
  ]);
  if (isPublic) announceChange(deps, city.slug, id, "changed");
  await creatorNotification?.dispatch();
}

import { and, eq, gte, sql } from "drizzle-orm";
import { eventDecisions, eventFlags, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan, isStaff } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { announceChange } from "../authoring/announce-change.server";
import type { FlagInput } from "../authoring/schema";
import { findCityById } from "../cities/queries.server";
import { refreshCities } from "../cities/refresh-cities.server";
import { getListedEvent } from "../events/get-event.server";
import { runGuarded } from "../guarded-batch/run-guarded.server";
import { flaggedCause } from "../notifications/event-causes.server";
import { bumpCityVersionsIfChanged } from "../page-cache/content-version.server";
import { settingsOf } from "../settings/platform-settings.server";

/**
 * Reports an event. With so many open reports as the settings say, or by one of the staff, it leaves the public until a
 * moderator has looked at it (decisions.md §3).
 * @throws AppError("not-found") for what they cannot see, AppError("conflict") for a second report and for one's own event
 */
export async function flagEvent(deps: Deps, actor: Actor, id: string, { reason, note }: FlagInput): Promise<{ isHidden: boolean }> {
  assertCan(actor, "event:flag");
  const { db, ids, clock } = deps;
  const event = await getListedEvent(deps, id);
  if (event.creatorId === actor.id) throw new AppError("conflict");
  const { moderation } = await settingsOf(deps);
  const threshold = isStaff(actor) ? 1 : moderation.minReportsForAutoFlag;
  const decisionId = ids.next();
  const now = clock.now();
  const isDue = and(eq(events.id, id), eq(events.status, "approved"), gte(events.flagCount, threshold));
  const hidden = sql`EXISTS (SELECT 1 FROM event_decisions WHERE id = ${decisionId})`;
  const cause = flaggedCause(deps, event, { decisionId, actorId: actor.id, reason }, hidden);
  const statements = [
    db.insert(eventFlags).values({ eventId: id, userId: actor.id, reason, note, createdAt: now }),
    db
      .update(events)
      .set({ flagCount: sql`(SELECT count(*) FROM event_flags WHERE event_id = ${id} AND outcome IS NULL)` })
      .where(eq(events.id, id)),
    db.insert(eventDecisions).select(
      db
        .select({
          id: sql<string>`${decisionId}`.as("id"),
          eventId: events.id,
          action: sql<"flag">`'flag'`.as("action"),
          actorId: sql<string | null>`${isStaff(actor) ? actor.id : null}`.as("actor_id"),
          fromStatus: events.status,
          toStatus: sql<"flagged">`'flagged'`.as("to_status"),
          reason: sql<string | null>`${reason}`.as("reason"),
          createdAt: sql<number>`${now}`.as("created_at"),
        })
        .from(events)
        .where(isDue),
    ),
    db
      .update(events)
      .set({ status: "flagged", decisionId, version: sql`${events.version} + 1`, updatedAt: now })
      .where(and(eq(events.id, id), hidden)),
    ...cause.statements,
    bumpCityVersionsIfChanged(db, [event.cityId]),
    refreshCities(db, now, event.cityId),
    auditEntry(deps, {
      actorId: actor.id,
      action: "event.reported",
      entity: "event",
      entityId: id,
      metadata: { reason },
      sessionId: actor.sessionId,
    }),
  ] as const;
  await runGuarded(deps, statements, {
    "event_flags.event_id": () => new AppError("conflict", [{ path: "", message: "errors:issue.reported" }]),
  });
  const after = await db.select({ status: events.status }).from(events).where(eq(events.id, id)).get();
  const isHidden = after?.status === "flagged";
  if (isHidden) await cause.dispatch();
  const city = await findCityById(deps, event.cityId);
  if (isHidden && city) announceChange(deps, city.slug, id, "changed");
  return { isHidden };
}

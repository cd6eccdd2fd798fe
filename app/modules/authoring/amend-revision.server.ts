import { and, eq, sql } from "drizzle-orm";
import { type EventValues, eventRevisions } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { changedFields, pickFields } from "../../lib/event/event-fields";
import type { Actor } from "../../lib/permissions";
import { auditWhere } from "../audit/audit-entry.server";
import { runGuarded } from "../store/run-guarded.server";
import type { OwnEvent } from "./find-own-event.server";

/**
 * Changes the values of a waiting edit; author, source and place in the queue stay. @param values
 * checked
 * @throws conflict without such an edit, or if it was changed or decided meanwhile
 */
export async function amendRevision(
  deps: Deps,
  actor: Actor,
  { event, revision }: OwnEvent & { draft: null },
  values: EventValues,
): Promise<void> {
  if (revision?.status !== "pending") throw new AppError("conflict");
  const isThis = and(
    eq(eventRevisions.eventId, event.id),
    eq(eventRevisions.version, revision.version),
    eq(eventRevisions.status, "pending"),
  );
  const changed = changedFields(revision.values, values);
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "event.revised",
        entity: "event",
        entityId: event.id,
        metadata: {
          before: pickFields(revision.values, changed),
          after: pickFields(values, changed),
        },
        sessionId: actor.sessionId,
      },
      sql`(SELECT 1 FROM ${eventRevisions} WHERE ${isThis})`,
    ),
    deps.db
      .update(eventRevisions)
      .set({ values, version: revision.version + 1, updatedAt: deps.clock.now() })
      .where(isThis),
  ]);
}

import { inArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { distinctPairs, events } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { runGuarded } from "../../store/run-guarded.server";

/** Two ids in the order of the table's key. */
export const pairOf = (a: string, b: string) =>
  a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a };

/** SQL condition on `events`: a moderator judged the row and the event `id` distinct. */
export const isJudgedDistinct = (id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM distinct_pairs WHERE first_id = min(${events.id}, ${id}) AND second_id = max(${events.id}, ${id}))`;

/**
 * Records that two similar events are distinct. Idempotent except for the audit log.
 * @param following statements for the end of the batch
 * @throws not-found if either event does not exist
 */
export async function markDistinct(
  deps: Pick<Deps, "db" | "ids" | "clock">,
  actor: Actor | null,
  one: string,
  other: string,
  following: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
  assertCan(actor, "event:moderate");
  const there = await deps.db
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.id, [one, other]));
  if (there.length !== 2) throw new AppError("not-found");
  await runGuarded(deps, [
    deps.db
      .insert(distinctPairs)
      .values({ ...pairOf(one, other), decidedBy: actor.id, createdAt: deps.clock.now() })
      .onConflictDoNothing(),
    auditEntry(deps, {
      actorId: actor.id,
      action: "event.kept-apart",
      entity: "event",
      entityId: one,
      metadata: { other },
      sessionId: actor.sessionId,
    }),
    ...following,
  ]);
}

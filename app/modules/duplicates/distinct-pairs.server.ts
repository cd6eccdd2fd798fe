import { inArray, type SQL, sql } from "drizzle-orm";
import { distinctPairs, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";

/** Two ids in the order in which the table keeps them. */
export const pairOf = (a: string, b: string) => (a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a });

/** Whether somebody has judged that an event is not the one of that id; for a query over `events`. */
export const isJudgedDistinct = (id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM distinct_pairs WHERE first_id = min(${events.id}, ${id}) AND second_id = max(${events.id}, ${id}))`;

/**
 * Remembers that two events which look alike are not the same; again changes nothing but the audit log.
 * @throws AppError("not-found") where either is not there
 */
export async function markDistinct(
  deps: Pick<Deps, "db" | "ids" | "clock">,
  actor: Actor | null,
  one: string,
  other: string,
): Promise<void> {
  assertCan(actor, "event:moderate");
  const there = await deps.db
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.id, [one, other]));
  if (there.length !== 2) throw new AppError("not-found");
  await deps.db.batch([
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
  ]);
}

import { and, eq, sql } from "drizzle-orm";
import { type InboxKind, scheduledDecisions, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import type { Actor } from "../../../lib/permissions";
import { CASE_SOURCES } from "./inbox-cases.server";

/**
 * Missing parts of a case, as bits of `qualityOf`, and the author of a decision that can still be
 * undone.
 */
export async function caseState(
  { db }: Pick<Deps, "db">,
  actor: Actor,
  { kind, id }: { kind: InboxKind; id: string },
) {
  const source = CASE_SOURCES[kind];
  const [waiting, rows] = await db.batch([
    db
      .select({ name: users.displayName, userId: scheduledDecisions.actorId })
      .from(scheduledDecisions)
      .innerJoin(users, eq(users.id, scheduledDecisions.actorId))
      .where(
        and(eq(scheduledDecisions.subjectId, id), sql`${scheduledDecisions.state} = 'waiting'`),
      ),
    db
      .select({ missing: source.missing })
      .from(source.one)
      .where(sql`${source.id} = ${id}`)
      .limit(1),
  ]);
  return {
    decider: waiting[0]?.name ?? null,
    isMine: waiting[0]?.userId === actor.id,
    missing: rows[0]?.missing ?? null,
  };
}

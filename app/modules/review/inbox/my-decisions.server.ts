import { and, desc, eq, gt, gte, inArray, ne, or, sql } from "drizzle-orm";
import {
  auditEntries,
  type DecisionIntent,
  ingestionCandidates,
  scheduledDecisions,
} from "../../../../db/schema";
import { DAY, HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";
import { inversesOf } from "./revert-entry.server";

/** Decisions of the last hour that a page can show. */
const RECENT = 20;
/** Decisions of a session, and the entries of the audit log that they are looked for in. */
const MOST = 100;
const ENTRIES = 300;
/** Settled decisions are kept this long. */
const KEPT = 7 * DAY;

type Store = Pick<Deps, "db" | "clock">;

/** SQL condition: no other decision on the same case followed. */
const isNotDecidedSince = sql`NOT EXISTS (SELECT 1 FROM scheduled_decisions AS later
  WHERE later.subject_id = ${scheduledDecisions.subjectId} AND later.id > ${scheduledDecisions.id} AND later.state IN ('waiting', 'done'))`;

/** Statement: the actor's decisions of the last hour that wait or did not go through. */
export const recentDecisions = ({ db, clock }: Store, actor: Actor) =>
  db
    .select({
      id: scheduledDecisions.id,
      kind: scheduledDecisions.kind,
      subjectId: scheduledDecisions.subjectId,
      intent: scheduledDecisions.intent,
      title: scheduledDecisions.title,
      state: scheduledDecisions.state,
      dueAt: scheduledDecisions.dueAt,
      cause: scheduledDecisions.cause,
    })
    .from(scheduledDecisions)
    .where(
      and(
        eq(scheduledDecisions.actorId, actor.id),
        gt(scheduledDecisions.createdAt, clock.now() - HOUR),
        inArray(scheduledDecisions.state, ["waiting", "failed", "replaced"]),
        // What failed is told until the case is decided.
        or(ne(scheduledDecisions.state, "failed"), isNotDecidedSince),
      ),
    )
    .orderBy(desc(scheduledDecisions.createdAt), desc(scheduledDecisions.id))
    .limit(RECENT);

/** Entries of the audit log that a decision in effect writes, by its intent. */
const WRITES: Readonly<Record<DecisionIntent, readonly string[]>> = {
  approve: ["event.approved", "event.reports-cleared", "event.revision-accepted"],
  reject: [],
  merge: ["event.merged"],
};

/**
 * The decisions of the actor's session, newest first. One in effect has the entry of the audit log
 * whose reversal takes it back, where that is possible now.
 */
export async function myDecisions(deps: Pick<Deps, "db" | "clock" | "memo">, actor: Actor | null) {
  assertCan(actor, "event:moderate");
  const { db, clock } = deps;
  const decisions = await db
    .select()
    .from(scheduledDecisions)
    .where(
      and(
        eq(scheduledDecisions.actorId, actor.id),
        gt(scheduledDecisions.createdAt, clock.now() - KEPT),
        eq(scheduledDecisions.sessionId, actor.sessionId),
      ),
    )
    .orderBy(desc(scheduledDecisions.createdAt), desc(scheduledDecisions.id))
    .limit(MOST);
  const done = decisions.filter(({ state }) => state === "done");
  const since = done.at(-1)?.createdAt;
  if (since === undefined) return decisions.map((decision) => ({ ...decision, entry: null }));
  const candidates = JSON.stringify(
    done.flatMap(({ kind, subjectId }) => (kind === "candidate" ? subjectId : [])),
  );
  const [entries, published] = await db.batch([
    db
      .select({
        id: auditEntries.id,
        action: auditEntries.action,
        entity: auditEntries.entity,
        entityId: auditEntries.entityId,
        metadata: auditEntries.metadata,
        source: auditEntries.source,
      })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.actorId, actor.id),
          gte(auditEntries.createdAt, since),
          inArray(auditEntries.action, [...WRITES.approve, ...WRITES.merge]),
        ),
      )
      .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
      .limit(ENTRIES),
    db
      .select({ id: ingestionCandidates.id, eventId: ingestionCandidates.eventId })
      .from(ingestionCandidates)
      .where(inArray(ingestionCandidates.id, sql`(SELECT value FROM json_each(${candidates}))`)),
  ]);
  const inverses = await inversesOf(deps, actor, entries);
  const events = new Map(published.map(({ id, eventId }) => [id, eventId]));
  return decisions.map((decision) => {
    const { kind, subjectId, intent, values, state } = decision;
    const eventId = kind === "candidate" ? events.get(subjectId) : (values.dropId ?? subjectId);
    const entry =
      state === "done"
        ? entries.find(
            ({ id, action }) =>
              WRITES[intent].includes(action) && inverses.get(id)?.eventId === eventId,
          )
        : undefined;
    return { ...decision, entry: entry?.id ?? null };
  });
}

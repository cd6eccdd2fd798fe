import { and, desc, eq, gt, gte, inArray, ne, or, sql } from "drizzle-orm";
import {
  auditEntries,
  type DecisionIntent,
  scheduledDecisions,
  sourceProposals,
} from "../../../../db/schema";
import { DAY, HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";
import { inversesOf } from "./inverses.server";

/** Decisions of the last hour that a page can show. */
const RECENT = 100;
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
  approve: [
    "event.approved",
    "event.reports-cleared",
    "event.revision-accepted",
    "candidate.approved",
    "source.proposal-accepted",
  ],
  reject: [
    "event.rejected",
    "event.revision-rejected",
    "candidate.rejected",
    "source.proposal-dismissed",
  ],
  merge: ["event.merged", "candidate.merged"],
  keep: ["event.kept-apart"],
};

/**
 * Why a decision in effect cannot be taken back: those who saved the event know of the change of
 * plan, a source's values are not kept, or the case has changed or was decided since.
 */
export type Final = "told" | "not-kept" | "changed";

/** What a decision's entry is about: an event or a candidate. */
type Subject = Pick<typeof scheduledDecisions.$inferSelect, "kind" | "subjectId" | "values">;
const subjectOf = ({ kind, subjectId, values }: Subject, events: ReadonlyMap<string, string>) =>
  kind === "plan" ? events.get(subjectId) : (values.dropId ?? subjectId);

/** The event or candidate that an entry is about, as decisions name it. */
const namedBy = (action: string, entityId: string | null, metadata: Record<string, unknown>) => {
  if (action === "event.kept-apart") return metadata.other;
  if (action !== "event.merged") return entityId;
  const { before } = metadata as { before?: { merged?: { id?: unknown } } };
  return before?.merged?.id;
};

/**
 * The decisions of the actor's session, newest first. One in effect has the entry of the audit log
 * whose reversal takes it back; where that is not possible, the reason.
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
  if (since === undefined)
    return decisions.map((decision) => ({ ...decision, entry: null, final: null }));
  const plans = JSON.stringify(
    done.flatMap(({ kind, subjectId }) => (kind === "plan" ? subjectId : [])),
  );
  const [entries, proposals] = await db.batch([
    db
      .select({
        id: auditEntries.id,
        action: auditEntries.action,
        entity: auditEntries.entity,
        entityId: auditEntries.entityId,
        metadata: auditEntries.metadata,
        source: auditEntries.source,
        createdAt: auditEntries.createdAt,
      })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.actorId, actor.id),
          gte(auditEntries.createdAt, since),
          inArray(auditEntries.action, Object.values(WRITES).flat()),
        ),
      )
      .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
      .limit(ENTRIES),
    db
      .select({ id: sourceProposals.id, eventId: sourceProposals.eventId })
      .from(sourceProposals)
      .where(inArray(sourceProposals.id, sql`(SELECT value FROM json_each(${plans}))`)),
  ]);
  const inverses = await inversesOf(deps, actor, entries);
  const events = new Map(proposals.map(({ id, eventId }) => [id, eventId]));
  return decisions.map((decision) => {
    if (decision.state !== "done") return { ...decision, entry: null, final: null };
    const subject = subjectOf(decision, events);
    // The first one after its time to undo: a later decision on the same case has its own.
    const written = entries.findLast(
      ({ action, entityId, metadata, createdAt }) =>
        createdAt >= decision.dueAt &&
        WRITES[decision.intent].includes(action) &&
        namedBy(action, entityId, metadata) === subject,
    );
    const entry = written && inverses.has(written.id) ? written.id : null;
    return { ...decision, entry, final: entry ? null : finalOf(decision) };
  });
}

function finalOf({ kind, intent }: Pick<Subject, "kind"> & { intent: DecisionIntent }): Final {
  if (kind === "plan" && intent === "approve") return "told";
  return kind === "source" && intent === "reject" ? "not-kept" : "changed";
}

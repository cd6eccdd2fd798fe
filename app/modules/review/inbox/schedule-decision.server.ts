import { and, eq, inArray, sql } from "drizzle-orm";
import {
  type DecisionIntent,
  type DecisionValues,
  type InboxKind,
  scheduledDecisions,
  sourceProposals,
} from "../../../../db/schema";
import { MINUTE, SECOND } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan, can, type Permission } from "../../../lib/permissions";
import { auditWhere } from "../../audit/audit-entry.server";
import { enqueue } from "../../jobs/queue.server";
import { runGuarded } from "../../store/run-guarded.server";
import { causeOf, rehearseDecision } from "./carry-out-decision.server";

/** Time to undo a decision of the inbox, ms. */
const UNDO_TIME = 10 * SECOND;
/** For people who need more (WCAG 2.2.1), ms. */
const LONG_UNDO_TIME = 5 * MINUTE;

/** Permission for a decision, by kind of case. */
export const KIND_PERMISSIONS = {
  new: "event:moderate",
  edit: "event:moderate",
  report: "event:moderate",
  reported: "event:moderate",
  candidate: "ingestion:manage",
  source: "event:moderate",
  plan: "ingestion:manage",
  duplicate: "event:merge",
  language: "draft:complete",
} as const satisfies Record<InboxKind, Permission>;

export interface NewDecision {
  kind: InboxKind;
  /** Event, candidate, proposal or pair. */
  subjectId: string;
  intent: DecisionIntent;
  title: string;
  values: DecisionValues;
}

/** Longest title that a decision keeps, characters. */
export const TITLE_MAX = 200;
/** Decisions that are checked at the same time. */
const TOGETHER = 5;

/**
 * Records decisions that take effect after the time to undo them. Each passes its command's own
 * checks first; of several, those that do not are recorded as failed, with their cause. They
 * replace decisions that still wait on the same cases: of two moderators, the later one decides.
 * @returns ids of those that wait, and the cause of each that failed, in the order given
 * @throws what the command of a single decision throws
 */
export async function scheduleDecisions(
  deps: Deps,
  actor: Actor,
  decisions: readonly NewDecision[],
): Promise<{ ids: string[]; causes: ReturnType<typeof causeOf>[] }> {
  for (const { kind } of decisions) assertCan(actor, KIND_PERMISSIONS[kind]);
  const { db, ids, clock } = deps;
  const causes: ReturnType<typeof causeOf>[] = [];
  for (let start = 0; start < decisions.length; start += TOGETHER)
    causes.push(
      ...(await Promise.all(
        decisions.slice(start, start + TOGETHER).map((one) => causeAgainst(deps, actor, one)),
      )),
    );
  const [only] = causes;
  if (decisions.length === 1 && only) throw new AppError(only.code, only.issues);
  const now = clock.now();
  const made = {
    actorId: actor.id,
    sessionId: actor.sessionId,
    dueAt: now + UNDO_TIME,
    createdAt: now,
  };
  const rows = decisions.map((decision, place) => {
    const cause = causes[place] ?? null;
    const state = cause ? ("failed" as const) : ("waiting" as const);
    return { id: ids.next(), ...decision, ...made, state, cause };
  });
  const waiting = rows.filter(({ state }) => state === "waiting");
  const subjects = JSON.stringify(waiting.map(({ subjectId }) => subjectId));
  await runGuarded(deps, [
    db
      .update(scheduledDecisions)
      .set({ state: "replaced" })
      .where(
        sql`${scheduledDecisions.subjectId} IN (SELECT value FROM json_each(${subjects})) AND state = 'waiting'`,
      ),
    ...rows.map((row) => db.insert(scheduledDecisions).values(row)),
  ]);
  // One message for all: a run settles every due decision.
  const [first] = waiting;
  if (first)
    enqueue(
      deps,
      { type: "decision.settle", id: first.id },
      "decision.not-enqueued",
      UNDO_TIME / SECOND + 1,
    );
  return { ids: waiting.map(({ id }) => id), causes };
}

/** Why a decision would not go through; null if it would. @throws unexpected errors */
async function causeAgainst(deps: Deps, actor: Actor, decision: NewDecision) {
  try {
    await rehearseDecision(deps, actor, decision);
    return null;
  } catch (error) {
    const cause = causeOf(error);
    if (cause === null) throw error;
    return cause;
  }
}

/** Takes a moderator's failed and overtaken decisions off their notice. */
export async function putAsideDecisions({ db }: Pick<Deps, "db">, actor: Actor): Promise<void> {
  assertCan(actor, "event:moderate");
  await db
    .update(scheduledDecisions)
    .set({ state: "aside" })
    .where(
      and(
        eq(scheduledDecisions.actorId, actor.id),
        inArray(scheduledDecisions.state, ["failed", "replaced"]),
      ),
    );
}

/**
 * Undoes a decision that has not taken effect: its own, or any for admins. Recorded for the audit
 * log.
 * @throws conflict if it took effect, was undone or replaced, or is another moderator's
 */
export async function undoDecision(deps: Deps, actor: Actor, id: string): Promise<void> {
  assertCan(actor, "event:moderate");
  const { db } = deps;
  const isThis = and(
    eq(scheduledDecisions.id, id),
    eq(scheduledDecisions.state, "waiting"),
    can(actor, "user:manage") ? undefined : eq(scheduledDecisions.actorId, actor.id),
  );
  const decision = await db.select().from(scheduledDecisions).where(isThis).get();
  if (!decision) throw new AppError("conflict");
  const { kind, subjectId, intent, actorId, values } = decision;
  const proposal =
    kind === "plan" &&
    (await db.select().from(sourceProposals).where(eq(sourceProposals.id, subjectId)).get());
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "decision.undone",
        entity: kind === "candidate" ? "candidate" : "event",
        entityId: proposal ? proposal.eventId : (values.dropId ?? subjectId),
        metadata: { intent, by: actorId },
        sessionId: actor.sessionId,
      },
      sql`(SELECT 1 FROM ${scheduledDecisions} WHERE ${isThis})`,
    ),
    db.update(scheduledDecisions).set({ state: "undone" }).where(isThis),
  ]);
}

/** Gives an actor longer to undo: none of their decisions takes effect for five minutes. */
export async function postponeDecisions(
  { db, clock }: Pick<Deps, "db" | "clock">,
  actor: Actor,
): Promise<void> {
  assertCan(actor, "event:moderate");
  await db
    .update(scheduledDecisions)
    .set({ dueAt: clock.now() + LONG_UNDO_TIME })
    .where(and(eq(scheduledDecisions.actorId, actor.id), sql`state = 'waiting'`));
}

/**
 * SQL condition: no decision on the case waits for its time to undo. @param subject SQL of the
 * case's id
 */
export const isUndecided = (subject: ReturnType<typeof sql>) =>
  sql`NOT EXISTS (SELECT 1 FROM scheduled_decisions AS taken WHERE taken.subject_id = ${subject} AND taken.state = 'waiting')`;

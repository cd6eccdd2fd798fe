import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import {
  type DecisionCause,
  type DecisionIntent,
  type DecisionValues,
  type InboxKind,
  scheduledDecisions,
  sourceProposals,
} from "../../../../db/schema";
import { DAY, MINUTE, SECOND } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError, type ErrorCode, isRefusal } from "../../../lib/errors";
import { type Actor, assertCan, can, type Permission } from "../../../lib/permissions";
import { hasAllowance } from "../../../lib/runtime/allowance";
import { describeError, log } from "../../../lib/runtime/log";
import { purgeOf } from "../../../lib/runtime/purge-rounds.server";
import { auditWhere } from "../../audit/audit-entry.server";
import { markDistinct } from "../../events/duplicates/find-duplicates.server";
import { MERGE_FIELD_NAMES } from "../../events/duplicates/merge-fields";
import { findActor } from "../../identity/sessions.server";
import { approveCandidate } from "../../intake/ingestion/approve-candidates.server";
import { joinCandidates } from "../../intake/ingestion/join-candidates.server";
import { mergeCandidate } from "../../intake/ingestion/merge-candidate.server";
import { rejectCandidate } from "../../intake/ingestion/reject-candidates.server";
import { decideProposal } from "../../intake/sources/decide-proposal.server";
import { enqueue } from "../../jobs/queue.server";
import { runGuarded } from "../../store/run-guarded.server";
import { mergeEvents } from "../moderation/merge-events.server";
import { approveEvent, rejectEvent } from "../moderation/moderate-event.server";
import { clearReports } from "../moderation/reports.server";

type Following = NonNullable<Parameters<typeof rejectEvent>[5]>;

/** What a decision says, apart from who made it and when. */
type DecisionOf = Pick<
  typeof scheduledDecisions.$inferSelect,
  "kind" | "subjectId" | "intent" | "values"
>;

/**
 * Failures that a repetition does not mend: the case is no longer as the moderator saw it, lacks a
 * value, or they may not decide.
 */
const EXPECTED: readonly ErrorCode[] = [
  "conflict",
  "not-found",
  "invalid",
  "forbidden",
  "unauthorized",
];

/** Why a decision does not go through, as it is stored; null for failures that may pass. */
export const causeOf = (error: unknown): (DecisionCause & { code: ErrorCode }) | null =>
  isRefusal(error) && EXPECTED.includes(error.code)
    ? { code: error.code, issues: [...error.issues] }
    : null;

/** SQLite's answer to the last statement of a rehearsal. */
const REHEARSED = /malformed JSON/;

/**
 * Runs a decision's command with all its checks and statements, in a batch whose last statement
 * always fails: nothing is written, and nothing after the batch happens.
 * @throws what the command throws
 */
export async function rehearseDecision(
  deps: Deps,
  actor: Actor,
  decision: DecisionOf,
): Promise<void> {
  const fails = deps.db.run(sql`SELECT json('rehearsal')`);
  try {
    await carryOutDecision(deps, actor, decision, [fails]);
  } catch (error) {
    for (let cause = error; cause instanceof Error; cause = cause.cause)
      if (REHEARSED.test(cause.message)) return;
    throw error;
  }
  throw new Error("A rehearsed decision was carried out.");
}

/** A decision's command: it checks, and writes with `following` at the end of its batch. */
type Command = (
  deps: Deps,
  actor: Actor,
  decision: DecisionOf,
  following: Following,
) => Promise<unknown>;

/** Decisions on one event or candidate; of a pair, one can also keep both. */
type Verdict = Exclude<DecisionIntent, "keep">;

const COMMANDS_OF_EVENTS: Readonly<Record<Verdict, Command>> = {
  approve: (deps, actor, { subjectId, values }, following) =>
    approveEvent(deps, actor, subjectId, values.version, "cleared", following),
  reject: (deps, actor, { subjectId, values }, following) =>
    rejectEvent(deps, actor, subjectId, values.reason, values.version, following),
  merge: (deps, actor, { subjectId, values }, following) =>
    mergeEvents(deps, actor, {
      keepId: keptOf(values),
      dropId: values.dropId ?? subjectId,
      taken: takenOf(values),
      expectedVersions: { keep: values.keepVersion ?? null, drop: values.version },
      following,
    }),
};

const COMMANDS_OF_CANDIDATES: Readonly<Record<Verdict, Command>> = {
  approve: (deps, actor, { subjectId, values }, following) =>
    approveCandidate(deps, actor, subjectId, values.version, following),
  reject: (deps, actor, { subjectId, values }, following) =>
    rejectCandidate(deps, actor, subjectId, values.reason, values.version, following),
  merge: (deps, actor, { subjectId, values }, following) => {
    const keepId = keptOf(values);
    const { reason, version, keepVersion = null } = values;
    return values.isCandidate
      ? joinCandidates(deps, actor, {
          stays: keepId,
          goes: subjectId,
          reason,
          expectedVersions: { [subjectId]: version, [keepId]: keepVersion },
          following,
        })
      : mergeCandidate(deps, actor, {
          id: subjectId,
          eventId: keepId,
          taken: takenOf(values),
          reason,
          expectedVersions: { candidate: version, event: keepVersion },
          following,
        });
  },
};

const decidePlan: Command = (deps, actor, { subjectId, intent, values }, following) =>
  decideProposal(
    deps,
    actor,
    subjectId,
    intent === "approve" ? "accepted" : "dismissed",
    values.reason,
    following,
  );

const keepPublic: Command = (deps, actor, { subjectId }, following) =>
  clearReports(deps, actor, subjectId, following);

const keepPair: Command = (deps, actor, { values }, following) => {
  if (values.dropId === undefined) throw new AppError("invalid");
  return markDistinct(deps, actor, keptOf(values), values.dropId, following);
};

function commandOf({ kind, intent }: DecisionOf): Command {
  if (intent === "keep") return keepPair;
  if (kind === "plan") return decidePlan;
  if (kind === "reported") return keepPublic;
  return kind === "candidate" ? COMMANDS_OF_CANDIDATES[intent] : COMMANDS_OF_EVENTS[intent];
}

function keptOf({ keepId }: DecisionOf["values"]): string {
  if (keepId === undefined) throw new AppError("invalid");
  return keepId;
}

const takenOf = ({ taken = [] }: DecisionOf["values"]) =>
  MERGE_FIELD_NAMES.filter((name) => taken.includes(name));

/**
 * Carries out a decision by the command of its kind.
 * @param following statements for the end of the command's batch
 * @throws what the command throws
 */
async function carryOutDecision(
  deps: Deps,
  actor: Actor,
  decision: DecisionOf,
  following: Following,
): Promise<void> {
  await commandOf(decision)(deps, actor, decision, following);
}

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

/** Decisions per query. */
const SWEEP = 50;
/** Unexpected failures, a minute apart, after which a decision is given up. */
const ATTEMPTS = 10;
/** How long settled decisions are kept: the inbox shows the last hour. */
const KEPT = 7 * DAY;

type Decision = typeof scheduledDecisions.$inferSelect;

/** Carries out decisions whose time to undo is over: each at most once, also after a crash. */
export async function settleDecisions(deps: Deps): Promise<{ decisions: number; failed: number }> {
  const { db, clock } = deps;
  const settled = { decisions: 0, failed: 0 };
  let due: Decision[];
  // What fails is not due again at once.
  do {
    due = await db
      .select()
      .from(scheduledDecisions)
      // Written out, so that the partial index is taken.
      .where(and(sql`state = 'waiting'`, lte(scheduledDecisions.dueAt, clock.now())))
      .orderBy(asc(scheduledDecisions.dueAt), asc(scheduledDecisions.id))
      .limit(SWEEP);
    for (const decision of due) {
      if (!hasAllowance(deps)) {
        enqueue(deps, { type: "decision.settle", id: decision.id }, "decision.not-enqueued");
        return settled;
      }
      settled.decisions += 1;
      if (!(await settle(deps, decision))) settled.failed += 1;
    }
  } while (due.length === SWEEP);
  return settled;
}

async function settle(deps: Deps, decision: Decision): Promise<boolean> {
  const { db, clock } = deps;
  const isThis = eq(scheduledDecisions.id, decision.id);
  try {
    // In the batch of its effects; null fails it if the decision was undone, replaced or carried
    // out meanwhile.
    const settled = db
      .update(scheduledDecisions)
      .set({ state: sql`CASE WHEN state = 'waiting' THEN 'done' END` })
      .where(isThis);
    await carryOutDecision(deps, await actorOf(deps, decision), decision, [settled]);
    return true;
  } catch (error) {
    const cause = causeOf(error);
    const isGivenUp = cause !== null || decision.attempts + 1 >= ATTEMPTS;
    const failed = await db
      .update(scheduledDecisions)
      .set(
        isGivenUp
          ? { state: "failed", cause }
          : { attempts: decision.attempts + 1, dueAt: clock.now() + MINUTE },
      )
      .where(and(isThis, eq(scheduledDecisions.state, "waiting")))
      .returning({ id: scheduledDecisions.id });
    // Another worker was faster, or it was undone.
    if (failed.length === 0) return true;
    log("warn", "decision.failed", { id: decision.id, ...describeError(error) });
    return false;
  }
}

/** The moderator as they are now. @throws forbidden for accounts that were closed */
async function actorOf(deps: Deps, { actorId, sessionId }: Decision): Promise<Actor> {
  const actor = await findActor(deps, actorId, sessionId);
  if (!actor) throw new AppError("forbidden");
  return actor;
}

/** Settled decisions, a week after they were made. */
export const decisionsPurge = purgeOf(scheduledDecisions, (at) =>
  and(sql`${scheduledDecisions.state} <> 'waiting'`, lte(scheduledDecisions.createdAt, at - KEPT)),
);

import { and, asc, eq, lte, sql } from "drizzle-orm";
import { scheduledDecisions } from "../../../../db/schema";
import { DAY, MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Actor } from "../../../lib/permissions";
import { describeError, log } from "../../../lib/runtime/log";
import { purgeOf } from "../../../lib/runtime/purge-rounds.server";
import { MERGE_FIELD_NAMES } from "../../events/duplicates/merge-fields";
import { findActor } from "../../identity/sessions.server";
import { approveCandidate } from "../../intake/ingestion/approve-candidates.server";
import { joinCandidates } from "../../intake/ingestion/join-candidates.server";
import { mergeCandidate } from "../../intake/ingestion/merge-candidate.server";
import { rejectCandidate } from "../../intake/ingestion/reject-candidates.server";
import { decideProposal } from "../../intake/sources/decide-proposal.server";
import { mergeEvents } from "../moderation/merge-events.server";
import { approveEvent, rejectEvent } from "../moderation/moderate-event.server";
import { clearReports } from "../moderation/reports.server";

/** Decisions per sweep. */
const SWEEP = 50;
/** Unexpected failures, a minute apart, after which a decision is given up. */
const ATTEMPTS = 10;
/** How long settled decisions are kept: the inbox shows the last hour. */
const KEPT = 7 * DAY;

type Decision = typeof scheduledDecisions.$inferSelect;

/**
 * Expected failures: the case is no longer as the moderator saw it, or they may no longer decide.
 */
const EXPECTED: readonly string[] = [
  "conflict",
  "not-found",
  "invalid",
  "forbidden",
  "unauthorized",
];

/** Carries out decisions whose time to undo is over: each at most once, also after a crash. */
export async function settleDecisions(deps: Deps): Promise<{ decisions: number; failed: number }> {
  const { db, clock } = deps;
  const due = await db
    .select()
    .from(scheduledDecisions)
    // Written out, so that the partial index is taken.
    .where(and(sql`state = 'waiting'`, lte(scheduledDecisions.dueAt, clock.now())))
    .orderBy(asc(scheduledDecisions.dueAt), asc(scheduledDecisions.id))
    .limit(SWEEP);
  let failed = 0;
  for (const decision of due) if (!(await settle(deps, decision))) failed += 1;
  return { decisions: due.length, failed };
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
    await carryOut(deps, await actorOf(deps, decision), decision, [settled]);
    return true;
  } catch (error) {
    const isExpected = error instanceof AppError && EXPECTED.includes(error.code);
    const isGivenUp = isExpected || decision.attempts + 1 >= ATTEMPTS;
    const failed = await db
      .update(scheduledDecisions)
      .set(
        isGivenUp
          ? { state: "failed" }
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

type Following = NonNullable<Parameters<typeof rejectEvent>[5]>;

async function carryOut(
  deps: Deps,
  actor: Actor,
  { kind, subjectId, intent, values }: Decision,
  following: Following,
): Promise<void> {
  const { reason, version } = values;
  if (kind === "plan") {
    await decideProposal(
      deps,
      actor,
      subjectId,
      intent === "approve" ? "accepted" : "dismissed",
      reason,
      following,
    );
    return;
  }
  if (kind === "reported") return clearReports(deps, actor, subjectId, following);
  if (intent === "merge" && kind === "candidate") {
    const { keepId, isCandidate, keepVersion = null, taken = [] } = values;
    if (keepId === undefined) throw new AppError("invalid");
    if (isCandidate) {
      const expectedVersions = { [subjectId]: version, [keepId]: keepVersion };
      return joinCandidates(deps, actor, {
        stays: keepId,
        goes: subjectId,
        reason,
        expectedVersions,
        following,
      });
    }
    return mergeCandidate(deps, actor, {
      id: subjectId,
      eventId: keepId,
      taken: MERGE_FIELD_NAMES.filter((name) => taken.includes(name)),
      reason,
      expectedVersions: { candidate: version, event: keepVersion },
      following,
    });
  }
  if (intent === "merge") {
    const { dropId = subjectId, keepId, keepVersion = null, taken = [] } = values;
    if (keepId === undefined) throw new AppError("invalid");
    return mergeEvents(deps, actor, {
      keepId,
      dropId,
      taken: MERGE_FIELD_NAMES.filter((name) => taken.includes(name)),
      expectedVersions: { keep: keepVersion, drop: version },
      following,
    });
  }
  if (kind === "candidate") {
    if (intent === "approve") await approveCandidate(deps, actor, subjectId, version, following);
    else await rejectCandidate(deps, actor, subjectId, reason, version, following);
  } else if (intent === "approve")
    await approveEvent(deps, actor, subjectId, version, "cleared", following);
  else await rejectEvent(deps, actor, subjectId, reason, version, following);
}

/** Settled decisions, a week after they were made. */
export const decisionsPurge = purgeOf(scheduledDecisions, (at) =>
  and(sql`${scheduledDecisions.state} <> 'waiting'`, lte(scheduledDecisions.createdAt, at - KEPT)),
);

import { sql } from "drizzle-orm";
import type { DecisionCause, scheduledDecisions } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, type ErrorCode } from "../../../lib/errors";
import type { Actor } from "../../../lib/permissions";
import { MERGE_FIELD_NAMES } from "../../events/duplicates/merge-fields";
import { approveCandidate } from "../../intake/ingestion/approve-candidates.server";
import { joinCandidates } from "../../intake/ingestion/join-candidates.server";
import { mergeCandidate } from "../../intake/ingestion/merge-candidate.server";
import { rejectCandidate } from "../../intake/ingestion/reject-candidates.server";
import { decideProposal } from "../../intake/sources/decide-proposal.server";
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
  error instanceof AppError && EXPECTED.includes(error.code)
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

/**
 * Carries out a decision by the command of its kind.
 * @param following statements for the end of the command's batch
 * @throws what the command throws
 */
export async function carryOutDecision(
  deps: Deps,
  actor: Actor,
  { kind, subjectId, intent, values }: DecisionOf,
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

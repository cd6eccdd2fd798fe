import { sql } from "drizzle-orm";
import type { DecisionCause, DecisionIntent, scheduledDecisions } from "../../../../db/schema";
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

/** A decision's command: it checks, and writes with `following` at the end of its batch. */
type Command = (
  deps: Deps,
  actor: Actor,
  decision: DecisionOf,
  following: Following,
) => Promise<unknown>;

const COMMANDS_OF_EVENTS: Readonly<Record<DecisionIntent, Command>> = {
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

const COMMANDS_OF_CANDIDATES: Readonly<Record<DecisionIntent, Command>> = {
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

function commandOf({ kind, intent }: DecisionOf): Command {
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
export async function carryOutDecision(
  deps: Deps,
  actor: Actor,
  decision: DecisionOf,
  following: Following,
): Promise<void> {
  await commandOf(decision)(deps, actor, decision, following);
}

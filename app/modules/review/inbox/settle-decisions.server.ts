import { and, asc, eq, lte, sql } from "drizzle-orm";
import { scheduledDecisions } from "../../../../db/schema";
import { DAY, MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Actor } from "../../../lib/permissions";
import { describeError, log } from "../../../lib/runtime/log";
import { purgeOf } from "../../../lib/runtime/purge-rounds.server";
import { findActor } from "../../identity/sessions.server";
import { carryOutDecision, causeOf } from "./schedule-decision.server";

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
    settled.decisions += due.length;
    for (const decision of due) if (!(await settle(deps, decision))) settled.failed += 1;
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

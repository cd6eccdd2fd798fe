import { eq } from "drizzle-orm";
import type { Deps } from "../../app/lib/deps";
import { settleDecisions } from "../../app/modules/review/inbox/schedule-decision.server";
import { scheduledDecisions } from "../../db/schema";

/** Ends the time to undo of all decisions that wait, and carries them out. */
export async function settleNow(deps: Deps) {
  await deps.db
    .update(scheduledDecisions)
    .set({ dueAt: 0 })
    .where(eq(scheduledDecisions.state, "waiting"));
  return settleDecisions(deps);
}

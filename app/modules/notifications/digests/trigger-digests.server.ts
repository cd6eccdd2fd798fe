import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { enqueueJob, type JobValues, jobStatement, runJob } from "../../jobs/jobs.server";
import type { DigestFrequency } from "../digest-times.server";
import { type DigestRun, sendDigests } from "./send-digests.server";

/** A step of the digests that staff send by hand. */
export async function sendDigestsOn(
  deps: Deps,
  { frequency, after }: JobValues["digests.send"],
): Promise<JobValues["digests.send"] | null> {
  const run = await sendDigests(deps, { frequency, after });
  return run.goesOn ? { frequency, after: run.after } : null;
}

/**
 * Sends the digests of one frequency by hand to users without one in their present period
 * (decisions.md §9). Idempotent within a period. Sends the first chunk directly and the rest by a
 * job.
 * @throws AppError("forbidden")
 */
export async function triggerDigests(
  deps: Deps,
  actor: Actor | null,
  frequency: DigestFrequency,
): Promise<DigestRun> {
  assertCan(actor, "digest:send");
  const job = jobStatement(deps, "digests.send", { frequency, after: "" });
  await deps.db.batch([
    job.statement,
    auditEntry(deps, {
      actorId: actor.id,
      action: "digests.triggered",
      entity: "digest",
      metadata: { frequency },
      sessionId: actor.sessionId,
    }),
  ]);
  let first: DigestRun = { sent: 0, empty: 0, goesOn: false };
  const sendFirst = async (_deps: Deps, values: JobValues["digests.send"]) => {
    const { after, ...run } = await sendDigests(deps, values);
    first = run;
    return run.goesOn ? { frequency, after } : null;
  };
  if ((await runJob(deps, { "digests.send": sendFirst }, job.id, 1)) === "more")
    enqueueJob(deps, job.id);
  return first;
}

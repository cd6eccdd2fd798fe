import type { Deps } from "../../lib/deps";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import type { DigestFrequency } from "../notifications/digest-times.server";
import { type DigestRun, sendDigests } from "./send-digests.server";

/**
 * Sends the digests of one frequency by hand, to whoever is due in the present period of theirs and has not had it
 * (decisions.md §9). Pressed twice, it sends nobody a second one.
 * @throws AppError("forbidden")
 */
export async function triggerDigests(deps: Deps, actor: Actor | null, frequency: DigestFrequency): Promise<DigestRun> {
  assertCan(actor, "digest:send");
  const run = await sendDigests(deps, { frequency, after: "" });
  await auditEntry(deps, {
    actorId: actor.id,
    action: "digests.triggered",
    entity: "digest",
    metadata: { frequency, ...run },
    sessionId: actor.sessionId,
  });
  return run;
}

import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { distinctPairs, sourceProposals } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { type AuditRecord, auditEntry, auditWhere } from "../../audit/audit-entry.server";
import { getAuditEntry } from "../../audit/list-entries.server";
import { undoPlan } from "../../authoring/change-plan.server";
import { assertComplete } from "../../authoring/check-values.server";
import { checkedAgainst } from "../../authoring/draft-commands.server";
import { getOwnEvent } from "../../authoring/find-own-event.server";
import { changeEvent } from "../../authoring/save-event.server";
import { pairOf } from "../../events/duplicates/find-duplicates.server";
import { reopenCandidate } from "../../intake/ingestion/reopen-candidate.server";
import { runGuarded } from "../../store/run-guarded.server";
import { reopenEvent } from "../moderation/reopen-event.server";
import { reopenReports } from "../moderation/reports.server";
import { restoreEvent, switchEvent } from "../moderation/restore-event.server";
import { type Inverse, inversesOf } from "./inverses.server";

/**
 * Reverts what an entry of the audit log records, by the command that is its inverse and with that
 * command's checks and notifications. A further entry names the one that was reverted.
 * @throws not-found; conflict if the state does not allow it any more; invalid if old values are
 * not valid now
 */
export async function revertEntry(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "event:manage-all");
  const entry = await getAuditEntry(deps, actor, id);
  const inverse = (await inversesOf(deps, actor, [entry])).get(entry.id);
  if (!inverse) throw new AppError("conflict");
  const { eventId } = inverse;
  const entity = inverse.by === "candidate" ? "candidate" : "event";
  const record: AuditRecord = {
    actorId: actor.id,
    action: `${entity}.reverted`,
    entity,
    entityId: eventId,
    metadata: { entry: entry.id, action: entry.action },
    sessionId: actor.sessionId,
  };
  if (inverse.by === "candidate") return reopenCandidate(deps, actor, eventId, record);
  if (inverse.by === "reports") return reopenReports(deps, actor, inverse, record);
  if (inverse.by === "pair") return forgetPair(deps, inverse, record);
  const following: readonly BatchItem<"sqlite">[] = [auditEntry(deps, record)];
  if (inverse.by === "proposal") return reopenProposal(deps, actor, inverse, following);
  if (inverse.by === "reopen") return reopenEvent(deps, actor, eventId, following);
  if (inverse.by === "restore") return restoreEvent(deps, actor, eventId, following);
  if (inverse.by === "switch") return switchEvent(deps, actor, eventId, inverse.name, following);
  const own = await getOwnEvent(deps, actor, eventId);
  if (own.draft) throw new AppError("conflict");
  const facts = assertComplete(inverse.values, {
    ...(await checkedAgainst(deps, inverse.values)),
    announced: own.event,
  });
  await changeEvent(deps, actor, own, inverse.values, facts, "edit", () => following);
}

/** Takes back that two events are distinct: the pair waits for a decision again. */
async function forgetPair(
  deps: Deps,
  { eventId, other }: Extract<Inverse, { by: "pair" }>,
  record: AuditRecord,
): Promise<void> {
  const { firstId, secondId } = pairOf(eventId, other);
  const isPair = and(eq(distinctPairs.firstId, firstId), eq(distinctPairs.secondId, secondId));
  await runGuarded(deps, [
    auditWhere(deps, record, sql`(SELECT 1 FROM ${distinctPairs} WHERE ${isPair})`),
    deps.db.delete(distinctPairs).where(isPair),
  ]);
}

/**
 * Takes back the decision on a source's proposal. What an accepted one changed is undone, which is
 * possible until those who saved the event are notified.
 */
async function reopenProposal(
  deps: Deps,
  actor: Actor,
  { eventId, proposal: { id, status } }: Extract<Inverse, { by: "proposal" }>,
  following: readonly BatchItem<"sqlite">[],
): Promise<void> {
  const opening = [
    deps.db
      .update(sourceProposals)
      // Null fails the batch if it was opened meanwhile.
      .set({
        status: sql`CASE WHEN ${sourceProposals.status} = ${status} THEN 'open' END`,
        decidedBy: null,
        decidedAt: null,
      })
      .where(eq(sourceProposals.id, id)),
    ...following,
  ] as const;
  if (status === "accepted") await undoPlan(deps, actor, eventId, opening);
  else await runGuarded(deps, opening);
}

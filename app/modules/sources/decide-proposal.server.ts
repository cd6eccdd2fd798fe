import { and, eq, sql } from "drizzle-orm";
import { sourceProposals, sources } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { changePlan } from "../authoring/change-plan.server";

/**
 * Accepts or dismisses a change of plan that a source proposes. Accepting it cancels or reinstates the event as its organizer would:
 * those who saved it are notified after the time to undo.
 * @param message to those who saved it
 * @throws not-found; conflict if it is decided, or the event's state does not allow it
 */
export async function decideProposal(
  deps: Deps,
  actor: Actor | null,
  id: string,
  verdict: "accepted" | "dismissed",
  message: string,
): Promise<{ sourceId: string }> {
  assertCan(actor, "ingestion:manage");
  const found = await deps.db
    .select({ proposal: sourceProposals, name: sources.name })
    .from(sourceProposals)
    .innerJoin(sources, eq(sources.id, sourceProposals.sourceId))
    .where(eq(sourceProposals.id, id))
    .get();
  if (!found) throw new AppError("not-found");
  const { proposal, name } = found;
  if (proposal.status !== "open") throw new AppError("conflict");
  // First the event: if the second part fails, the proposal stays open and the event's state refuses to accept it again.
  if (verdict === "accepted")
    await changePlan(deps, actor, proposal.eventId, { plan: proposal.kind === "back" ? "reinstate" : "cancel", message });
  await deps.db.batch([
    deps.db
      .update(sourceProposals)
      .set({ status: verdict, decidedBy: actor.id, decidedAt: deps.clock.now() })
      .where(and(eq(sourceProposals.id, id), sql`status = 'open'`)),
    auditEntry(deps, {
      actorId: actor.id,
      action: verdict === "accepted" ? "source.proposal-accepted" : "source.proposal-dismissed",
      entity: "event",
      entityId: proposal.eventId,
      metadata: { source: name, kind: proposal.kind },
      sessionId: actor.sessionId,
    }),
  ]);
  return { sourceId: proposal.sourceId };
}

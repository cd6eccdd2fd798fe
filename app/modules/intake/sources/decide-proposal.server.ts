import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { sourceProposals, sources } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditWhere } from "../../audit/audit-entry.server";
import { changePlan } from "../../authoring/change-plan.server";
import { runGuarded } from "../../store/run-guarded.server";

/**
 * Accepts or dismisses a change of plan that a source proposes. Accepting it cancels or reinstates
 * the event as its organizer would: those who saved it are notified after the time to undo.
 * @param message to those who saved it
 * @param following statements for the end of the batch
 * @throws not-found; conflict if it is decided, or the event's state does not allow it
 */
export async function decideProposal(
  deps: Deps,
  actor: Actor | null,
  id: string,
  verdict: "accepted" | "dismissed",
  message: string,
  following: readonly BatchItem<"sqlite">[] = [],
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
  const deciding = [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: verdict === "accepted" ? "source.proposal-accepted" : "source.proposal-dismissed",
        entity: "event",
        entityId: proposal.eventId,
        metadata: { source: name, kind: proposal.kind, proposal: id },
        sessionId: actor.sessionId,
      },
      sql`(SELECT 1 FROM ${sourceProposals} WHERE ${sourceProposals.id} = ${id} AND ${sourceProposals.status} = 'open')`,
    ),
    deps.db
      .update(sourceProposals)
      .set({ status: verdict, decidedBy: actor.id, decidedAt: deps.clock.now() })
      .where(eq(sourceProposals.id, id)),
    ...following,
  ] as const;
  if (verdict === "dismissed") await runGuarded(deps, deciding);
  else
    await changePlan(
      deps,
      actor,
      proposal.eventId,
      { plan: proposal.kind === "back" ? "reinstate" : "cancel", message },
      deciding,
    );
  return { sourceId: proposal.sourceId };
}

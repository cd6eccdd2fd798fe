import { and, eq } from "drizzle-orm";
import { hostClaims } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditWhere } from "../../audit/audit-entry.server";
import { enqueueDomainEvent } from "../../notifications/domain-events.server";
import { runGuarded } from "../../store/run-guarded.server";
import { forgetSiteState } from "../../store/site-state.server";
import { getHostOrThrow } from "../write-host.server";
import { pageStatements } from "./claims.server";
import { hostDecidedEvent } from "./notify-author.server";

const REASON_LIMITS = { shortest: 5, longest: 500 } as const;

/** The reason of a rejection. @throws AppError("invalid") at `reason` */
export function checkedReason(text: string): string {
  const reason = text.trim();
  if (reason.length < REASON_LIMITS.shortest)
    throw new AppError("invalid", [{ path: "reason", message: "errors:issue.short" }]);
  if (reason.length > REASON_LIMITS.longest)
    throw new AppError("invalid", [{ path: "reason", message: "errors:issue.tooLong" }]);
  return reason;
}

/**
 * Approves a claim, which makes the claimant the page's verified manager, or rejects it with a
 * reason. The claimant is notified.
 * @param reason null approves
 * @throws AppError("conflict") unless it waits, AppError("forbidden") for one's own claim,
 * AppError("invalid") at `reason`
 */
export async function decideClaim(
  deps: Deps,
  actor: Actor | null,
  id: string,
  reason: string | null,
): Promise<void> {
  assertCan(actor, "host:manage");
  const { db, clock } = deps;
  const claim = await db.select().from(hostClaims).where(eq(hostClaims.id, id)).get();
  if (claim?.status !== "pending") throw new AppError("conflict");
  if (claim.userId === actor.id)
    throw new AppError("forbidden", [{ path: "", message: "errors:issue.ownClaim" }]);
  const isApproved = reason === null;
  const said = isApproved ? null : checkedReason(reason);
  const told = hostDecidedEvent(deps, await getHostOrThrow(deps, claim.hostId), {
    kind: isApproved ? "claim-approved" : "claim-rejected",
    authorId: claim.userId,
    actorId: actor.id,
    reason: said,
    idempotencyKey: `claim:${id}`,
  });
  const waits = and(eq(hostClaims.id, id), eq(hostClaims.status, "pending"));
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: isApproved ? "claim.approved" : "claim.rejected",
        entity: claim.hostKind,
        entityId: claim.hostId,
        metadata: { claimant: claim.userId },
        severity: "warning",
        sessionId: actor.sessionId,
      },
      db.select({ id: hostClaims.id }).from(hostClaims).where(waits),
    ),
    db
      .update(hostClaims)
      .set({
        status: isApproved ? "approved" : "rejected",
        reason: said,
        decidedBy: actor.id,
        decidedAt: clock.now(),
        updatedAt: clock.now(),
      })
      .where(waits),
    told.statement,
    ...(await pageStatements(deps, claim)),
  ]);
  forgetSiteState(deps);
  deps.later(enqueueDomainEvent(deps, told.id));
}

import type { BatchItem } from "drizzle-orm/batch";
import { LIVE_STATES, type RegistrationState } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { runGuarded } from "../store/run-guarded.server";
import { getRegistration, offerEndOf, promotionStatements } from "./guest-commands.server";
import { assertHosts } from "./host-access.server";
import { refusalsOf, refused } from "./registration-refusals.server";
import { approveStatement, endStatement, offerStatement } from "./registration-statements.server";
import { tellSoon } from "./tell-changes.server";

/** What a host decides about a party: `offer` picks one out of the line. */
export const HOST_DECISIONS = ["approve", "decline", "remove", "offer"] as const;
export type HostDecision = (typeof HOST_DECISIONS)[number];

/** The states that each decision is about. */
const DECIDED_IN: Readonly<Record<HostDecision, readonly RegistrationState[]>> = {
  approve: ["requested"],
  decline: ["requested"],
  remove: LIVE_STATES,
  offer: ["waitlisted"],
};

/**
 * Decides about a registration as one of its event's hosts, audited.
 * @param reason the guest reads it
 * @throws AppError("conflict") where it is in another state by now, or too few seats are free
 */
export async function decideGuest(
  deps: Deps,
  actor: Actor | null,
  id: string,
  decision: HostDecision,
  reason: string | null = null,
): Promise<void> {
  const row = await getRegistration(deps, id);
  const host = await assertHosts(deps, actor, { kind: "event", id: row.eventId }, "guests");
  // A second press is no decision and leaves no entry in the audit log.
  if (!DECIDED_IN[decision].includes(row.state)) throw refused("rsvpEnded");
  const changer = { as: "host", by: host.id, reason } as const;
  const until = decision === "offer" ? await offerEndOf(deps, row.occ) : 0;
  if (until === null) throw refused("rsvpOff");
  const statement = (): BatchItem<"sqlite"> => {
    if (decision === "approve") return approveStatement(deps, id, host.id);
    if (decision === "decline")
      return endStatement(deps, id, "declined", changer, DECIDED_IN.decline);
    if (decision === "remove") return endStatement(deps, id, "removed", changer);
    return offerStatement(deps, row.occ, until, { id, hostId: host.id });
  };
  const [moved] = await runGuarded(
    deps,
    [
      statement(),
      ...(decision === "remove" ? await promotionStatements(deps, row.occ, row.seats) : []),
      auditEntry(deps, {
        actorId: host.id,
        action: "event.guest-decided",
        entity: "event",
        entityId: row.eventId,
        sessionId: host.sessionId,
        metadata: { registrationId: id, decision },
      }),
    ],
    refusalsOf(deps, row.occ),
  );
  if ((moved as unknown[]).length === 0)
    throw refused(decision === "offer" ? "rsvpSeats" : "rsvpEnded");
  tellSoon(deps, row);
}

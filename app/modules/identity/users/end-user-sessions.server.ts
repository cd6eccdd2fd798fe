import type { Deps } from "../../../lib/deps";
import type { Actor } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { allBut, revokeAllAccess } from "../access.server";
import { getManagedUser } from "./managed-user.server";

/** Ends all sessions and sockets of an account. @throws as `getManagedUser` */
export async function endUserSessions(deps: Deps, by: Actor | null, id: string): Promise<void> {
  const { actor, user } = await getManagedUser(deps, by, id);
  await deps.db.batch([
    ...revokeAllAccess(deps, user.id, { keep: { kinds: allBut("sessions") } }),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.sessions-ended",
      entity: "user",
      entityId: user.id,
      severity: "warning",
      sessionId: actor.sessionId,
    }),
  ]);
  deps.later(deps.rooms.signedOut(user.id, null));
}

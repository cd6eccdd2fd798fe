import type { Deps } from "../../lib/deps";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { allBut, revokeAllAccess } from "./access.server";
import { closeSession } from "./sessions.server";

/** Ends the actor's session and its sockets. */
export async function signOut(deps: Deps, actor: Actor): Promise<void> {
  await deps.db.batch([
    closeSession(deps, actor.id, actor.sessionId),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.signed-out",
      entity: "user",
      entityId: actor.id,
      sessionId: actor.sessionId,
    }),
  ]);
  deps.later(deps.rooms.signedOut(actor.id, actor.sessionId));
}

/** Ends another session of the actor; null ends all except the current one. */
export async function revokeSessions(
  deps: Deps,
  actor: Actor,
  sessionId: string | null,
): Promise<void> {
  await deps.db.batch([
    ...(sessionId === null
      ? revokeAllAccess(deps, actor.id, {
          keep: { kinds: allBut("sessions"), sessionId: actor.sessionId },
        })
      : ([closeSession(deps, actor.id, sessionId)] as const)),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.sessions-revoked",
      entity: "user",
      entityId: actor.id,
      metadata: { sessionId: sessionId ?? "others" },
      sessionId: actor.sessionId,
    }),
  ]);
  deps.later(deps.rooms.signedOut(actor.id, sessionId));
}

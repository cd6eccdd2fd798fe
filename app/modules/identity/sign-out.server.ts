import type { Deps } from "../../lib/deps";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { closeSession, closeSessions } from "./sessions.server";

/** Ends the session that somebody acts in, its sockets too. */
export async function signOut(deps: Deps, actor: Actor): Promise<void> {
  await deps.db.batch([
    closeSession(deps, actor.id, actor.sessionId),
    auditEntry(deps, { actorId: actor.id, action: "user.signed-out", entity: "user", entityId: actor.id, sessionId: actor.sessionId }),
  ]);
  deps.later(deps.rooms.signedOut(actor.id, actor.sessionId));
}

/** Ends another of one's own sessions, or with null all but the present one. */
export async function revokeSessions(deps: Deps, actor: Actor, sessionId: string | null): Promise<void> {
  await deps.db.batch([
    ...(sessionId === null ? closeSessions(deps, actor.id, actor.sessionId) : ([closeSession(deps, actor.id, sessionId)] as const)),
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

import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { allBut, revokeAllAccess } from "./access.server";
import { closeSession } from "./sessions.server";
import { consumeToken, findToken } from "./tokens/user-tokens.server";

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

/** Whether the link of a mail about a changed factor is valid. Does not consume it. */
export const isEndSessionsLinkGood = async (
  deps: Pick<Deps, "db" | "clock">,
  token: string | null,
): Promise<boolean> => (await findToken(deps, "end-sessions", token)) !== null;

/**
 * "It was not me": follows the link of a mail about a changed factor, without signing in
 * (docs/decisions/identity.md). Ends all access to the account, the password too, since an attacker
 * knew it or had just signed in. Of passkeys, authenticator app and linked accounts only those
 * added since the mail end, so that an attacker's does not lock the owner out and a mailbox alone
 * removes no factor of theirs. The owner returns by a reset link, Google or an older passkey.
 * @throws not-found for an invalid link
 */
export async function endSessionsByLink(deps: Deps, token: string | null): Promise<void> {
  const taken = await consumeToken(deps, "end-sessions", token);
  if (!taken?.userId) throw new AppError("not-found");
  const id = taken.userId;
  await deps.db.batch([
    ...revokeAllAccess(deps, id, { since: taken.createdAt }),
    auditEntry(deps, {
      actorId: id,
      action: "user.sessions-ended-by-mail",
      entity: "user",
      entityId: id,
      severity: "warning",
    }),
  ]);
  deps.later(deps.rooms.signedOut(id, null));
}

import { eq } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { staleError } from "../../../lib/errors";
import type { Actor } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { runGuarded } from "../../store/run-guarded.server";
import { revokeAllAccess, SIGN_IN_WAYS } from "../access.server";
import { getManagedUser, ifUserUnchanged } from "./managed-user.server";
import { getUserOrThrow } from "./queries.server";
import type { UserRow } from "./user-json.server";

/** Maps the guard on `users.is_active` to `conflict`. */
export const STALE_ACCOUNT = { "users.is_active": () => staleError("") };

/**
 * Deactivates an account: ends its sessions, keys, addresses and sockets and blocks sign-in; its
 * public events stay (decisions.md §6). Idempotent.
 * @throws as `getManagedUser`; conflict if the account changed meanwhile
 */
export async function deactivateUser(deps: Deps, by: Actor | null, id: string): Promise<UserRow> {
  const { actor, user } = await getManagedUser(deps, by, id);
  if (!user.isActive) return user;
  await runGuarded(
    deps,
    [
      deps.db
        .update(users)
        .set({ isActive: ifUserUnchanged(actor, user, 0), updatedAt: deps.clock.now() })
        .where(eq(users.id, user.id)),
      ...revokeAllAccess(deps, user.id, { keep: { kinds: SIGN_IN_WAYS } }),
      auditEntry(deps, {
        actorId: actor.id,
        action: "user.deactivated",
        entity: "user",
        entityId: user.id,
        metadata: { before: { isActive: true }, after: { isActive: false } },
        severity: "warning",
        sessionId: actor.sessionId,
      }),
    ],
    STALE_ACCOUNT,
  );
  deps.later(deps.rooms.signedOut(user.id, null));
  return getUserOrThrow(deps, user.id);
}

/**
 * Reactivates an account and revokes its scheduled deletion.
 * @throws as `getManagedUser`; conflict if the account changed meanwhile
 */
export async function reactivateUser(deps: Deps, by: Actor | null, id: string): Promise<UserRow> {
  const { actor, user } = await getManagedUser(deps, by, id);
  if (user.isActive) return user;
  await runGuarded(
    deps,
    [
      deps.db
        .update(users)
        .set({
          isActive: ifUserUnchanged(actor, user, 1),
          deleteAfter: null,
          updatedAt: deps.clock.now(),
        })
        .where(eq(users.id, user.id)),
      auditEntry(deps, {
        actorId: actor.id,
        action: "user.reactivated",
        entity: "user",
        entityId: user.id,
        metadata: {
          before: { isActive: false, deleteAfter: user.deleteAfter },
          after: { isActive: true, deleteAfter: null },
        },
        severity: "warning",
        sessionId: actor.sessionId,
      }),
    ],
    STALE_ACCOUNT,
  );
  return getUserOrThrow(deps, user.id);
}

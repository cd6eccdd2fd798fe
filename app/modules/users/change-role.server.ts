import { eq } from "drizzle-orm";
import * as v from "valibot";
import { users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError, stale } from "../../lib/errors";
import { type Actor, assertCan, canAssignRole, isUpgrade, ROLES, type Role } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { runGuarded } from "../guarded-batch/run-guarded.server";
import { closeSessions } from "../identity/sessions.server";
import { whileAsFound } from "./managed-user.server";
import { getUserOrThrow } from "./queries.server";
import type { UserRow } from "./user-json.server";

/** PATCH /users/{id}/role (product.md §7). */
export const RoleInput = v.strictObject({ role: v.picklist(ROLES, "errors:issue.role") });

/**
 * Gives somebody another role. All their sessions end, so that whatever they do next they do as who they are now
 * (decisions.md §5: a new token at role change).
 * @throws AppError("forbidden") for the owner, oneself, and roles that the actor does not outrank; AppError("invalid") for
 * the role that they have; AppError("conflict") where the role has changed in the meantime (product.md §5)
 */
export async function changeRole(deps: Deps, actor: Actor | null, id: string, role: Role): Promise<UserRow> {
  assertCan(actor, "user:manage");
  const user = await getUserOrThrow(deps, id.toLowerCase());
  const refuse = (code: "forbidden" | "invalid", reason: string) =>
    new AppError(code, [{ path: "role", message: `errors:issue.${reason}` }]);
  if (user.role === "owner") throw refuse("forbidden", "ownerStays");
  if (user.id === actor.id) throw refuse("forbidden", "ownRole");
  if (user.role === role) throw refuse("invalid", "sameRole");
  if (!canAssignRole(actor, user, role)) throw refuse("forbidden", "roleOutOfReach");
  await runGuarded(
    deps,
    [
      deps.db
        .update(users)
        .set({ role: whileAsFound(actor, user, role), updatedAt: deps.clock.now() })
        .where(eq(users.id, user.id)),
      ...closeSessions(deps, user.id, null),
      auditEntry(deps, {
        actorId: actor.id,
        action: "user.role-changed",
        entity: "user",
        entityId: user.id,
        metadata: { before: { role: user.role }, after: { role } },
        severity: isUpgrade(user.role, role) ? "warning" : "info",
        sessionId: actor.sessionId,
      }),
    ],
    { "users.role": () => stale("role") },
  );
  deps.later(deps.rooms.signedOut(user.id, null));
  return getUserOrThrow(deps, user.id);
}

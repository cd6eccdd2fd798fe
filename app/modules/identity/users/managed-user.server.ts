import { type SQL, sql } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan, canManageUser } from "../../../lib/permissions";
import { getUserOrThrow } from "./queries.server";
import type { UserRow } from "./user-json.server";

/**
 * An account that the actor may deactivate, delete or edit.
 * @throws not-found; forbidden with the reason for the actor's own account, the owner, and roles
 * that the actor does not outrank
 */
export async function getManagedUser(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
): Promise<{ actor: Actor; user: UserRow }> {
  assertCan(actor, "user:manage");
  const user = await getUserOrThrow(deps, id.toLowerCase());
  if (!canManageUser(actor, user)) throw refusal(actor, user);
  return { actor, user };
}

/** The reason why the actor may not manage the account. */
function refusal(actor: Pick<Actor, "id">, user: Pick<UserRow, "id" | "role">): AppError {
  const reason =
    user.role === "owner" ? "ownerStays" : user.id === actor.id ? "ownAccount" : "outranked";
  return new AppError("forbidden", [{ path: "", message: `errors:issue.${reason}` }]);
}

/**
 * Guard value for a NOT NULL column: null, which fails the batch, unless the account still has the
 * role and state that were read and the actor still has theirs. Of two concurrent decisions, the
 * second throws `conflict`.
 */
export const ifUserUnchanged = <T>(
  actor: Actor,
  user: Pick<UserRow, "role" | "isActive">,
  value: T,
) =>
  sql<
    NonNullable<T>
  >`CASE WHEN ${users.role} = ${user.role} AND ${users.isActive} = ${user.isActive ? 1 : 0} AND ${users.deletedAt} IS NULL
    AND EXISTS (SELECT 1 FROM users AS acting WHERE acting.id = ${actor.id} AND acting.role = ${actor.role} AND acting.is_active = 1)
    THEN ${value} END` as SQL<NonNullable<T>>;

import { type SQL, sql } from "drizzle-orm";
import { users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan, canManageUser } from "../../lib/permissions";
import { getUserOrThrow } from "./queries.server";
import type { UserRow } from "./user-json.server";

/**
 * An account that the actor may deactivate, delete or correct.
 * @throws AppError("not-found"); AppError("forbidden") with the reason for oneself, the owner, and whoever is not outranked
 */
export async function getManagedUser(deps: Pick<Deps, "db">, actor: Actor | null, id: string): Promise<{ actor: Actor; user: UserRow }> {
  assertCan(actor, "user:manage");
  const user = await getUserOrThrow(deps, id.toLowerCase());
  if (!canManageUser(actor, user)) throw refusal(actor, user);
  return { actor, user };
}

/** Why somebody's account is out of reach. */
function refusal(actor: Pick<Actor, "id">, user: Pick<UserRow, "id" | "role">): AppError {
  const reason = user.role === "owner" ? "ownerStays" : user.id === actor.id ? "ownAccount" : "outranked";
  return new AppError("forbidden", [{ path: "", message: `errors:issue.${reason}` }]);
}

/**
 * The value for a column that must not be null, as long as the account has the role and the state that the decision found,
 * and the actor still has theirs. Else it comes out null and fails the batch: of two who decide at once, one is told.
 */
export const whileAsFound = <T>(actor: Actor, user: Pick<UserRow, "role" | "isActive">, value: T) =>
  sql<NonNullable<T>>`CASE WHEN ${users.role} = ${user.role} AND ${users.isActive} = ${user.isActive ? 1 : 0} AND ${users.deletedAt} IS NULL
    AND EXISTS (SELECT 1 FROM users AS acting WHERE acting.id = ${actor.id} AND acting.role = ${actor.role} AND acting.is_active = 1)
    THEN ${value} END` as SQL<NonNullable<T>>;

import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan, can, type Role } from "../../../lib/permissions";
import { findUsers } from "./find-users.server";

/** Default and maximum number of results (product.md §9). */
export const USER_SEARCH_LIMIT = 20;
export const USER_SEARCH_MAX = 100;

export interface FoundUser {
  id: string;
  displayName: string;
  photoURL: string | null;
  /** Role and address: null unless the actor may manage users. */
  role: Role | null;
  email: string | null;
}

/**
 * Active users whose name contains the text, case-insensitive (product.md §5), newest first; below
 * three letters, among the newest 5,000. For staff. Only actors who manage users search addresses
 * and see roles and addresses (decisions.md §6).
 */
export async function searchUsers(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  q: string,
  limit = USER_SEARCH_LIMIT,
): Promise<FoundUser[]> {
  assertCan(actor, "user:find");
  const words = q.trim();
  if (!words) return [];
  const managesUsers = can(actor, "user:manage");
  const { users } = await findUsers(deps, { words, inEmail: managesUsers, isActive: true, limit });
  return users.map(({ id, displayName, photoUrl, role, email }) => ({
    id,
    displayName,
    photoURL: photoUrl,
    role: managesUsers ? role : null,
    email: managesUsers ? email : null,
  }));
}

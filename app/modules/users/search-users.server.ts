import type { Deps } from "../../lib/deps";
import { type Actor, assertCan, can, type Role } from "../../lib/permissions";
import { findUsers } from "./find-users.server";

/** Results unless asked for fewer or more (product.md §9), and at most. */
export const USER_SEARCH_LIMIT = 20;
export const USER_SEARCH_MAX = 100;

export interface FoundUser {
  id: string;
  displayName: string;
  photoURL: string | null;
  /** Role and address: only for those who manage users. */
  role: Role | null;
  email: string | null;
}

/**
 * Active people whose name or address holds the text, whatever the case (product.md §5), the newest first; below three
 * letters, among the newest few thousand. For staff; roles and addresses are for those who manage users
 * alone, who also find by address (decisions.md §6).
 */
export async function searchUsers(deps: Pick<Deps, "db">, actor: Actor | null, q: string, limit = USER_SEARCH_LIMIT): Promise<FoundUser[]> {
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

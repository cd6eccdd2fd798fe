import type { Deps } from "../../lib/deps";
import { type Actor, assertCan, type Role } from "../../lib/permissions";
import { findUsers } from "./find-users.server";
import type { UserRow } from "./user-json.server";

/** People a page (product.md §9), and at most. */
export const USERS_PAGE = 25;
export const USERS_PAGE_MAX = 100;

export interface UserListQuery {
  q?: string;
  role?: Role;
  isActive?: boolean;
  /** `lastDoc` of the page before. */
  startAfter?: string;
  limit?: number;
}

export interface UserList {
  users: UserRow[];
  /** Id to begin the next page after: of the last person here, or where nobody of a long way fitted, of the last one that was looked at. */
  lastDoc: string | null;
  hasMore: boolean;
}

/**
 * All accounts but those that are gone for good, the newest first (product.md §7). A page with words or filters may be
 * short, or empty, and still have others behind it: `hasMore` tells.
 * @throws AppError("bad-request") for a `startAfter` that is nobody's
 */
export async function listUsers(deps: Pick<Deps, "db">, actor: Actor | null, query: UserListQuery): Promise<UserList> {
  assertCan(actor, "user:manage");
  const { q, startAfter, limit = USERS_PAGE, ...filters } = query;
  const { users, next } = await findUsers(deps, {
    ...filters,
    words: q?.trim() || undefined,
    after: startAfter,
    inEmail: true,
    limit,
  });
  return { users, lastDoc: next ?? users.at(-1)?.id ?? null, hasMore: next !== null };
}

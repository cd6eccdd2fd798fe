import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan, type Role } from "../../../lib/permissions";
import { findUsers } from "./find-users.server";
import type { UserRow } from "./user-json.server";

/** Default and maximum page size (product.md §9). */
export const USERS_PAGE = 25;
export const USERS_PAGE_MAX = 100;

export interface UserListQuery {
  q?: string;
  role?: Role;
  isActive?: boolean;
  /** `lastDoc` of the previous page. */
  startAfter?: string;
  limit?: number;
}

export interface UserList {
  users: UserRow[];
  /**
   * Cursor of the next page: id of the last user listed, or of the last row inspected if few
   * matched.
   */
  lastDoc: string | null;
  hasMore: boolean;
}

/**
 * All accounts except deleted ones, newest first (product.md §7). With words or filters a page may
 * be short or empty although `hasMore` is true.
 * @throws bad-request for an unknown `startAfter`
 */
export async function listUsers(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  query: UserListQuery,
): Promise<UserList> {
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

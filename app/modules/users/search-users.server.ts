import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import { users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type Actor, assertCan, can } from "../../lib/permissions";
import { searchKey } from "../../lib/search-text";

/** Results unless asked for fewer or more (product.md §9), and at most. */
export const USER_SEARCH_LIMIT = 20;
export const USER_SEARCH_MAX = 100;

export interface FoundUser {
  id: string;
  displayName: string;
  photoURL: string | null;
  role: string;
  /** Only for those who manage users. */
  email: string | null;
}

/** People whose name or address holds the text, whatever the case (product.md §5). For staff. */
export async function searchUsers(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  q: string,
  limit = USER_SEARCH_LIMIT,
): Promise<FoundUser[]> {
  assertCan(actor, "user:find");
  const showsEmail = can(actor, "user:manage");
  const name = searchKey(q);
  const email = q.trim().toLowerCase();
  if (!email) return [];
  // instr, not LIKE: D1 refuses patterns beyond 50 bytes, which is 25 Persian letters.
  const inName = name ? sql`instr(substr(${users.searchKey}, 1, instr(${users.searchKey}, char(10)) - 1), ${name}) > 0` : sql`0`;
  const inEmail = showsEmail ? sql`instr(${users.email}, ${email}) > 0` : sql`0`;
  const rows = await db
    .select({ id: users.id, displayName: users.displayName, photoURL: users.photoUrl, role: users.role, email: users.email })
    .from(users)
    .where(and(isNull(users.deletedAt), eq(users.isActive, true), or(inName, inEmail)))
    .orderBy(desc(users.createdAt))
    .limit(limit);
  return rows.map((row) => ({ ...row, email: showsEmail ? row.email : null }));
}

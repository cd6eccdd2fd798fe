import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import { clientReports, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { UUID_PATTERN } from "../../lib/runtime/ids";
import { countRows } from "../../lib/runtime/sql-columns.server";
import { withoutHidden } from "./list-entries.server";

const CURSOR = new RegExp(`^(\\d{1,15})-(${UUID_PATTERN})$`);

export type ClientReport = typeof clientReports.$inferSelect & {
  /** Null once the account is deleted. */
  userName: string | null;
  /**
   * Why metadata are missing: the reader lacks the permission for the entity's pages. Null when
   * there were none.
   */
  withheld: "permission" | null;
};

/**
 * Client reports, newest first; details need the same permissions as in the audit log.
 * @param cursor from the previous page; null for the first
 * @throws AppError("bad-request") for an invalid cursor
 */
export async function listClientReports(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  cursor: string | null,
  limit: number,
): Promise<{ items: ClientReport[]; nextCursor: string | null }> {
  assertCan(actor, "audit:read");
  const [, time, id] = CURSOR.exec(cursor ?? "") ?? [];
  if (cursor !== null && !id)
    throw new AppError("bad-request", [{ path: "cursor", message: "errors:issue.cursor" }]);
  const rows = await db
    .select({
      ...getTableColumns(clientReports),
      userName: sql<string | null>`nullif(${users.displayName}, '')`,
    })
    .from(clientReports)
    .leftJoin(users, eq(users.id, clientReports.userId))
    .where(
      id
        ? sql`(${clientReports.createdAt}, ${clientReports.id}) < (${Number(time)}, ${id})`
        : undefined,
    )
    .orderBy(desc(clientReports.createdAt), desc(clientReports.id))
    .limit(limit + 1);
  const items = rows.slice(0, limit).map((report) => withoutHidden(actor, report));
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? `${last.createdAt}-${last.id}` : null };
}

/** How many reports there are, counted to 1,001. */
export const countClientReports = (deps: Pick<Deps, "db">): Promise<number> =>
  countRows(deps, sql`${clientReports}`);

import { desc, sql } from "drizzle-orm";
import * as v from "valibot";
import { AUDIT_SEVERITIES, clientReports } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { UUID_PATTERN } from "../../lib/ids";
import { type Actor, assertCan } from "../../lib/permissions";

const CURSOR = new RegExp(`^(\\d{1,15})-(${UUID_PATTERN})$`);
const METADATA_LENGTH = 8_000;
const name = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max));

function isShort(value: unknown): boolean {
  try {
    return JSON.stringify(value).length <= METADATA_LENGTH;
  } catch {
    // Nested so deeply that it cannot be written again.
    return false;
  }
}

/** POST /audit/logs (product.md §7): what a client says has happened. */
export const AuditLog = v.object({
  action: name(100),
  entity: name(100),
  entityId: v.optional(v.nullable(name(100)), null),
  metadata: v.optional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.check((value) => isShort(value), "errors:issue.metadata"),
    ),
    {},
  ),
  severity: v.optional(v.picklist(AUDIT_SEVERITIES), "info"),
  source: v.optional(name(40), "frontend"),
  sessionId: v.optional(v.nullable(name(100)), null),
});
export type AuditLog = v.InferOutput<typeof AuditLog>;

/** Keeps what a client reports, always in its own name and apart from the server's word. @throws AppError("too-many-requests") past the day's budget */
export async function writeAuditLog(deps: Deps, actor: Actor | null, entry: AuditLog): Promise<void> {
  assertCan(actor, "audit:write");
  await deps.budget.take("audit-report", actor.id);
  await deps.db.insert(clientReports).values({
    ...entry,
    id: deps.ids.next(),
    userId: actor.id,
    sessionId: entry.sessionId ?? actor.sessionId,
    createdAt: deps.clock.now(),
  });
}

/** What clients have reported, newest first. @param cursor of the page before @throws AppError("bad-request") for a cursor that is not ours */
export async function listClientReports(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  cursor: string | null,
  limit: number,
): Promise<{ items: (typeof clientReports.$inferSelect)[]; nextCursor: string | null }> {
  assertCan(actor, "audit:read");
  const [, time, id] = CURSOR.exec(cursor ?? "") ?? [];
  if (cursor !== null && !id) throw new AppError("bad-request", [{ path: "cursor", message: "errors:issue.cursor" }]);
  const rows = await db
    .select()
    .from(clientReports)
    .where(id ? sql`(${clientReports.createdAt}, ${clientReports.id}) < (${Number(time)}, ${id})` : undefined)
    .orderBy(desc(clientReports.createdAt), desc(clientReports.id))
    .limit(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? `${last.createdAt}-${last.id}` : null };
}

import { type SQL, sql } from "drizzle-orm";
import { auditEntries } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { AuditRecord } from "../audit/audit-entry.server";

/**
 * An audit entry for the head of a batch that holds only while `found` finds a row: else the entry has no action, which
 * fails, and with it the whole batch (app/modules/moderation/decision).
 * @param found a SELECT
 */
export const guardedAudit = (
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  found: SQL,
  { action, metadata = {}, ...record }: AuditRecord,
) =>
  db.insert(auditEntries).values({
    ...record,
    id: ids.next(),
    action: sql`CASE WHEN EXISTS (${found}) THEN ${action} END`,
    metadata,
    createdAt: clock.now(),
  });

import { and, desc, eq } from "drizzle-orm";
import { auditEntries, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { isOwnRecord } from "../audit/audit-entry.server";

const SHOWN = 10;

export interface SettingsChange {
  id: string;
  /** UTC ms. */
  at: number;
  /** Null for the operator, or where the account is gone. */
  by: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/**
 * The last changes of a group from the audit log, newest first. The caller checks the permission.
 */
export async function settingsHistory(
  { db }: Pick<Deps, "db">,
  entity: string,
  group: string,
): Promise<SettingsChange[]> {
  const rows = await db
    .select({
      id: auditEntries.id,
      at: auditEntries.createdAt,
      by: users.displayName,
      metadata: auditEntries.metadata,
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(and(eq(auditEntries.entity, entity), eq(auditEntries.entityId, group), isOwnRecord))
    .orderBy(desc(auditEntries.createdAt))
    .limit(SHOWN);
  return rows.map(({ metadata, ...row }) => ({
    ...row,
    before: recordOf(metadata.before),
    after: recordOf(metadata.after),
  }));
}

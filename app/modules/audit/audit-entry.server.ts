import { inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AUDIT_SEVERITIES, auditEntries } from "../../../db/schema";
import type { Deps } from "../../lib/deps";

export interface AuditRecord {
  /** Null for anonymous actors. */
  actorId: string | null;
  /** `<entity>.<event>`, e.g. `user.role-changed`. */
  action: string;
  entity: string;
  entityId?: string | null;
  /**
   * Never secrets, addresses of the network or whole texts. Changes add `before` and `after`
   * (product.md §3). SQL: of JSON text, minified.
   */
  metadata?: Record<string, unknown> | SQL;
  severity?: (typeof AUDIT_SEVERITIES)[number];
  source?: string;
  sessionId?: string | null;
}

/** Sources of the server's entries, which clients cannot use. */
export const OWN_SOURCES: readonly string[] = ["server", "api"];

/** Entries of the server itself, as opposed to reports that any signed-in user can send. */
export const isOwnRecord = inArray(auditEntries.source, [...OWN_SOURCES]);

/** The statement that records an action, for the action's batch. */
export function auditEntry(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  record: AuditRecord,
) {
  return db
    .insert(auditEntries)
    .values({ id: ids.next(), metadata: {}, ...record, createdAt: clock.now() });
}

/**
 * As `auditEntry`, for the head of a batch with optimistic locking: when `asFound` matches no row,
 * the statement and so the batch fails, and `runGuarded` throws "conflict".
 */
export function auditWhere(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  record: AuditRecord,
  asFound: SQLWrapper,
) {
  return db.insert(auditEntries).values({
    id: ids.next(),
    metadata: {},
    ...record,
    entity: sql`(SELECT ${record.entity} WHERE EXISTS ${asFound})`,
    createdAt: clock.now(),
  });
}

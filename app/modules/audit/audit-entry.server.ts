import { inArray, type SQLWrapper, sql } from "drizzle-orm";
import { type AUDIT_SEVERITIES, auditEntries } from "../../../db/schema";
import type { Deps } from "../../lib/deps";

export interface AuditRecord {
  /** Null where nobody is signed in. */
  actorId: string | null;
  /** `<entity>.<what happened>`, e.g. `user.role-changed`. */
  action: string;
  entity: string;
  entityId?: string | null;
  /** Never secrets, addresses of the network or whole texts. Changes add `before` and `after` (product.md §3). */
  metadata?: Record<string, unknown>;
  severity?: (typeof AUDIT_SEVERITIES)[number];
  source?: string;
  sessionId?: string | null;
}

/** Who writes entries on the server's side; a client cannot speak as one of them. */
export const OWN_SOURCES: readonly string[] = ["server", "api"];

/** What the server itself has recorded: anybody signed in can report things, about any entity. */
export const isOwnRecord = inArray(auditEntries.source, [...OWN_SOURCES]);

/** The statement that records something, for the batch of its cause: neither is there without the other. */
export function auditEntry({ db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">, record: AuditRecord) {
  return db.insert(auditEntries).values({ id: ids.next(), metadata: {}, ...record, createdAt: clock.now() });
}

/**
 * As `auditEntry`, for the head of a batch that changes what somebody has looked at: where `asFound` finds no row, this
 * fails and the batch with it, so nothing is done, and nothing recorded, twice. `runGuarded` says "conflict" then.
 */
export function auditWhere({ db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">, record: AuditRecord, asFound: SQLWrapper) {
  return db.insert(auditEntries).values({
    id: ids.next(),
    metadata: {},
    ...record,
    entity: sql`(SELECT ${record.entity} WHERE EXISTS ${asFound})`,
    createdAt: clock.now(),
  });
}

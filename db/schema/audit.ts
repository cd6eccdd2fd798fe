import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, json } from "./columns";
import { users } from "./users";

export const AUDIT_SEVERITIES = ["debug", "info", "warning", "error", "critical"] as const;

/**
 * The audit log, append-only; the nightly job removes entries past the retention. Entries are
 * written unsealed in the batch of their action; the sealer then chains them, each with the hash of
 * the previous one.
 */
export const auditEntries = sqliteTable(
  "audit_entries",
  {
    id: id(),
    /** Null for anonymous actors. */
    actorId: text("actor_id"),
    action: text("action").notNull(),
    entity: text("entity").notNull(),
    entityId: text("entity_id"),
    metadata: json<Record<string, unknown>>("metadata", {}).notNull(),
    severity: text("severity", { enum: AUDIT_SEVERITIES }).notNull().default("info"),
    source: text("source").notNull().default("server"),
    sessionId: text("session_id"),
    createdAt: instant("created_at").notNull(),
    /** Place in the chain, from 1 without gaps; null until it is sealed. */
    sequence: integer("sequence"),
    /** Of the entry before; SHA-256, hexadecimal. */
    previousHash: text("previous_hash"),
    hash: text("hash"),
  },
  (t) => [
    uniqueIndex("audit_entries_sequence").on(t.sequence),
    index("audit_entries_unsealed").on(t.createdAt, t.id).where(sql`sequence IS NULL`),
    index("audit_entries_by_action").on(t.action, t.createdAt, t.id),
    index("audit_entries_by_severity").on(t.severity, t.createdAt, t.id),
    index("audit_entries_by_age").on(t.createdAt, t.id),
    index("audit_entries_by_actor").on(t.actorId, t.createdAt),
    index("audit_entries_by_entity").on(t.entity, t.entityId, t.createdAt),
  ],
);

/**
 * Errors and events reported by clients (POST /audit/logs), separate from the server's own audit
 * log.
 */
export const clientReports = sqliteTable(
  "client_reports",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    action: text("action").notNull(),
    entity: text("entity").notNull(),
    entityId: text("entity_id"),
    metadata: json<Record<string, unknown>>("metadata", {}).notNull(),
    severity: text("severity", { enum: AUDIT_SEVERITIES }).notNull(),
    source: text("source").notNull(),
    sessionId: text("session_id"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("client_reports_by_age").on(t.createdAt, t.id),
    index("client_reports_by_user").on(t.userId, t.createdAt),
  ],
);

/**
 * Personal data of an audit entry, stored separately so that deleting an account keeps the chain
 * valid. The entry carries a salted digest of it.
 */
export const auditPersonal = sqliteTable(
  "audit_personal",
  {
    entryId: text("entry_id")
      .primaryKey()
      .references(() => auditEntries.id, { onDelete: "cascade" }),
    /** The user whose data they are. */
    userId: text("user_id").notNull(),
    salt: text("salt").notNull(),
    /** JSON, as it was hashed: `{"before": …, "after": …}`. */
    details: text("details").notNull(),
  },
  (t) => [index("audit_personal_by_user").on(t.userId)],
);

/**
 * Where the audit chain begins once its oldest entries have been forgotten: the last one that is
 * gone. One row.
 */
export const auditAnchors = sqliteTable("audit_anchors", {
  id: text("id").primaryKey(),
  sequence: integer("sequence").notNull(),
  hash: text("hash").notNull(),
  createdAt: instant("created_at").notNull(),
});

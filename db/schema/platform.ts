import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, json } from "./columns";
import { users } from "./users";

/** Platform settings that differ from their defaults, one row a group (decisions.md §7). */
export const platformSettings = sqliteTable("platform_settings", {
  group: text("group").primaryKey(),
  values: json<Record<string, unknown>>("values", {}).notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by"),
});

/** `handed-over`: the other side may have taken it by now, so nobody sends it once more by itself. */
export const MAIL_STATUSES = ["pending", "sending", "handed-over", "sent", "dead"] as const;

/** The outbox: a mail is a row in the batch of its cause; queue and cron send what stands here (quality.md §3). */
export const mails = sqliteTable(
  "mails",
  {
    id: id(),
    /** One mail a key, whatever is retried. */
    idempotencyKey: text("idempotency_key").notNull(),
    kind: text("kind").notNull(),
    userId: text("user_id"),
    toAddress: text("to_address").notNull(),
    locale: text("locale", { enum: ["en", "fa"] }).notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    /** Its links let somebody in: never shown to staff, emptied once sent. */
    isSecret: integer("is_secret", { mode: "boolean" }).notNull().default(false),
    /** The rule that sent it; null for the product's own mails. */
    ruleKey: text("rule_key"),
    /** What its unsubscribe link ends: a list of app/modules/mail/unsubscribe-links; null where it has none (RFC 8058). */
    unsubscribes: text("unsubscribes"),
    /** Its reader allows that opening and following are counted. */
    isTracked: integer("is_tracked", { mode: "boolean" }).notNull().default(false),
    openedAt: instant("opened_at"),
    clickedAt: instant("clicked_at"),
    status: text("status", { enum: MAIL_STATUSES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    /** When it is due: the next attempt, or the end of a sender's claim. */
    dueAt: instant("due_at").notNull(),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
  },
  (t) => [
    uniqueIndex("mails_idempotency_key").on(t.idempotencyKey),
    index("mails_by_due").on(t.status, t.dueAt),
    index("mails_by_age").on(t.createdAt),
    index("mails_of_rule").on(t.userId, t.ruleKey, t.createdAt),
  ],
);

export const AUDIT_SEVERITIES = ["debug", "info", "warning", "error", "critical"] as const;

/**
 * Who did what. Rows are only added; the nightly job removes what is older than the retention. They land unsealed in the
 * batch of their cause; the sealer then gives them a place in the chain, in which each carries the hash of the one before.
 */
export const auditEntries = sqliteTable(
  "audit_entries",
  {
    id: id(),
    /** Null where nobody was signed in. */
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

/** What clients say has happened (POST /audit/logs): kept apart from the audit log, which the server alone writes. */
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
    metadata: text("metadata", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    severity: text("severity", { enum: AUDIT_SEVERITIES }).notNull(),
    source: text("source").notNull(),
    sessionId: text("session_id"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("client_reports_by_age").on(t.createdAt, t.id), index("client_reports_by_user").on(t.userId, t.createdAt)],
);

/**
 * What an entry tells of a person's own data: apart from it, so that it can go with their account while the chain still
 * holds. The entry carries the digest, which the salt keeps from being guessed.
 */
export const auditPersonal = sqliteTable(
  "audit_personal",
  {
    entryId: text("entry_id")
      .primaryKey()
      .references(() => auditEntries.id, { onDelete: "cascade" }),
    /** Whose data they are. */
    userId: text("user_id").notNull(),
    salt: text("salt").notNull(),
    /** JSON, as it was hashed: `{"before": …, "after": …}`. */
    details: text("details").notNull(),
  },
  (t) => [index("audit_personal_by_user").on(t.userId)],
);

/** Where the audit chain begins once its oldest entries have been forgotten: the last one that is gone. One row. */
export const auditAnchors = sqliteTable("audit_anchors", {
  id: text("id").primaryKey(),
  sequence: integer("sequence").notNull(),
  hash: text("hash").notNull(),
  createdAt: instant("created_at").notNull(),
});

/** Answers that a client may ask for again by its Idempotency-Key (decisions.md §12), for a day. */
export const keptAnswers = sqliteTable(
  "kept_answers",
  {
    /** Fingerprint of who asked for what under which key. */
    key: text("key").primaryKey(),
    /** Fingerprint of the body that was sent. */
    requestHash: text("request_hash").notNull(),
    /** The request that is at it, or was. */
    requestId: text("request_id").notNull(),
    /** Null while it still runs. */
    status: integer("status"),
    contentType: text("content_type"),
    body: text("body"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("kept_answers_by_expiry").on(t.expiresAt)],
);

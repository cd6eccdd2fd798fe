import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { id, instant, json, timestamps } from "./columns";
import { users } from "./users";

/** `handed-over`: the server may have accepted the mail, so it is not resent automatically. */
export const MAIL_STATUSES = ["pending", "sending", "handed-over", "sent", "dead"] as const;

/**
 * The mail outbox: a mail is written in the batch of its cause; queue and cron send it (quality.md
 * §3).
 */
export const mails = sqliteTable(
  "mails",
  {
    id: id(),
    /** One mail per key, retries included. */
    idempotencyKey: text("idempotency_key").notNull(),
    kind: text("kind").notNull(),
    userId: text("user_id"),
    toAddress: text("to_address").notNull(),
    locale: text("locale", { enum: ["en", "fa"] }).notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    /** Contains sign-in links: hidden from staff, emptied after sending. */
    isSecret: integer("is_secret", { mode: "boolean" }).notNull().default(false),
    /** The rule that sent it; null for the product's own mails. */
    ruleKey: text("rule_key"),
    /**
     * The list that its unsubscribe link ends (app/modules/mail/enqueue-mail); null without
     * one (RFC 8058).
     */
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
    /**
     * The mailbox of an address that is not proved, by which its mails are counted
     * (app/modules/mail/mail-budget); null where no budget applies.
     */
    mailbox: text("mailbox"),
  },
  (t) => [
    uniqueIndex("mails_idempotency_key").on(t.idempotencyKey),
    index("mails_by_due").on(t.status, t.dueAt),
    index("mails_by_age").on(t.createdAt),
    index("mails_of_rule").on(t.userId, t.ruleKey, t.createdAt),
    index("mails_of_mailbox").on(t.mailbox, t.createdAt).where(sql`mailbox IS NOT NULL`),
  ],
);

/** Which events a template's mail lists. */
export interface TemplateSelection {
  /** From now on, days. */
  windowDays: number;
  /** Slugs, or those that the reader follows. */
  cities: "reader" | string[];
  /** English names, or the reader's interests. */
  categories: "reader" | "all" | string[];
  featuredOnly: boolean;
  limit: number;
  order: "date" | "popular";
}

/**
 * Mail templates created or changed by staff, in Liquid; the defaults are in
 * app/modules/notifications/templates.
 */
export const emailTemplates = sqliteTable("email_templates", {
  key: text("key").primaryKey(),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  /** The purpose, which decides the available variables. */
  kind: text("kind").notNull(),
  subjectEn: text("subject_en").notNull(),
  subjectFa: text("subject_fa").notNull(),
  htmlEn: text("html_en").notNull(),
  htmlFa: text("html_fa").notNull(),
  textEn: text("text_en").notNull(),
  textFa: text("text_fa").notNull(),
  selection: json<TemplateSelection>("selection", {
    windowDays: 7,
    cities: "reader",
    categories: "reader",
    featuredOnly: false,
    limit: 10,
    order: "date",
  }).notNull(),
  isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
  version: integer("version").notNull().default(1),
  updatedBy: text("updated_by"),
  ...timestamps,
});

/** Each template as it was saved, so that an older one can come back. */
export const emailTemplateVersions = sqliteTable(
  "email_template_versions",
  {
    key: text("key").notNull(),
    version: integer("version").notNull(),
    values: json<Record<string, unknown>>("values", {}).notNull(),
    savedBy: text("saved_by"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.version] })],
);

/** Notifications that wait for a user's next digest, by rule or by preference. */
export const digestItems = sqliteTable(
  "digest_items",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    domainEventId: text("cause_id").notNull(),
    kind: text("kind").notNull(),
    eventId: text("event_id"),
    values: json<Record<string, unknown>>("values", {}).notNull(),
    actionPath: text("action_path"),
    createdAt: instant("created_at").notNull(),
    /** Once it has gone out. */
    digestedAt: instant("digested_at"),
    /** The earliest digest: weekly rules wait for the reader's week to begin. */
    dueAt: instant("due_at").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.domainEventId, t.kind] }),
    index("digest_items_waiting").on(t.userId, t.createdAt).where(sql`digested_at IS NULL`),
    index("digest_items_by_age").on(t.createdAt),
  ],
);

/** Digests sent or found empty: one per user and period, retries included (decisions.md §9). */
export const digests = sqliteTable(
  "digests",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** `daily:YYYY-MM-DD` or `weekly:YYYY-MM-DD`, the reader's day. */
    period: text("period").notNull(),
    /** Null for an empty digest. */
    mailId: text("mail_id"),
    /**
     * The listed events, each with its SEQUENCE: a changed event may be listed again within the
     * week.
     */
    events: json<[id: string, sequence: number][]>("events", []).notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.period] }),
    index("digests_by_age").on(t.createdAt),
    index("digests_of_user").on(t.userId, t.createdAt),
  ],
);

/** A browser that takes pushes (RFC 8030). */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Ends with it. */
    sessionId: text("session_id"),
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    locale: text("locale", { enum: ["en", "fa"] }).notNull(),
    createdAt: instant("created_at").notNull(),
    lastSentAt: instant("last_sent_at"),
  },
  (t) => [
    uniqueIndex("push_subscriptions_endpoint").on(t.endpoint),
    index("push_subscriptions_by_user").on(t.userId),
  ],
);

export const PUSH_STATUSES = ["pending", "sending", "sent", "dead"] as const;

/** The push outbox: rows are written in the batch of their cause, as mails are. */
export const pushes = sqliteTable(
  "pushes",
  {
    id: id(),
    idempotencyKey: text("idempotency_key").notNull(),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    userId: text("user_id").notNull(),
    kind: text("kind").notNull(),
    ruleKey: text("rule_key"),
    payload: json<Record<string, unknown>>("payload", {}).notNull(),
    status: text("status", { enum: PUSH_STATUSES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull(),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
  },
  (t) => [
    uniqueIndex("pushes_idempotency_key").on(t.idempotencyKey),
    index("pushes_by_due").on(t.status, t.dueAt),
    index("pushes_by_subscription").on(t.subscriptionId),
    index("pushes_of_rule").on(t.userId, t.ruleKey, t.createdAt),
    index("pushes_by_age").on(t.createdAt),
  ],
);

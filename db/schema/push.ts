import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, json } from "./columns";
import { users } from "./users";

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

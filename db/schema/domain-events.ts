import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, json } from "./columns";
import { RULE_TRIGGERS } from "./notification-rules";

/**
 * Something that people are to be told of: a row in the batch of what has happened (quality.md §3). Afterwards the rules
 * make notifications, mails and pushes of it, some people at a time; what a dead machine leaves, the cron goes on with.
 */
export const domainEvents = sqliteTable(
  "notification_causes",
  {
    id: id(),
    trigger: text("trigger", { enum: RULE_TRIGGERS }).notNull(),
    /** Which texts say it (app/locales/…/notifications.json). */
    kind: text("kind").notNull(),
    eventId: text("event_id"),
    /** Who has done it, and so is not told; null for the product itself. */
    actorId: text("actor_id"),
    values: json<Record<string, unknown>>("values", {}).notNull(),
    actionPath: text("action_path"),
    /** One cause a key, whatever is retried. */
    idempotencyKey: text("idempotency_key").notNull(),
    /** How far its rules have been carried out: the rule and the last person; null before the first. */
    position: json<{ rule: string; after: string }>("position", { rule: "", after: "" }),
    /** When it may be taken up: at once, or after the claim of whoever is at it. */
    dueAt: instant("due_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    doneAt: instant("done_at"),
  },
  (t) => [
    uniqueIndex("notification_causes_idempotency_key").on(t.idempotencyKey),
    index("notification_causes_due").on(t.dueAt, t.id).where(sql`done_at IS NULL`),
    index("notification_causes_by_age").on(t.createdAt),
  ],
);

import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, json } from "./columns";
import { RULE_TRIGGERS } from "./notification-rules";

/**
 * A domain event, written in the batch of the change that raised it (quality.md §3). The rules then
 * expand it into notifications, mails and pushes in chunks of recipients; the cron resumes
 * interrupted work.
 */
export const domainEvents = sqliteTable(
  "notification_causes",
  {
    id: id(),
    trigger: text("trigger", { enum: RULE_TRIGGERS }).notNull(),
    /** Which texts say it (app/locales/…/notifications.json). */
    kind: text("kind").notNull(),
    eventId: text("event_id"),
    /** The user who acted and so is not notified; null for the product itself. */
    actorId: text("actor_id"),
    values: json<Record<string, unknown>>("values", {}).notNull(),
    actionPath: text("action_path"),
    /** One domain event per key, retries included. */
    idempotencyKey: text("idempotency_key").notNull(),
    /**
     * How far its rules have been carried out: the rule and the last person; null before the first.
     */
    position: json<{ rule: string; after: string }>("position", { rule: "", after: "" }),
    /** Earliest processing time: now, or the end of the current worker's claim. */
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

import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, json } from "./columns";
import { users } from "./users";

/** What a notification is about (product.md §3); `other` is told apart by its kind. */
export const NOTIFICATION_TYPES = ["mention", "approval", "rejection", "reaction", "other"] as const;

/** What the product has told somebody. Its words are made when it is read, in the language of who reads it. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text("type", { enum: NOTIFICATION_TYPES }).notNull(),
    /** Which texts say it (app/locales/…/notifications.json). */
    kind: text("kind").notNull(),
    /** What the texts name: titles in both languages, a moderator's reason. */
    values: json<Record<string, unknown>>("values", {}).notNull(),
    /** Path of the product that it leads to; null where there is nothing to open. */
    actionPath: text("action_path"),
    relatedEntityId: text("related_entity_id"),
    /** One notification a cause and person, whatever is retried. */
    idempotencyKey: text("idempotency_key").notNull(),
    readAt: instant("read_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("notifications_idempotency_key").on(t.idempotencyKey),
    index("notifications_by_user").on(t.userId, t.createdAt, t.id),
    index("notifications_unread").on(t.userId, t.createdAt, t.id).where(sql`read_at IS NULL`),
    index("notifications_by_age").on(t.createdAt),
  ],
);

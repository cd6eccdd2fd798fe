import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";
import { users } from "./users";

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

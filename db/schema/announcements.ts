import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { CLAIM_STATUSES } from "./claims";
import { id, instant, timestamps } from "./columns";
import { users } from "./users";

/**
 * Messages of venues and organizers to their followers, one a week at most
 * (docs/decisions/follows.md).
 */
export const hostAnnouncements = sqliteTable(
  "host_announcements",
  {
    id: id(),
    hostId: text("host_id").notNull(),
    hostKind: text("host_kind", { enum: ["venue", "organizer"] }).notNull(),
    authorId: text("author_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** At least one of them is written. */
    textEn: text("text_en"),
    textFa: text("text_fa"),
    /** Approved ones are public and sent; rejected ones were refused or taken down by staff. */
    status: text("status", { enum: CLAIM_STATUSES }).notNull(),
    /** Of a rejection. */
    reason: text("reason"),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    sentAt: instant("sent_at"),
    ...timestamps,
  },
  (t) => [
    index("host_announcements_of_host").on(t.hostId, t.createdAt),
    index("host_announcements_waiting").on(t.createdAt, t.id).where(sql`status = 'pending'`),
    index("host_announcements_sent").on(t.sentAt).where(sql`status = 'approved'`),
    index("host_announcements_by_author").on(t.authorId),
  ],
);

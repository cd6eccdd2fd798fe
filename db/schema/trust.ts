import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns";
import { users } from "./users";

export const TRUST_KINDS = [
  "verified-email",
  "approval",
  "rejection",
  "upheld-flag",
  "membership",
  "adjustment",
] as const;

/**
 * The entries that make up a trust score: their sum, clamped (decisions.md §4). Each subject counts
 * once.
 */
export const trustEntries = sqliteTable(
  "trust_entries",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: TRUST_KINDS }).notNull(),
    /** The id of an event or a decision, or the number of a month of membership. */
    subject: text("subject").notNull(),
    points: integer("points").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.subject] }),
    index("trust_entries_by_age").on(t.userId, t.createdAt),
  ],
);

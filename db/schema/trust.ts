import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns";
import { users } from "./users";

export const TRUST_KINDS = ["verified-email", "approval", "rejection", "upheld-flag", "membership", "adjustment"] as const;

/** Why a trust score is what it is: the score is the sum, clamped (decisions.md §4). Each cause counts once. */
export const trustEntries = sqliteTable(
  "trust_entries",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: TRUST_KINDS }).notNull(),
    /** What it is about: an event's id, a decision's, or the number of a month of membership. */
    subject: text("subject").notNull(),
    points: integer("points").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.subject] }), index("trust_entries_by_age").on(t.userId, t.createdAt)],
);

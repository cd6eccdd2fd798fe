import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, timestamps } from "./columns";
import { users } from "./users";

export const CLAIM_STATUSES = ["pending", "approved", "rejected", "withdrawn"] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/**
 * "This is my venue": who asked to look after the page of a venue or an organizer, and what staff
 * decided (docs/decisions/follows.md).
 */
export const hostClaims = sqliteTable(
  "host_claims",
  {
    id: id(),
    hostId: text("host_id").notNull(),
    hostKind: text("host_kind", { enum: ["venue", "organizer"] }).notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** How staff can check it. */
    statement: text("statement").notNull(),
    /** Web address that shows it; null for none. */
    link: text("link"),
    /** While approved, the account looks after the page. */
    status: text("status", { enum: CLAIM_STATUSES }).notNull(),
    /** Of a rejection. */
    reason: text("reason"),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    ...timestamps,
  },
  (t) => [
    uniqueIndex("host_claims_open")
      .on(t.hostId, t.userId)
      .where(sql`status IN ('pending', 'approved')`),
    index("host_claims_approved").on(t.hostId).where(sql`status = 'approved'`),
    index("host_claims_waiting").on(t.createdAt, t.id).where(sql`status = 'pending'`),
    index("host_claims_by_user").on(t.userId, t.createdAt),
  ],
);

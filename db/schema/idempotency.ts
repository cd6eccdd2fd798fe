import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns";

/** Responses stored by Idempotency-Key for a day (decisions.md §12). */
export const keptAnswers = sqliteTable(
  "kept_answers",
  {
    /** Fingerprint of caller, operation and key. */
    key: text("key").primaryKey(),
    /** Fingerprint of the body that was sent. */
    requestHash: text("request_hash").notNull(),
    /** The request that is at it, or was. */
    requestId: text("request_id").notNull(),
    /** Null while it still runs. */
    status: integer("status"),
    contentType: text("content_type"),
    body: text("body"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("kept_answers_by_expiry").on(t.expiresAt)],
);

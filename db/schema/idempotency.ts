import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns";

/** Answers that a client may ask for again by its Idempotency-Key (decisions.md §12), for a day. */
export const keptAnswers = sqliteTable(
  "kept_answers",
  {
    /** Fingerprint of who asked for what under which key. */
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

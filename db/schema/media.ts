import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { users } from "./users";

export const MEDIA_KINDS = ["avatar", "picture", "video"] as const;

/** Files that people have sent. What they hold together stands in `users.media_bytes`, which no upload may bring past the quota. */
export const media = sqliteTable(
  "media",
  {
    id: id(),
    /** Of the stored object. */
    key: text("key").notNull(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind", { enum: MEDIA_KINDS }).notNull(),
    contentType: text("content_type").notNull(),
    bytes: integer("bytes").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [uniqueIndex("media_key").on(t.key), index("media_by_owner").on(t.ownerId, t.kind, t.createdAt)],
);

import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { users } from "./users";

/**
 * `editorial`: fetched for staff out of sources that they read in. It belongs to the staff as a
 * whole and counts towards no quota.
 */
export const MEDIA_KINDS = ["avatar", "picture", "video", "editorial"] as const;

/**
 * Uploaded files. Their total per user is `users.media_bytes`, which no upload may raise above the
 * quota.
 */
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
  (t) => [
    uniqueIndex("media_key").on(t.key),
    index("media_by_owner").on(t.ownerId, t.kind, t.createdAt),
  ],
);

/**
 * Entities that may reference a picture of another site; `event` includes its draft and revision.
 */
export const REMOTE_PICTURE_KINDS = ["event", "candidate", "city", "user", "setting"] as const;

/**
 * Pictures of other sites to fetch: one row per job, deleted when it is done.
 */
export const remotePictures = sqliteTable(
  "remote_pictures",
  {
    id: id(),
    kind: text("kind", { enum: REMOTE_PICTURE_KINDS }).notNull(),
    entityId: text("entity_id").notNull(),
    url: text("url").notNull(),
    /**
     * The owner of the stored file, notified when the picture cannot be fetched; null for the
     * product's owner.
     */
    ownerId: text("owner_id"),
    attempts: integer("attempts").notNull().default(0),
    /** Earliest processing time: now, or the end of the current worker's claim. */
    dueAt: instant("due_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("remote_pictures_of_entity").on(t.kind, t.entityId, t.url),
    index("remote_pictures_due").on(t.dueAt),
  ],
);

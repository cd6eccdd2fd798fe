import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { users } from "./users";

/** `editorial`: fetched for staff out of sources that they read in. It is of the staff as a whole, and no part of a quota. */
export const MEDIA_KINDS = ["avatar", "picture", "video", "editorial"] as const;

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

/** What may name a picture of another site: an event with its draft and its edit, and so on. */
export const REMOTE_PICTURE_KINDS = ["event", "candidate", "city", "user", "setting"] as const;

/** Pictures of other sites that are still to be fetched: a job a row, which goes once it is done. */
export const remotePictures = sqliteTable(
  "remote_pictures",
  {
    id: id(),
    kind: text("kind", { enum: REMOTE_PICTURE_KINDS }).notNull(),
    entityId: text("entity_id").notNull(),
    url: text("url").notNull(),
    /** Whose file it becomes, and who is told where it cannot be had; null is the owner of the product. */
    ownerId: text("owner_id"),
    attempts: integer("attempts").notNull().default(0),
    /** When it may be taken up: at once, or after the claim of whoever is at it. */
    dueAt: instant("due_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [uniqueIndex("remote_pictures_of_entity").on(t.kind, t.entityId, t.url), index("remote_pictures_due").on(t.dueAt)],
);

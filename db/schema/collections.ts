import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { id, instant, timestamps } from "./columns";
import { events } from "./events";
import { users } from "./users";

/** Icons of collections (product.md §3). */
export const COLLECTION_ICONS = [
  "heart",
  "star",
  "calendar",
  "users",
  "briefcase",
  "plane",
  "home",
  "coffee",
  "music",
  "camera",
  "map",
  "bookmark",
] as const;

/** A user's list of events. The default collection holds favourites and cannot be deleted. */
export const collections = sqliteTable(
  "collections",
  {
    id: id(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    /** A colour family of the look. */
    color: text("color").notNull(),
    icon: text("icon", { enum: COLLECTION_ICONS }).notNull(),
    isPublic: integer("is_public", { mode: "boolean" }).notNull().default(false),
    isDefault: integer("is_default", { mode: "boolean" }).notNull().default(false),
    /** Kept by the triggers of migration 0005. */
    eventCount: integer("event_count").notNull().default(0),
    ...timestamps,
  },
  (t) => [
    index("collections_by_owner").on(t.ownerId, t.isDefault, t.createdAt),
    uniqueIndex("collections_default").on(t.ownerId).where(sql`is_default = 1`),
  ],
);

/** Events of collections, in the order that their owner has given them. */
export const collectionEvents = sqliteTable(
  "collection_events",
  {
    collectionId: text("collection_id")
      .notNull()
      .references(() => collections.id),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id),
    position: integer("position").notNull(),
    createdAt: instant("created_at").notNull(),
    /** What a favourite adds to the event's `popularityPoints`. */
    weight: integer("weight").notNull().default(0),
    /** Where its saver came from (`VisitSource`); null where that is unknown. */
    source: text("source"),
  },
  (t) => [
    primaryKey({ columns: [t.collectionId, t.eventId] }),
    index("collection_events_by_event").on(t.eventId),
    index("collection_events_in_order").on(t.collectionId, t.position, t.eventId),
  ],
);

/** Dates of favourites that a user has chosen; without any, all dates of the event are meant. */
export const savedOccurrences = sqliteTable(
  "saved_occurrences",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    originalStart: text("original_start").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.eventId, t.originalStart] }),
    index("saved_occurrences_by_event").on(t.eventId, t.originalStart),
  ],
);

/** Secret address of a user's calendar feed. One per user; a new one revokes the old. */
export const calendarFeeds = sqliteTable(
  "calendar_feeds",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id),
    tokenHash: text("token_hash").notNull(),
    /** The token itself, sealed, so that its owner can copy the address again. */
    sealedToken: text("sealed_token").notNull(),
    createdAt: instant("created_at").notNull(),
    lastReadAt: instant("last_read_at"),
  },
  (t) => [uniqueIndex("calendar_feeds_token").on(t.tokenHash)],
);

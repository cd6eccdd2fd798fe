import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { users } from "./users";

/** How often a follow may send an email. */
export const FOLLOW_FREQUENCIES = ["instant", "daily", "weekly"] as const;
export type FollowFrequency = (typeof FOLLOW_FREQUENCIES)[number];

/** Names of a follow. */
export interface FollowLabel {
  en: string;
  fa: string | null;
}

/**
 * Follows besides cities: venues, organizers, categories of a city, series and saved searches
 * (docs/decisions/follows.md).
 */
export const follows = sqliteTable(
  "follows",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /**
     * `venue:<id>`, `organizer:<id>`, `category:<city slug>|<name>`, `series:<event id>` or
     * `search:<query string>`.
     */
    topic: text("topic").notNull(),
    /** Names in both languages; null for venues and organizers, which have their own. */
    label: text("label", { mode: "json" }).$type<FollowLabel>(),
    frequency: text("frequency", { enum: FOLLOW_FREQUENCIES }).notNull(),
    /**
     * Events approved until then have been matched, UTC ms; null for follows that are no saved
     * searches.
     */
    lookedAt: instant("looked_at"),
    /** Older events are no news to a new follower. UTC ms. */
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("follows_of_topic").on(t.topic, t.userId),
    index("follows_by_user").on(t.userId, t.createdAt),
    index("follows_searches_due").on(t.lookedAt, t.topic).where(sql`looked_at IS NOT NULL`),
    index("follows_instant").on(t.topic, t.userId).where(sql`frequency = 'instant'`),
  ],
);

/**
 * The new events of what is followed, one row for all followers. Kept by the triggers of migration
 * 0039; those of saved searches by lookups.
 */
export const cityNotificationTopics = sqliteTable(
  "city_news_topics",
  {
    topic: text("topic").notNull(),
    createdAt: integer("created_at").notNull(),
    newsId: text("news_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.topic, t.createdAt, t.newsId] })],
);

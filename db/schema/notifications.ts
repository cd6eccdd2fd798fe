import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { id, instant, json } from "./columns";
import type { CityEmailRule } from "./notification-rules";
import { users } from "./users";

/**
 * Followers of cities (`city:<slug>`) and interested users (`interest:<name>`). Kept by the
 * triggers of migration 0019.
 */
export const userTopics = sqliteTable(
  "user_topics",
  {
    topic: text("topic").notNull(),
    userId: text("user_id").notNull(),
    /** From when on: older news of a city are not news to a new follower. UTC ms. */
    since: instant("since").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.topic, t.userId] }), index("user_topics_by_user").on(t.userId)],
);

/**
 * A new event of a city: one row for all followers. Lists, the bell and digests merge the rows of
 * the cities that their reader follows at read time (docs/decisions/notifications.md).
 */
export const cityNotifications = sqliteTable(
  "city_news",
  {
    /** The id of its domain event, so that retries write one row. */
    id: id(),
    cityId: text("city_id").notNull(),
    eventId: text("event_id").notNull(),
    /** The event's creator, who is not notified. */
    actorId: text("actor_id"),
    values: text("values", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** Whether it appears in the lists of the city's followers. */
    notifiesFollowers: integer("tells_followers", { mode: "boolean" }).notNull(),
    /** Whether it appears in the lists of interested users who follow the city, or no city. */
    notifiesInterested: integer("tells_interested", { mode: "boolean" }).notNull(),
    /** Topics of `user_topics` that make a user interested. */
    topics: text("topics", { mode: "json" }).$type<string[]>().notNull(),
    /**
     * Rules that mail about it, in the order of their keys: the first that concerns a reader
     * decides.
     */
    emailRules: text("email_rules", { mode: "json" }).$type<CityEmailRule[]>().notNull(),
    createdAt: instant("created_at").notNull(),
    /** Topics of `follows` that the event matches, apart from saved searches. */
    followTopics: text("follow_topics", { mode: "json" }).$type<string[]>().notNull().default([]),
  },
  (t) => [
    index("city_news_of_city").on(t.cityId, t.createdAt),
    index("city_news_by_age").on(t.createdAt),
  ],
);

/**
 * Read and deleted state of single city notifications; "all read" and "all deleted" are marks on
 * the account.
 */
export const cityNotificationStates = sqliteTable(
  "city_news_states",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    newsId: text("news_id")
      .notNull()
      .references(() => cityNotifications.id, { onDelete: "cascade" }),
    readAt: instant("read_at"),
    /** When its reader has deleted it from their list. */
    hiddenAt: instant("hidden_at"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.newsId] }),
    index("city_news_states_by_news").on(t.newsId),
  ],
);

/** Types of notifications (product.md §3); the kind distinguishes those of type `other`. */
export const NOTIFICATION_TYPES = [
  "mention",
  "approval",
  "rejection",
  "reaction",
  "other",
] as const;

/** A user's notifications. Their texts are rendered when read, in the reader's language. */
export const notifications = sqliteTable(
  "notifications",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text("type", { enum: NOTIFICATION_TYPES }).notNull(),
    /** Which texts say it (app/locales/…/notifications.json). */
    kind: text("kind").notNull(),
    /** Values of the texts: titles in both languages, a moderator's reason. */
    values: json<Record<string, unknown>>("values", {}).notNull(),
    /** Path of its target; null for none. */
    actionPath: text("action_path"),
    relatedEntityId: text("related_entity_id"),
    /** One notification per domain event and user, retries included. */
    idempotencyKey: text("idempotency_key").notNull(),
    readAt: instant("read_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("notifications_idempotency_key").on(t.idempotencyKey),
    index("notifications_by_user").on(t.userId, t.createdAt, t.id),
    index("notifications_unread").on(t.userId, t.createdAt, t.id).where(sql`read_at IS NULL`),
    index("notifications_by_age").on(t.createdAt),
  ],
);

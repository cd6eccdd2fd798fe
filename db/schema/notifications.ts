import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { id, instant, json, timestamps } from "./columns";
import { users } from "./users";

/** Domain events that a rule can handle (decisions.md §9). */
export const RULE_TRIGGERS = [
  "event.approved",
  "event.rejected",
  "event.flagged",
  "event.changed",
  "event.cancelled",
  "event.reminder",
  "event.new-in-city",
  "event.dates-added",
  "host.announced",
  "host.decided",
  "ingestion.completed",
  "source.broken",
  "webhook.failed",
  "digest.daily",
  "digest.weekly",
] as const;

export type RuleTrigger = (typeof RULE_TRIGGERS)[number];

export const RULE_AUDIENCES = [
  "creator",
  "savers",
  "city-followers",
  "followers",
  "interested",
  "staff",
] as const;

export type RuleAudience = (typeof RULE_AUDIENCES)[number];

export const CHANNELS = ["in-app", "email", "push"] as const;

export type Channel = (typeof CHANNELS)[number];

export const RULE_TIMINGS = ["instant", "daily", "weekly"] as const;

export type RuleTiming = (typeof RULE_TIMINGS)[number];

/** Filters of a rule; an empty list matches everything. */
export interface RuleConditions {
  /** Slugs. */
  cities: string[];
  /** English names. */
  categories: string[];
  featuredOnly: boolean;
}

/** Wall times HH:MM of the reader; from later than to reaches over midnight. */
export interface QuietHours {
  from: string;
  to: string;
}

/**
 * Rules created or changed by staff; the defaults are in
 * app/modules/notifications/rules/active-rules.server.ts.
 */
export const notificationRules = sqliteTable("notification_rules", {
  /** Letters, digits, dots, hyphens and underscores. */
  key: text("key").primaryKey(),
  name: text("name").notNull(),
  trigger: text("trigger", { enum: RULE_TRIGGERS }).notNull(),
  audience: text("audience", { enum: RULE_AUDIENCES }).notNull(),
  conditions: json<RuleConditions>("conditions", {
    cities: [],
    categories: [],
    featuredOnly: false,
  }).notNull(),
  channels: json<Channel[]>("channels", []).notNull(),
  timing: text("timing", { enum: RULE_TIMINGS }).notNull(),
  /** Null: the product's own words. */
  templateKey: text("template_key"),
  /** Daily limit of this rule's mails and pushes per user, in their zone; null for none. */
  capPerDay: integer("cap_per_day"),
  quietHours: json<QuietHours>("quiet_hours", { from: "22:00", to: "08:00" }),
  isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
  /** Optimistic lock: rises with each change; saving over an older version is a conflict. */
  version: integer("version").notNull().default(1),
  updatedBy: text("updated_by"),
  ...timestamps,
});

/** A rule that mails about a new event: whom, and whether at once or in a digest. */
export type CityEmailRule = readonly [audience: RuleAudience, timing: RuleTiming];

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

/**
 * A domain event, written in the batch of the change that raised it (quality.md §3). The rules then
 * expand it into notifications, mails and pushes in chunks of recipients; the cron resumes
 * interrupted work.
 */
export const domainEvents = sqliteTable(
  "notification_causes",
  {
    id: id(),
    trigger: text("trigger", { enum: RULE_TRIGGERS }).notNull(),
    /** Which texts say it (app/locales/…/notifications.json). */
    kind: text("kind").notNull(),
    eventId: text("event_id"),
    /** The user who acted and so is not notified; null for the product itself. */
    actorId: text("actor_id"),
    values: json<Record<string, unknown>>("values", {}).notNull(),
    actionPath: text("action_path"),
    /** One domain event per key, retries included. */
    idempotencyKey: text("idempotency_key").notNull(),
    /**
     * How far its rules have been carried out: the rule and the last person; null before the first.
     */
    position: json<{ rule: string; after: string }>("position", { rule: "", after: "" }),
    /** Earliest processing time: now, or the end of the current worker's claim. */
    dueAt: instant("due_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    doneAt: instant("done_at"),
  },
  (t) => [
    uniqueIndex("notification_causes_idempotency_key").on(t.idempotencyKey),
    index("notification_causes_due").on(t.dueAt, t.id).where(sql`done_at IS NULL`),
    index("notification_causes_by_age").on(t.createdAt),
  ],
);

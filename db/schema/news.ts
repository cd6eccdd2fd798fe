import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, json, timestamps } from "./columns";
import { users } from "./users";

/** What a rule answers to (decisions.md §9). */
export const RULE_TRIGGERS = [
  "event.approved",
  "event.rejected",
  "event.flagged",
  "event.changed",
  "event.cancelled",
  "event.reminder",
  "event.new-in-city",
  "ingestion.completed",
  "digest.daily",
  "digest.weekly",
] as const;
export type RuleTrigger = (typeof RULE_TRIGGERS)[number];

export const RULE_AUDIENCES = ["creator", "savers", "city-followers", "interested", "staff"] as const;
export type RuleAudience = (typeof RULE_AUDIENCES)[number];

export const CHANNELS = ["in-app", "email", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

export const RULE_TIMINGS = ["instant", "daily", "weekly"] as const;
export type RuleTiming = (typeof RULE_TIMINGS)[number];

/** Which events a rule is about; what is empty leaves nothing out. */
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
 * Something that people are to be told of: a row in the batch of what has happened (quality.md §3). Afterwards the rules
 * make notifications, mails and pushes of it, some people at a time; what a dead machine leaves, the cron goes on with.
 */
export const domainEvents = sqliteTable(
  "notification_causes",
  {
    id: id(),
    trigger: text("trigger", { enum: RULE_TRIGGERS }).notNull(),
    /** Which texts say it (app/locales/…/notifications.json). */
    kind: text("kind").notNull(),
    eventId: text("event_id"),
    /** Who has done it, and so is not told; null for the product itself. */
    actorId: text("actor_id"),
    values: json<Record<string, unknown>>("values", {}).notNull(),
    actionPath: text("action_path"),
    /** One cause a key, whatever is retried. */
    idempotencyKey: text("idempotency_key").notNull(),
    /** How far its rules have been carried out: the rule and the last person; null before the first. */
    position: json<{ rule: string; after: string }>("position", { rule: "", after: "" }),
    /** When it may be taken up: at once, or after the claim of whoever is at it. */
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

/** Rules that staff have made or changed; what stands in app/modules/notification-rules/shipped-rules.ts is the rest. */
export const notificationRules = sqliteTable("notification_rules", {
  /** Letters, digits, dots, hyphens and underscores. */
  key: text("key").primaryKey(),
  name: text("name").notNull(),
  trigger: text("trigger", { enum: RULE_TRIGGERS }).notNull(),
  audience: text("audience", { enum: RULE_AUDIENCES }).notNull(),
  conditions: json<RuleConditions>("conditions", { cities: [], categories: [], featuredOnly: false }).notNull(),
  channels: json<Channel[]>("channels", []).notNull(),
  timing: text("timing", { enum: RULE_TIMINGS }).notNull(),
  /** Null: the product's own words. */
  templateKey: text("template_key"),
  /** Mails and pushes of this rule to one person on one day of theirs; null is without end. */
  capPerDay: integer("cap_per_day"),
  quietHours: json<QuietHours>("quiet_hours", { from: "22:00", to: "08:00" }),
  isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
  /** Rises with each change: who saves over an older one is told. */
  version: integer("version").notNull().default(1),
  updatedBy: text("updated_by"),
  ...timestamps,
});

/** Which events a template's mail lists. */
export interface TemplateSelection {
  /** From now on, days. */
  windowDays: number;
  /** Slugs, or those that the reader follows. */
  cities: "reader" | string[];
  /** English names, or what the reader is interested in. */
  categories: "reader" | "all" | string[];
  featuredOnly: boolean;
  limit: number;
  order: "date" | "popular";
}

/** Mail templates that staff have made or changed, in Liquid; the shipped ones stand in app/modules/mail-templates. */
export const emailTemplates = sqliteTable("email_templates", {
  key: text("key").primaryKey(),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  /** What it is for, and so which variables it has. */
  kind: text("kind").notNull(),
  subjectEn: text("subject_en").notNull(),
  subjectFa: text("subject_fa").notNull(),
  htmlEn: text("html_en").notNull(),
  htmlFa: text("html_fa").notNull(),
  textEn: text("text_en").notNull(),
  textFa: text("text_fa").notNull(),
  selection: json<TemplateSelection>("selection", {
    windowDays: 7,
    cities: "reader",
    categories: "reader",
    featuredOnly: false,
    limit: 10,
    order: "date",
  }).notNull(),
  isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
  version: integer("version").notNull().default(1),
  updatedBy: text("updated_by"),
  ...timestamps,
});

/** Each template as it was saved, so that an older one can come back. */
export const emailTemplateVersions = sqliteTable(
  "email_template_versions",
  {
    key: text("key").notNull(),
    version: integer("version").notNull(),
    values: json<Record<string, unknown>>("values", {}).notNull(),
    savedBy: text("saved_by"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.version] })],
);

/** Who follows a city (`city:<slug>`) or is interested in something (`interest:<name>`). Kept by the triggers of migration 0019. */
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

/** A rule that mails about a new event: whom, and whether at once or in a digest. */
export type CityEmailRule = readonly [audience: RuleAudience, timing: RuleTiming];

/**
 * A new event of a city: one row, whatever the number of followers. Lists, the bell and digests merge the rows of the
 * cities that their reader follows when they are read (docs/decisions/notifications.md).
 */
export const cityNews = sqliteTable(
  "city_news",
  {
    /** The id of its cause: one row a cause, whatever is retried. */
    id: id(),
    cityId: text("city_id").notNull(),
    eventId: text("event_id").notNull(),
    /** The event's creator, who is not told. */
    actorId: text("actor_id"),
    values: text("values", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** Whether it stands in the lists of those who follow the city. */
    tellsFollowers: integer("tells_followers", { mode: "boolean" }).notNull(),
    /** Whether it stands in the lists of those who are interested and follow the city, or none. */
    tellsInterested: integer("tells_interested", { mode: "boolean" }).notNull(),
    /** The topics of `user_topics` that make somebody interested in it. */
    topics: text("topics", { mode: "json" }).$type<string[]>().notNull(),
    /** Rules that mail about it, in the order of their keys: the first that concerns a reader decides. */
    emailRules: text("email_rules", { mode: "json" }).$type<CityEmailRule[]>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("city_news_of_city").on(t.cityId, t.createdAt), index("city_news_by_age").on(t.createdAt)],
);

/** What somebody has read or deleted of a city's news one by one; what they did with all of them is a mark on the account. */
export const cityNotificationStates = sqliteTable(
  "city_news_states",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    newsId: text("news_id")
      .notNull()
      .references(() => cityNews.id, { onDelete: "cascade" }),
    readAt: instant("read_at"),
    /** When its reader has deleted it from their list. */
    hiddenAt: instant("hidden_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.newsId] }), index("city_news_states_by_news").on(t.newsId)],
);

/** News that somebody gets with their next digest, since a rule or their own choice says so. */
export const digestItems = sqliteTable(
  "digest_items",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    domainEventId: text("cause_id").notNull(),
    kind: text("kind").notNull(),
    eventId: text("event_id"),
    values: json<Record<string, unknown>>("values", {}).notNull(),
    actionPath: text("action_path"),
    createdAt: instant("created_at").notNull(),
    /** Once it has gone out. */
    digestedAt: instant("digested_at"),
    /** Before this no digest takes it up: rules that tell once a week wait for the reader's week to begin. */
    dueAt: instant("due_at").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.domainEventId, t.kind] }),
    index("digest_items_waiting").on(t.userId, t.createdAt).where(sql`digested_at IS NULL`),
    index("digest_items_by_age").on(t.createdAt),
  ],
);

/** Digests that went out, or had nothing to say: one a person and period, whatever is retried (decisions.md §9). */
export const digests = sqliteTable(
  "digests",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** `daily:YYYY-MM-DD` or `weekly:YYYY-MM-DD`, the reader's day. */
    period: text("period").notNull(),
    /** Null where there was nothing to say. */
    mailId: text("mail_id"),
    /** Which events it named, each with its SEQUENCE: what has changed since may come again within the week. */
    events: json<[id: string, sequence: number][]>("events", []).notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.period] }),
    index("digests_by_age").on(t.createdAt),
    index("digests_of_user").on(t.userId, t.createdAt),
  ],
);

/** A browser that takes pushes (RFC 8030). */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Ends with it. */
    sessionId: text("session_id"),
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    locale: text("locale", { enum: ["en", "fa"] }).notNull(),
    createdAt: instant("created_at").notNull(),
    lastSentAt: instant("last_sent_at"),
  },
  (t) => [uniqueIndex("push_subscriptions_endpoint").on(t.endpoint), index("push_subscriptions_by_user").on(t.userId)],
);

export const PUSH_STATUSES = ["pending", "sending", "sent", "dead"] as const;

/** Pushes that are to go out: rows in the batch of their cause, as mails are. */
export const pushes = sqliteTable(
  "pushes",
  {
    id: id(),
    idempotencyKey: text("idempotency_key").notNull(),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    userId: text("user_id").notNull(),
    kind: text("kind").notNull(),
    ruleKey: text("rule_key"),
    payload: json<Record<string, unknown>>("payload", {}).notNull(),
    status: text("status", { enum: PUSH_STATUSES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull(),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
  },
  (t) => [
    uniqueIndex("pushes_idempotency_key").on(t.idempotencyKey),
    index("pushes_by_due").on(t.status, t.dueAt),
    index("pushes_by_subscription").on(t.subscriptionId),
    index("pushes_of_rule").on(t.userId, t.ruleKey, t.createdAt),
    index("pushes_by_age").on(t.createdAt),
  ],
);

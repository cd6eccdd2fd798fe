import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { cities } from "./cities";
import { id, instant } from "./columns";

/** Messengers that channels are in (docs/decisions/messengers.md). */
export const MESSENGERS = ["telegram", "bale", "eitaa"] as const;
export type Messenger = (typeof MESSENGERS)[number];

/** The bot that posts in a messenger's channels and answers there: one a messenger. */
export const messengerBots = sqliteTable("messenger_bots", {
  service: text("service", { enum: MESSENGERS }).primaryKey(),
  sealedToken: text("sealed_token").notNull(),
  /** Fingerprint of the key in the address that gets its messages; null without one. */
  hookKeyHash: text("hook_key_hash"),
  /** Fingerprint of the secret in the header of those requests, where the messenger sends one. */
  hookSecretHash: text("hook_secret_hash"),
  /** Only one sender at a time keeps to the messenger's limits; a dead one's lease ends. */
  leasedUntil: instant("leased_until").notNull().default(0),
  /** Until the end of the messenger's Retry-After. */
  pausedUntil: instant("paused_until").notNull().default(0),
  /** Why the messenger refuses the token. */
  problem: text("problem"),
  updatedAt: instant("updated_at").notNull(),
});

/** A city's channel in a messenger. */
export const channels = sqliteTable(
  "channels",
  {
    id: id(),
    service: text("service", { enum: MESSENGERS }).notNull(),
    cityId: text("city_id")
      .notNull()
      .references(() => cities.id, { onDelete: "cascade" }),
    /** `@name`, or the number of a private channel. */
    chat: text("chat").notNull(),
    locale: text("locale", { enum: ["en", "fa"] }).notNull(),
    postsWeek: integer("posts_week", { mode: "boolean" }).notNull(),
    postsTonight: integer("posts_tonight", { mode: "boolean" }).notNull(),
    /** Null is on. */
    offSince: instant("off_since"),
    /** Why the messenger switched it off, in its words; null where staff did. */
    offReason: text("off_reason"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("channels_of_chat").on(t.service, t.chat, t.cityId),
    index("channels_on").on(t.cityId).where(sql`off_since IS NULL`),
  ],
);

export const CHANNEL_POST_KINDS = ["week", "tonight", "test"] as const;
export const CHANNEL_POST_STATUSES = ["pending", "sending", "sent", "empty", "dead"] as const;

/**
 * The outbox of channels: one message for each week and each evening. A row with a message is an
 * edit of it.
 */
export const channelPosts = sqliteTable(
  "channel_posts",
  {
    id: id(),
    channelId: text("channel_id")
      .notNull()
      .references(() => channels.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: CHANNEL_POST_KINDS }).notNull(),
    /** The first day of the week, the day of the evening, or the id of a test. */
    subject: text("subject").notNull(),
    status: text("status", { enum: CHANNEL_POST_STATUSES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull(),
    /** From then on it is neither sent nor edited. */
    endsAt: instant("ends_at").notNull(),
    /** The messenger's id of the message. */
    messageId: text("message_id"),
    /** As it was sent last. */
    text: text("text"),
    /** The version of the week's picks in the post. */
    weekVersion: integer("week_version"),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
  },
  (t) => [
    uniqueIndex("channel_posts_once").on(t.channelId, t.kind, t.subject),
    index("channel_posts_by_due").on(t.status, t.dueAt),
    index("channel_posts_alive").on(t.status, t.endsAt),
    index("channel_posts_by_age").on(t.createdAt),
  ],
);

/** The events of a post, as posted. */
export const channelPostEvents = sqliteTable(
  "channel_post_events",
  {
    postId: text("post_id")
      .notNull()
      .references(() => channelPosts.id, { onDelete: "cascade" }),
    /** Of an event that is gone too. */
    eventId: text("event_id").notNull(),
    /** From 1. */
    position: integer("position").notNull(),
    version: integer("version").notNull(),
    isListed: integer("is_listed", { mode: "boolean" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.eventId] })],
);

/** Messages to bots, so that each is answered once. */
export const botUpdates = sqliteTable(
  "bot_updates",
  {
    service: text("service", { enum: MESSENGERS }).notNull(),
    updateId: text("update_id").notNull(),
    /** A fingerprint: the sender's id is personal data. */
    chatHash: text("chat_hash").notNull(),
    at: instant("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.service, t.updateId] }),
    index("bot_updates_of_chat").on(t.chatHash, t.at),
    index("bot_updates_by_age").on(t.at),
  ],
);

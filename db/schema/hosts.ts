import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { IMAGE_FOCUSES } from "../../app/lib/event/event-fields";
import { cities } from "./cities";
import { id, instant, timestamps } from "./columns";
import { users } from "./users";

/** A hidden host has no page: staff have taken it away, or it is being merged into another one. */
export const HOST_STATUSES = ["listed", "hidden"] as const;
export type HostStatus = (typeof HOST_STATUSES)[number];

/** Columns of venues and organizers alike (docs/decisions/follows.md). */
const hostColumns = () => ({
  id: id(),
  /** Its address; unique among the venues of a city, and among organizers. */
  slug: text("slug").notNull().default(""),
  nameEn: text("name_en").notNull(),
  nameFa: text("name_fa"),
  /** Other spellings; their keys are in `host_names`. */
  aliases: text("aliases", { mode: "json" }).$type<string[]>().notNull().default([]),
  aboutEn: text("about_en"),
  aboutFa: text("about_fa"),
  /** Web addresses: site, social networks. */
  links: text("links", { mode: "json" }).$type<string[]>().notNull().default([]),
  /** A file that a verified manager has uploaded, as `/media/…`; null for none. */
  imageUrl: text("image_url"),
  imageFocus: text("image_focus", { enum: IMAGE_FOCUSES }).notNull().default("center"),
  searchKey: text("search_key").notNull(),
  status: text("status", { enum: HOST_STATUSES }).notNull().default("listed"),
  /** Optimistic lock: rises with each edit by staff; 1 is as the first event named it. */
  version: integer("version").notNull().default(1),
  ...timestamps,
});

/**
 * A known place. An event keeps its own copy of name, address and position, so that a later
 * correction rewrites no history.
 */
export const venues = sqliteTable(
  "venues",
  {
    ...hostColumns(),
    cityId: text("city_id")
      .notNull()
      .references(() => cities.id),
    addressEn: text("address_en"),
    addressFa: text("address_fa"),
    latitude: real("latitude"),
    longitude: real("longitude"),
  },
  (t) => [
    index("venues_by_city").on(t.cityId, t.nameEn),
    uniqueIndex("venues_by_slug").on(t.cityId, t.slug).where(sql`slug <> ''`),
    index("venues_by_name").on(t.nameEn, t.id),
    index("venues_by_picture").on(t.imageUrl).where(sql`image_url IS NOT NULL`),
  ],
);

/** Who presents events: a company, a gallery, a group. */
export const organizers = sqliteTable("organizers", hostColumns(), (t) => [
  uniqueIndex("organizers_by_slug").on(t.slug).where(sql`slug <> ''`),
  index("organizers_by_name").on(t.nameEn, t.id),
  index("organizers_by_picture").on(t.imageUrl).where(sql`image_url IS NOT NULL`),
]);

/**
 * Keys that resolve to a venue or an organizer. Scopes: `venue:<city id>` and `organizer` for keys
 * of names and aliases; the same after `slug:` for present and former slugs.
 */
export const hostNames = sqliteTable(
  "host_names",
  {
    scope: text("scope").notNull(),
    key: text("key").notNull(),
    hostId: text("host_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index("host_names_by_host").on(t.hostId)],
);

export const CLAIM_STATUSES = ["pending", "approved", "rejected", "withdrawn"] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/**
 * "This is my venue": who asked to look after the page of a venue or an organizer, and what staff
 * decided (docs/decisions/follows.md).
 */
export const hostClaims = sqliteTable(
  "host_claims",
  {
    id: id(),
    hostId: text("host_id").notNull(),
    hostKind: text("host_kind", { enum: ["venue", "organizer"] }).notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** How staff can check it. */
    statement: text("statement").notNull(),
    /** Web address that shows it; null for none. */
    link: text("link"),
    /** While approved, the account looks after the page. */
    status: text("status", { enum: CLAIM_STATUSES }).notNull(),
    /** Of a rejection. */
    reason: text("reason"),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    /** Whether the account gets the mails about RSVPs of the page's events. */
    getsMails: integer("gets_mails", { mode: "boolean" }).notNull().default(true),
    ...timestamps,
  },
  (t) => [
    uniqueIndex("host_claims_open")
      .on(t.hostId, t.userId)
      .where(sql`status IN ('pending', 'approved')`),
    index("host_claims_approved").on(t.hostId).where(sql`status = 'approved'`),
    index("host_claims_waiting").on(t.createdAt, t.id).where(sql`status = 'pending'`),
    index("host_claims_by_user").on(t.userId, t.createdAt),
  ],
);

/**
 * Messages of venues and organizers to their followers, one a week at most
 * (docs/decisions/follows.md).
 */
export const hostAnnouncements = sqliteTable(
  "host_announcements",
  {
    id: id(),
    hostId: text("host_id").notNull(),
    hostKind: text("host_kind", { enum: ["venue", "organizer"] }).notNull(),
    authorId: text("author_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** At least one of them is written. */
    textEn: text("text_en"),
    textFa: text("text_fa"),
    /** Approved ones are public and sent; rejected ones were refused or taken down by staff. */
    status: text("status", { enum: CLAIM_STATUSES }).notNull(),
    /** Of a rejection. */
    reason: text("reason"),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    sentAt: instant("sent_at"),
    ...timestamps,
  },
  (t) => [
    index("host_announcements_of_host").on(t.hostId, t.createdAt),
    index("host_announcements_waiting").on(t.createdAt, t.id).where(sql`status = 'pending'`),
    index("host_announcements_sent").on(t.sentAt).where(sql`status = 'approved'`),
    index("host_announcements_by_author").on(t.authorId),
  ],
);

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
    /** Of a search that failed: when it is looked at again. */
    lookAfter: instant("look_after"),
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

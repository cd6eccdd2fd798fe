import { type $Type, sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  EVENT_FIELD_NAMES,
  EVENT_FIELDS,
  type EventField,
  type EventFieldType,
  IMAGE_FOCUSES,
  type NameOfType,
  type TraitKey,
  type ValueOf,
} from "../../app/lib/event/event-fields";
import type { TextPath } from "../../app/lib/event/field-groups";
import { OCCURRENCE_STATUSES, type Schedule } from "../../app/lib/event/schedule";
import { cities } from "./cities";
import { id, instant, timestamps } from "./columns";
import { organizers, venues } from "./hosts";

export { IMAGE_FOCUSES, type ImageFocus } from "../../app/lib/event/event-fields";

/** Moderation status (product.md §4). */
export const EVENT_STATUSES = ["draft", "pending", "approved", "rejected", "flagged"] as const;

export type EventStatus = (typeof EVENT_STATUSES)[number];

/** The event's own state, independent of moderation (decisions.md §3). */
export const EVENT_LIFECYCLES = ["scheduled", "postponed", "cancelled"] as const;

export type EventLifecycle = (typeof EVENT_LIFECYCLES)[number];

/** Fields whose column follows from their type and name. The others are defined below. */
const COLUMN_OF_TYPE = {
  degrees: (name: string) => real(name),
  price: (name: string) => real(name),
  integer: (name: string) => integer(name),
  url: (name: string) => text(name),
  file: (name: string) => text(name),
  choices: (name: string) => text(name, { mode: "json" }).$type<TraitKey[]>().notNull().default([]),
  boolean: (name: string) => integer(name, { mode: "boolean" }).notNull().default(false),
};

type Keys = [string, ...string[]];
const choiceColumn = (name: string, keys: Keys) => text(name, { enum: keys });
const filledChoiceColumn = (name: string, keys: Keys, initial: string) =>
  choiceColumn(name, keys).notNull().default(initial);

type Fields = typeof EVENT_FIELDS;
type PlainColumns = {
  [K in NameOfType<keyof typeof COLUMN_OF_TYPE>]: ReturnType<
    (typeof COLUMN_OF_TYPE)[Fields[K]["type"]]
  >;
} & {
  [K in NameOfType<"choice">]: null extends ValueOf<K>
    ? $Type<ReturnType<typeof choiceColumn>, NonNullable<ValueOf<K>>>
    : $Type<ReturnType<typeof filledChoiceColumn>, ValueOf<K>>;
};

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const makers: Partial<
  Record<
    EventFieldType,
    (name: string, field: EventField & { initial?: string; options?: readonly string[] }) => unknown
  >
> = {
  ...COLUMN_OF_TYPE,
  choice: (name, { initial, options }) =>
    initial === undefined
      ? choiceColumn(name, options as Keys)
      : filledChoiceColumn(name, options as Keys, initial),
};

const plainColumns = Object.fromEntries(
  EVENT_FIELD_NAMES.flatMap((name) => {
    const column = makers[EVENT_FIELDS[name].type]?.(columnOf(name), EVENT_FIELDS[name]);
    return column ? [[name, column]] : [];
  }),
) as PlainColumns;

export const events = sqliteTable(
  "events",
  {
    id: id(),
    cityId: text("city_id")
      .notNull()
      .references(() => cities.id),
    venueId: text("venue_id").references(() => venues.id),
    organizerId: text("organizer_id").references(() => organizers.id),
    titleEn: text("title_en").notNull(),
    titleFa: text("title_fa"),
    descriptionEn: text("description_en").notNull().default(""),
    descriptionFa: text("description_fa"),
    venueEn: text("venue_en").notNull().default(""),
    venueFa: text("venue_fa"),
    addressEn: text("address_en"),
    addressFa: text("address_fa"),
    organizerEn: text("organizer_en"),
    organizerFa: text("organizer_fa"),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /**
     * The city's zone when the event was written, so that the announced wall time never changes.
     */
    timeZone: text("time_zone").notNull(),
    /** The start's calendar day in `timeZone`, YYYY-MM-DD. */
    localDay: text("local_day").notNull(),
    allDay: integer("all_day", { mode: "boolean" }).notNull().default(false),
    /**
     * Null is a single date. With one, `startsAt`, `endsAt` and `localDay` are those of the next
     * occurrence, after the last one of the last.
     */
    schedule: text("schedule", { mode: "json" }).$type<Schedule>(),
    /** Occurrences to come, the next one included. */
    occurrenceCount: integer("occurrence_count").notNull().default(1),
    /** End of the last occurrence, for opening hours over a run; null for all other events. */
    runsUntil: instant("runs_until"),
    /** Rises with each change of its occurrences: the facets' trigger follows it. */
    scheduleVersion: integer("schedule_version").notNull().default(0),
    ...plainColumns,
    /**
     * The link of an online event where everyone may see it: what lists, feeds and public JSON
     * read.
     */
    publicOnlineUrl: text("public_online_url").generatedAlwaysAs(
      sql`(CASE WHEN online_url_for = 'everyone' THEN online_url END)`,
      {
        mode: "virtual",
      },
    ),
    /** ISO 4217. */
    currency: text("currency").notNull(),
    imageFocus: text("image_focus", { enum: IMAGE_FOCUSES }).notNull().default("center"),
    /** English category names (app/modules/events/categories), the leading one first. */
    categories: text("categories", { mode: "json" }).$type<string[]>().notNull(),
    tags: text("tags", { mode: "json" }).$type<string[]>().notNull(),
    /**
     * Traits and accessibility that rules or an ingestion propose, for a person to confirm: never
     * public. Null leaves it to the rules.
     */
    proposedTraits: text("proposed_traits", { mode: "json" }).$type<TraitKey[]>(),
    /**
     * Texts with an unconfirmed machine translation, such as `title.en`
     * (docs/decisions/languages.md).
     */
    machineTranslated: text("machine_translated", { mode: "json" })
      .$type<TextPath[]>()
      .notNull()
      .default([]),
    /** Search keys of the tags, for filtering. */
    tagKeys: text("tag_keys", { mode: "json" }).$type<string[]>().notNull(),
    status: text("status", { enum: EVENT_STATUSES }).notNull().default("draft"),
    lifecycle: text("lifecycle", { enum: EVENT_LIFECYCLES }).notNull().default("scheduled"),
    isFeatured: integer("is_featured", { mode: "boolean" }).notNull().default(false),
    isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
    rejectionReason: text("rejection_reason"),
    /** Open reports. */
    flagCount: integer("flag_count").notNull().default(0),
    viewCount: integer("view_count").notNull().default(0),
    /** Number of users with it among their favourites. Kept by the triggers of migration 0005. */
    saveCount: integer("save_count").notNull().default(0),
    /** Saves + shares + ticket clicks + adds to calendar. */
    interactionCount: integer("interaction_count").notNull().default(0),
    /**
     * What ranks it, in tenths of a trusted save (docs/decisions/popularity.md): saves by the trust of
     * their accounts, kept by the triggers of migration 0058, and visits by network.
     */
    popularityPoints: integer("popularity_points").notNull().default(0),
    /** In whole trusted saves: what strangers can add in a day changes no order. */
    popularity: integer("popularity")
      .notNull()
      .generatedAlwaysAs(sql`(popularity_points / 10)`, { mode: "virtual" }),
    /** Points of the last seven days, the sum of `event_points`; kept by the triggers of its table. */
    recentPoints: integer("recent_points").notNull().default(0),
    creatorId: text("creator_id"),
    /** Normalised English title, for the duplicate hint (with city and local day). */
    titleKey: text("title_key").notNull(),
    /** Row of `event_search`; rises with the start, so that matches come out in order of time. */
    searchRowid: integer("search_rowid").notNull(),
    /** iCalendar SEQUENCE: rises on each material change (RFC 5545 §3.8.7.4). */
    sequence: integer("sequence").notNull().default(0),
    /** The first start that was announced, once it has moved (schema.org previousStartDate). */
    previousStartsAt: instant("previous_starts_at"),
    /**
     * Optimistic lock: rises with each change of content or status; acting on an older version is a
     * conflict.
     */
    version: integer("version").notNull().default(1),
    /** The latest of `event_decisions`. */
    decisionId: text("decision_id"),
    /** The ingestion that it came from, and where the assistant had found it. */
    ingestionRunId: text("ingestion_run_id"),
    sourceUrl: text("source_url"),
    /** When its author last submitted it. */
    submittedAt: instant("submitted_at"),
    publishedAt: instant("published_at"),
    /**
     * Set by the hourly job after the end, so that lists of upcoming events never scan past ones.
     */
    isOver: integer("is_over", { mode: "boolean" }).notNull().default(false),
    deletedAt: instant("deleted_at"),
    /** Shown to everyone: approved, active, not deleted. */
    isListed: integer("is_listed", { mode: "boolean" })
      .notNull()
      .generatedAlwaysAs(sql`(status = 'approved' AND is_active = 1 AND deleted_at IS NULL)`, {
        mode: "virtual",
      }),
    ...timestamps,
  },
  (t) => [
    uniqueIndex("events_search_rowid").on(t.searchRowid),
    index("events_to_end").on(t.isOver, t.endsAt),
    index("events_series_to_end").on(t.endsAt).where(sql`schedule IS NOT NULL AND is_over = 0`),
    index("events_by_venue").on(t.venueId, t.isListed, t.isOver, t.startsAt),
    index("events_by_organizer").on(t.organizerId),
    index("events_by_title").on(t.cityId, t.localDay, t.titleKey),
    index("events_by_creator").on(t.creatorId, t.status, t.startsAt),
    index("events_by_status").on(t.status, t.createdAt),
    index("events_active").on(t.creatorId, t.status).where(sql`is_over = 0 AND deleted_at IS NULL`),
    index("events_of_creator").on(t.creatorId, t.deletedAt, t.updatedAt),
    index("events_pending")
      .on(t.submittedAt, t.id)
      .where(sql`status = 'pending' AND deleted_at IS NULL`),
    index("events_flagged")
      .on(t.updatedAt, t.id)
      .where(sql`status = 'flagged' AND deleted_at IS NULL`),
    index("events_reported")
      .on(t.flagCount, t.id)
      .where(sql`status = 'approved' AND flag_count > 0 AND deleted_at IS NULL`),
    index("events_reported_by_age")
      .on(t.updatedAt, t.id)
      .where(sql`status = 'approved' AND flag_count > 0 AND deleted_at IS NULL`),
    index("events_by_age").on(t.createdAt, t.id),
    index("events_by_start").on(t.startsAt, t.id),
    index("events_of_city").on(t.cityId, t.createdAt, t.id),
    index("events_deleted").on(t.deletedAt),
    index("events_popular").on(t.isListed, t.isOver, t.interactionCount, t.viewCount),
    index("events_by_popularity").on(t.isListed, t.isOver, sql`popularity DESC`, t.startsAt),
    index("events_popular_in_city").on(
      t.cityId,
      t.isListed,
      t.isOver,
      sql`popularity DESC`,
      t.startsAt,
    ),
    // Of events with a trusted save in these days: what strangers add alone is not ranked.
    index("events_trending").on(sql`recent_points DESC`).where(sql`recent_points >= 10`),
    index("events_trending_in_city")
      .on(t.cityId, sql`recent_points DESC`)
      .where(sql`recent_points >= 10`),
    index("events_new").on(t.isListed, t.isOver, t.publishedAt),
    index("events_featured").on(t.isListed, t.isOver, t.isFeatured, t.startsAt),
  ],
);

/**
 * The dates of events (docs/decisions/occurrences.md). Triggers of migration 0027 keep the one of
 * an event without a schedule.
 */
export const eventOccurrences = sqliteTable(
  "event_occurrences",
  {
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    /** Wall time; with the event its identity, which no edit changes. */
    originalStart: text("original_start").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /** The start's calendar day in the event's zone, YYYY-MM-DD. */
    localDay: text("local_day").notNull(),
    status: text("status", { enum: OCCURRENCE_STATUSES }).notNull().default("scheduled"),
    noteEn: text("note_en"),
    noteFa: text("note_fa"),
    /** Null is the event's. */
    price: real("price"),
    ticketUrl: text("ticket_url"),
    /** The first start that was announced, once it has moved. */
    previousStartsAt: instant("previous_starts_at"),
    isOver: integer("is_over", { mode: "boolean" }).notNull().default(false),
    /** iCalendar SEQUENCE. */
    sequence: integer("sequence").notNull().default(0),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.originalStart] }),
    // Covers the times of a day, the next one and the count.
    index("event_occurrences_in_order").on(t.eventId, t.startsAt, t.endsAt, t.status, t.localDay),
    index("event_occurrences_to_end").on(t.isOver, t.endsAt),
    index("event_occurrences_due").on(t.startsAt).where(sql`is_over = 0`),
  ],
);

/** Up to twelve hours, up to two days, up to ten, and longer, as `LENGTHS` of the walks. */
const LENGTH_CLASS = sql`CASE WHEN ends_at - starts_at > 864000000 THEN 3 WHEN ends_at - starts_at > 172800000 THEN 2 WHEN ends_at - starts_at > 43200000 THEN 1 ELSE 0 END`;

/**
 * One row per listed event, day on which it takes place and property one can filter by, in order of
 * start. Written only by triggers (migrations 0079 and 0083). Facets: `all`, `free`, `city:<id>`,
 * `city:<id>|free`, `category:<name>`, `city:<id>|category:<name>`, `tag:<key>`, `trait:<key>` and
 * `city:<id>|trait:<key>` (confirmed traits and accessibility; `trait:online` for online and hybrid
 * events), `venue:<id>`, `organizer:<id>`, `geo:<cell>` (quarter-degree cells) and `geo2:<cell>`
 * (two-degree cells); `cancelled` and `city:<id>|cancelled`, of the next date alone.
 */
export const eventFacets = sqliteTable(
  "event_facets",
  {
    facet: text("facet").notNull(),
    isOver: integer("is_over", { mode: "boolean" }).notNull(),
    startsAt: instant("starts_at").notNull(),
    eventId: text("event_id").notNull(),
    endsAt: instant("ends_at").notNull(),
    localDay: text("local_day").notNull().default(""),
    /**
     * Whether this is the event's next day, or its last one once it is over: lists of events follow
     * these rows.
     */
    isNext: integer("is_next", { mode: "boolean" }).notNull().default(true),
    /** A day of opening hours over a run: lists show the run once. */
    isRun: integer("is_run", { mode: "boolean" }).notNull().default(false),
    isFree: integer("is_free", { mode: "boolean" }).notNull(),
    latitude: real("latitude"),
    longitude: real("longitude"),
    /**
     * What the event has: a bit for each category and then for each filter, in the order of
     * `CATEGORIES` and `FILTER_KEYS`, behind them one more than the number of its first category (5
     * bits), and a bit of cancelled events.
     * The view `event_facet_rows` computes it, so a change of these lists needs a migration.
     */
    marks: integer("marks").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.facet, t.isOver, t.startsAt, t.eventId] }),
    // The days of an event. With the facets that its columns give they name its rows.
    index("event_facets_by_event").on(t.eventId).where(sql`facet = 'all'`),
    // Covers lists of events: they read no other rows of this table.
    index("event_facets_next")
      .on(
        t.facet,
        t.isOver,
        t.startsAt,
        t.eventId,
        t.endsAt,
        t.isFree,
        t.latitude,
        t.longitude,
        t.localDay,
        t.marks,
      )
      .where(sql`is_next = 1`),
    // The same for what is free, whichever facet it is narrowed by.
    index("event_facets_free")
      .on(
        t.facet,
        t.isOver,
        t.startsAt,
        t.eventId,
        t.endsAt,
        t.latitude,
        t.longitude,
        t.localDay,
        t.marks,
      )
      .where(sql`is_next = 1 AND is_free = 1`),
    // Finds events longer than 3 hours that last into a range, among those of their length: it
    // bounds how long before the range they begin. With every column that a walk reads.
    index("event_facets_over_3h")
      .on(
        t.facet,
        t.isOver,
        LENGTH_CLASS,
        t.startsAt,
        t.eventId,
        t.endsAt,
        t.isFree,
        t.latitude,
        t.longitude,
        t.localDay,
        t.isNext,
        t.isRun,
        t.marks,
      )
      .where(sql`ends_at - starts_at > 10800000`),
  ],
);

/** How many upcoming events a facet holds; kept by triggers on `event_facets`. */
export const facetCounts = sqliteTable("facet_counts", {
  facet: text("facet").primaryKey(),
  upcoming: integer("upcoming").notNull().default(0),
});

/**
 * How people ask for an event without its title, for the search index: spoken, in Latin letters, by
 * other names and intents (docs/decisions/search.md). Those of rules are not stored.
 */
export const eventPhrasings = sqliteTable("event_phrasings", {
  eventId: text("event_id")
    .primaryKey()
    .references(() => events.id, { onDelete: "cascade" }),
  /** Folded words with their stems, as the index has them. */
  words: text("words").notNull(),
  /** The texts that they were written for (`phrasedText`): those of others are not indexed. */
  writtenFor: text("written_for").notNull(),
  source: text("source", { enum: ["seed", "model"] }).notNull(),
  createdAt: instant("created_at").notNull(),
});

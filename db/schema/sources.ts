import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cities } from "./cities";
import { id, instant, json, timestamps } from "./columns";

export const SOURCE_KINDS = [
  "ical",
  "rss",
  "json-ld",
  "telegram",
  "rooydad",
  "gancio",
  "mobilizon",
  "model",
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/**
 * "trial": a person decides on each item, which is flagged. "reviewed": a person decides on each
 * item. "trusted": complete, undoubted, new events are published.
 */
export const TRUST_LEVELS = ["trial", "reviewed", "trusted"] as const;
export type SourceTrust = (typeof TRUST_LEVELS)[number];

export const SOURCE_STATUSES = ["active", "paused"] as const;

/** "broken": the address answers, but without the items that it had before. */
export const CHECK_STATUSES = ["running", "ok", "not-modified", "broken", "failed"] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** A page, feed or calendar that is read on a schedule (docs/decisions/sources.md). */
export const sources = sqliteTable(
  "sources",
  {
    id: id(),
    name: text("name").notNull(),
    kind: text("kind", { enum: SOURCE_KINDS }).notNull(),
    url: text("url").notNull(),
    /** Host of the address: one check a host at a time. */
    host: text("host").notNull(),
    /** City of items that name none of `otherCityIds`. */
    cityId: text("city_id")
      .notNull()
      .references(() => cities.id),
    otherCityIds: json<string[]>("other_city_ids", []).notNull(),
    /** Minutes between two checks. */
    everyMinutes: integer("every_minutes").notNull(),
    trust: text("trust", { enum: TRUST_LEVELS }).notNull().default("trial"),
    status: text("status", { enum: SOURCE_STATUSES }).notNull().default("active"),
    /** Values of items that state none of their own. */
    venue: text("venue"),
    organizer: text("organizer"),
    category: text("category"),
    language: text("language", { enum: ["en", "fa"] }),
    dueAt: instant("due_at").notNull(),
    /** Of the last complete check, for conditional requests. */
    etag: text("etag"),
    lastModified: text("last_modified"),
    bodyHash: text("body_hash"),
    lastCheckedAt: instant("last_checked_at"),
    lastStatus: text("last_status", { enum: CHECK_STATUSES }),
    /** Items of the last check that found any. */
    lastItems: integer("last_items").notNull().default(0),
    lastError: text("last_error"),
    /** Checks in a row that failed or found it broken. */
    failures: integer("failures").notNull().default(0),
    /** The check that alerted staff; null while the source works. */
    alertedCheckId: text("alerted_check_id"),
    /**
     * Decisions of people on its candidates, and on the edits and changes of plan that it proposed,
     * counted by triggers.
     */
    rightCount: integer("right_count").notNull().default(0),
    editedCount: integer("edited_count").notNull().default(0),
    duplicateCount: integer("duplicate_count").notNull().default(0),
    wrongCount: integer("wrong_count").notNull().default(0),
    creatorId: text("creator_id").notNull(),
    /** Optimistic lock: rises with each edit. */
    version: integer("version").notNull().default(1),
    ...timestamps,
  },
  (t) => [
    index("sources_due").on(t.dueAt, t.id).where(sql`status = 'active'`),
    index("sources_by_host").on(t.host),
    index("sources_by_name").on(t.name, t.id),
    index("sources_by_city").on(t.cityId),
  ],
);

/** An entry that a check left out: why, and what it was. */
export interface LeftEntryRow {
  title: string | null;
  code: string;
  snippet: string;
  /** Its own page; null or missing for none. */
  url?: string | null;
  venue?: string | null;
  /** The candidate that staff made of it all the same. */
  candidateId?: string;
}

export const sourceChecks = sqliteTable(
  "source_checks",
  {
    id: id(),
    /**
     * Comes out null, and so fails the batch, where the source is not due any more or its host is
     * busy.
     */
    sourceId: text("source_id")
      .notNull()
      .references(() => sources.id, { onDelete: "cascade" }),
    cause: text("cause", { enum: ["scheduled", "manual"] }).notNull(),
    status: text("status", { enum: CHECK_STATUSES }).notNull().default("running"),
    items: integer("items").notNull().default(0),
    added: integer("added").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    gone: integer("gone").notNull().default(0),
    cancelled: integer("cancelled").notNull().default(0),
    /** Entries without what an event needs. */
    leftOut: integer("left_out").notNull().default(0),
    /** Some of them by name, and why. */
    left: json<LeftEntryRow[]>("left_entries", []).notNull().default([]),
    /** Entries that are over. */
    over: integer("over_entries").notNull().default(0),
    /** Entries beyond what one check reads. */
    unread: integer("unread_entries").notNull().default(0),
    published: integer("published").notNull().default(0),
    requests: integer("requests").notNull().default(0),
    /** Why it failed: a key of `sources:reason`. */
    reason: text("reason"),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [
    index("source_checks_of_source").on(t.sourceId, t.startedAt),
    index("source_checks_by_age").on(t.startedAt),
  ],
);

export const ITEM_STATES = ["present", "cancelled", "gone"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** A source's data on one event. */
export const sourceItems = sqliteTable(
  "source_items",
  {
    id: id(),
    sourceId: text("source_id")
      .notNull()
      .references(() => sources.id, { onDelete: "cascade" }),
    /** UID, else canonical URL, else title and day: one row each. */
    key: text("item_key").notNull(),
    /** Canonical address: finds an item whose UID has changed. */
    url: text("url"),
    title: text("title").notNull(),
    cityId: text("city_id").notNull(),
    /** Last day of the event, YYYY-MM-DD; null without a date. */
    lastDay: text("last_day"),
    /** `CandidateValues` as last imported; empty before. */
    values: json<Record<string, unknown>>("values", {}).notNull(),
    /** Values of the latest check that are not imported yet; null for none. */
    next: text("next"),
    /** Of `next`, else of `values`. */
    hash: text("hash").notNull(),
    state: text("state", { enum: ITEM_STATES }).notNull().default("present"),
    /** Whether `next` or `state` waits to be carried out. */
    isDue: integer("is_due", { mode: "boolean" }).notNull().default(false),
    /** Excerpt of the source that it was read from. */
    snippet: text("snippet"),
    candidateId: text("candidate_id"),
    /** Updates of its candidate by checks, which are no edits of a person. */
    updates: integer("updates").notNull().default(0),
    /** The latest check that found it. */
    checkId: text("check_id").notNull(),
    firstSeenAt: instant("first_seen_at").notNull(),
    changedAt: instant("changed_at").notNull(),
  },
  (t) => [
    uniqueIndex("source_items_key").on(t.sourceId, t.key),
    index("source_items_due").on(t.sourceId, t.id).where(sql`is_due = 1`),
    index("source_items_by_candidate").on(t.candidateId),
    index("source_items_of_source").on(t.sourceId, t.changedAt),
    index("source_items_by_url").on(t.sourceId, t.url),
    index("source_items_by_day").on(t.lastDay),
  ],
);

export const PROPOSAL_KINDS = ["cancelled", "gone", "back"] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
export const PROPOSAL_STATUSES = ["open", "accepted", "dismissed"] as const;

/**
 * A change of plan that a source suggests for a published event. Changed values are revisions
 * (`event_revisions`).
 */
export const sourceProposals = sqliteTable(
  "source_proposals",
  {
    id: id(),
    sourceId: text("source_id")
      .notNull()
      .references(() => sources.id, { onDelete: "cascade" }),
    itemId: text("item_id").notNull(),
    eventId: text("event_id").notNull(),
    kind: text("kind", { enum: PROPOSAL_KINDS }).notNull(),
    status: text("status", { enum: PROPOSAL_STATUSES }).notNull().default("open"),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("source_proposals_open").on(t.createdAt, t.id).where(sql`status = 'open'`),
    uniqueIndex("source_proposals_of_item").on(t.itemId, t.kind).where(sql`status = 'open'`),
    index("source_proposals_of_source").on(t.sourceId, t.createdAt),
  ],
);

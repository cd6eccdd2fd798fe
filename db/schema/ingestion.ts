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
import { EMPTY_ANSWER_VALUES } from "../../app/lib/event/field-groups";
import { cities } from "./cities";
import { id, instant, json, timestamps } from "./columns";
import { users } from "./users";

export const RUN_STATUSES = ["pending", "running", "completed", "failed", "cancelled"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
/** Assistants that a prompt is written for (product.md §3). */
const AI_PROVIDERS = ["chatgpt", "claude", "gemini", "other"] as const;

/** `CandidateValues` (app/modules/intake/ingestion) without any value. */
const NO_VALUES = {
  ...{
    title: null,
    titleFa: null,
    description: null,
    descriptionFa: null,
    category: null,
    organizer: null,
    tags: [],
  },
  ...{
    date: null,
    time: null,
    endDate: null,
    endTime: null,
    schedule: null,
    price: null,
    currency: null,
    free: null,
    url: null,
    imageUrl: null,
  },
  ...{
    venue: null,
    venueFa: null,
    address: null,
    addressFa: null,
    latitude: null,
    longitude: null,
  },
  ...EMPTY_ANSWER_VALUES,
  proposedTraits: [],
  ...{ confidence: {}, origin: {}, issues: [] },
};

/** An assistant's answer on its way to candidates (decisions.md §11). */
export const ingestionRuns = sqliteTable(
  "ingestion_runs",
  {
    id: id(),
    source: text("source").notNull().default("ai-agent"),
    cityId: text("city_id")
      .notNull()
      .references(() => cities.id),
    /** YYYY-MM. */
    month: text("month").notNull(),
    provider: text("provider", { enum: AI_PROVIDERS }).notNull(),
    /** English names; empty: all. */
    categories: json<string[]>("categories", []).notNull(),
    status: text("status", { enum: RUN_STATUSES }).notNull().default("pending"),
    eventsCount: integer("events_count").notNull(),
    processedCount: integer("processed_count").notNull().default(0),
    /** Rises with each retry; results of older attempts are ignored. */
    attempt: integer("attempt").notNull().default(1),
    /** One run a start, however often it is sent. */
    idempotencyKey: text("idempotency_key").notNull(),
    /** Earliest processing time: now, or the end of the current worker's claim. */
    dueAt: instant("due_at").notNull(),
    lastError: text("last_error"),
    creatorId: text("creator_id").notNull(),
    startedAt: instant("started_at"),
    completedAt: instant("completed_at"),
    ...timestamps,
  },
  (t) => [
    uniqueIndex("ingestion_runs_idempotency_key").on(t.idempotencyKey),
    index("ingestion_runs_by_age").on(t.createdAt, t.id),
    index("ingestion_runs_by_status").on(t.status, t.createdAt, t.id),
    index("ingestion_runs_open").on(t.dueAt, t.id).where(sql`status IN ('pending', 'running')`),
  ],
);

export const LOG_LEVELS = ["info", "warn", "error", "debug"] as const;

export const ingestionLogs = sqliteTable(
  "ingestion_logs",
  {
    id: id(),
    runId: text("run_id")
      .notNull()
      .references(() => ingestionRuns.id, { onDelete: "cascade" }),
    level: text("level", { enum: LOG_LEVELS }).notNull(),
    /** Key of its text (app/locales/…/ingestion.json). */
    code: text("code").notNull(),
    values: json<Record<string, string | number>>("values", {}).notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("ingestion_logs_by_run").on(t.runId, t.id)],
);

/**
 * `waiting` is not assessed yet; then the specification's four (product.md §3) and the decisions.
 */
export const CANDIDATE_STATUSES = [
  "waiting",
  "pending_review",
  "auto_approved",
  "flagged",
  "pending_retry",
  "approved",
  "rejected",
] as const;
export type CandidateStatus = (typeof CANDIDATE_STATUSES)[number];

/** A finding that needs review, with a possible duplicate. */
export interface CandidateFinding {
  code: string;
  field: string | null;
  /** The event or candidate that it looks like. */
  event?: string;
  candidate?: string;
  score?: number;
}

/** One event of an answer. */
export const ingestionCandidates = sqliteTable(
  "ingestion_candidates",
  {
    id: id(),
    runId: text("run_id")
      .notNull()
      .references(() => ingestionRuns.id, { onDelete: "cascade" }),
    /** Its place in the answer, from 0. */
    position: integer("position").notNull(),
    /** As the parser has understood it, and editors have corrected it (app/modules/intake/ingestion). */
    values: json<Record<string, unknown>>("values", NO_VALUES).notNull(),
    status: text("status", { enum: CANDIDATE_STATUSES }).notNull().default("waiting"),
    findings: json<CandidateFinding[]>("findings", []).notNull(),
    /** The city's day, YYYY-MM-DD; null without a date. */
    localDay: text("local_day"),
    venueId: text("venue_id"),
    /** The event that it became. */
    eventId: text("event_id"),
    rejectionReason: text("rejection_reason"),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    /** Optimistic lock: rises with each change; deciding on an older version is a conflict. */
    version: integer("version").notNull().default(1),
    ...timestamps,
  },
  (t) => [
    uniqueIndex("ingestion_candidates_place").on(t.runId, t.position),
    index("ingestion_candidates_by_status").on(t.status, t.createdAt, t.id),
    index("ingestion_candidates_open")
      .on(t.createdAt, t.id)
      .where(sql`status IN ('pending_review', 'auto_approved', 'flagged', 'pending_retry')`),
    index("ingestion_candidates_of_run").on(t.runId, t.status, t.position),
  ],
);

/** An unfinished wizard. */
export const ingestionWizards = sqliteTable(
  "ingestion_wizards",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Choices and corrections so far. */
    values: json<Record<string, unknown>>("values", {}).notNull(),
    version: integer("version").notNull().default(1),
    ...timestamps,
  },
  (t) => [
    index("ingestion_wizards_by_user").on(t.userId, t.updatedAt),
    index("ingestion_wizards_by_age").on(t.updatedAt),
  ],
);

/** The pasted answer, in parts: up to 2 MB, more than one D1 row holds. */
export const ingestionTexts = sqliteTable(
  "ingestion_texts",
  {
    /** Of a wizard or a run. */
    ownerId: text("owner_id").notNull(),
    part: integer("part").notNull(),
    body: text("body").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.part] }),
    index("ingestion_texts_by_age").on(t.createdAt),
  ],
);

/** Pairs of public events that the nightly comparison found alike, the smaller id first. */
export const duplicatePairs = sqliteTable(
  "duplicate_pairs",
  {
    id: id(),
    firstId: text("first_id").notNull(),
    secondId: text("second_id").notNull(),
    /** Likeness, 0 to 1. */
    score: real("score").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("duplicate_pairs_once").on(t.firstId, t.secondId),
    index("duplicate_pairs_by_age").on(t.createdAt, t.id),
  ],
);

/**
 * Pairs judged to be distinct despite their similarity: events or candidates, the smaller id first.
 */
export const distinctPairs = sqliteTable(
  "distinct_pairs",
  {
    firstId: text("first_id").notNull(),
    secondId: text("second_id").notNull(),
    decidedBy: text("decided_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.firstId, t.secondId] }),
    index("distinct_pairs_by_second").on(t.secondId),
  ],
);

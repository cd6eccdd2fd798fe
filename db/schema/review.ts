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
import { id, instant, json } from "./columns";
import { EVENT_STATUSES, events } from "./events";
import { users } from "./users";

/**
 * Kinds of cases in the staff inbox. "report": hidden by reports; "reported": public with reports;
 * "source": changed values of a monitored source; "plan": cancelled, gone or back there;
 * "language": a draft handed over to editors.
 */
export const INBOX_KINDS = [
  "new",
  "edit",
  "report",
  "reported",
  "candidate",
  "source",
  "plan",
  "duplicate",
  "language",
] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** "keep": both of a pair of duplicates. */
export const DECISION_INTENTS = ["approve", "reject", "merge", "keep"] as const;
export type DecisionIntent = (typeof DECISION_INTENTS)[number];

/** Input of a decision besides its case. */
export interface DecisionValues {
  reason: string;
  /** Version that the moderator saw; null skips the check. */
  version: number | null;
  /**
   * Of a merge: the events that are dropped and kept, the version of the latter, and the fields
   * that it takes. Of a pair that is kept, its two events.
   */
  dropId?: string;
  keepId?: string;
  keepVersion?: number | null;
  taken?: string[];
  /** Whether `keepId` is another candidate. */
  isCandidate?: boolean;
}

/** Why a decision did not go through: an error of its command. */
export interface DecisionCause {
  code: string;
  issues: { path: string; message: string; values?: Record<string, string | number> }[];
}

/**
 * Decisions of the inbox. Until `dueAt` they can be undone; then queue or cron carries them out, in
 * one batch with `state`.
 */
export const scheduledDecisions = sqliteTable(
  "scheduled_decisions",
  {
    id: id(),
    kind: text("kind", { enum: INBOX_KINDS }).notNull(),
    /** The event, candidate, proposal of a source or pair of duplicates that it decides. */
    subjectId: text("subject_id").notNull(),
    intent: text("intent", { enum: DECISION_INTENTS }).notNull(),
    /** As the moderator read it. */
    title: text("title").notNull(),
    values: json<DecisionValues>("values", { reason: "", version: null }).notNull(),
    actorId: text("actor_id").notNull(),
    sessionId: text("session_id").notNull(),
    /** Why it failed; null also for failures of no known cause. */
    cause: json<DecisionCause>("cause", { code: "conflict", issues: [] }),
    /** Comes out null, and so fails the whole batch, where the decision no longer waits. */
    state: text("state", { enum: ["waiting", "done", "undone", "replaced", "failed", "aside"] })
      .notNull()
      .default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("scheduled_decisions_waiting").on(t.subjectId).where(sql`state = 'waiting'`),
    index("scheduled_decisions_due").on(t.dueAt, t.id).where(sql`state = 'waiting'`),
    index("scheduled_decisions_of_actor").on(t.actorId, t.createdAt),
    index("scheduled_decisions_by_age").on(t.createdAt),
    index("scheduled_decisions_of_case").on(t.subjectId, t.id),
  ],
);

/** Filters of the inbox that a moderator has named. */
export const inboxViews = sqliteTable(
  "inbox_views",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Query string of the inbox. */
    query: text("query").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [uniqueIndex("inbox_views_of_user").on(t.userId, t.name)],
);

/** Viewers of open cases. A row counts for a minute after `seenAt`. */
export const caseWatchers = sqliteTable(
  "case_watchers",
  {
    subjectId: text("subject_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Whether they have claimed the case. */
    isClaim: integer("is_claim", { mode: "boolean" }).notNull().default(false),
    /** Since when they have it; null for viewers. */
    claimedAt: instant("claimed_at"),
    seenAt: instant("seen_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subjectId, t.userId] }),
    index("case_watchers_of_user").on(t.userId),
    index("case_watchers_by_age").on(t.seenAt),
  ],
);

export const DECISION_ACTIONS = [
  "submit",
  "withdraw",
  "approve",
  "reject",
  "flag",
  "edit",
  "revise",
  "accept-revision",
  "reject-revision",
  "postpone",
  "cancel",
  "reinstate",
  "move",
  "undo",
  "delete",
  "feature",
  "unfeature",
  "activate",
  "deactivate",
  "merge",
  "restore",
  "reopen",
] as const;

export type DecisionAction = (typeof DECISION_ACTIONS)[number];

/** The decision history of events: one row per decision, in the batch of its effects. */
export const eventDecisions = sqliteTable(
  "event_decisions",
  {
    id: id(),
    /**
     * Comes out null, and so fails the whole batch, where the event is no longer as the decision
     * found it.
     */
    eventId: text("event_id").notNull(),
    action: text("action", { enum: DECISION_ACTIONS }).notNull(),
    /** Null where reports alone decided. */
    actorId: text("actor_id"),
    fromStatus: text("from_status", { enum: EVENT_STATUSES }).notNull(),
    toStatus: text("to_status", { enum: EVENT_STATUSES }).notNull(),
    reason: text("reason"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("event_decisions_by_event").on(t.eventId, t.createdAt),
    index("event_decisions_by_actor").on(t.actorId, t.createdAt),
    index("event_decisions_by_reports")
      .on(t.createdAt)
      .where(sql`action = 'flag' AND actor_id IS NULL`),
  ],
);

export const FLAG_REASONS = ["spam", "inappropriate", "misleading", "other"] as const;

export const FLAG_OUTCOMES = ["cleared", "upheld", "withdrawn"] as const;

/** Why a report does not count towards hiding its event. */
export const UNCOUNTED_REASONS = [
  "unverified",
  "new-account",
  "low-trust",
  "account-limit",
  "network-limit",
] as const;

/** Reports: one a person and event (decisions.md §3). */
export const eventFlags = sqliteTable(
  "event_flags",
  {
    eventId: text("event_id")
      .notNull()
      .references(() => events.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    reason: text("reason", { enum: FLAG_REASONS }).notNull(),
    note: text("note"),
    /** The staff's verdict; null while open. */
    outcome: text("outcome", { enum: FLAG_OUTCOMES }),
    createdAt: instant("created_at").notNull(),
    /** Weight towards hiding the event; 0 with the reason in `uncounted`. */
    weight: real("weight").notNull().default(0),
    uncounted: text("uncounted", { enum: UNCOUNTED_REASONS }),
    /** Keyed hash of the reporter's network, for the daily limit; erased after two days. */
    network: text("network"),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.userId] }),
    index("event_flags_by_user").on(t.userId, t.createdAt),
    index("event_flags_by_network").on(t.network, t.createdAt).where(sql`network IS NOT NULL`),
    index("event_flags_open").on(t.createdAt, t.eventId, t.userId).where(sql`outcome IS NULL`),
  ],
);

/**
 * Hours in which reports alone hide no further event: the limit of the settings was reached
 * (decisions.md §3).
 */
export const autoHidingPauses = sqliteTable("auto_hiding_pauses", {
  /** Start of the hour, UTC ms. */
  hour: integer("hour").primaryKey(),
  /** The first event that stayed public for it. */
  eventId: text("event_id").notNull(),
  createdAt: instant("created_at").notNull(),
});

/** Internal notes of staff about an event, never shown to others. */
export const eventNotes = sqliteTable(
  "event_notes",
  {
    id: id(),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    authorId: text("author_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    body: text("body").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("event_notes_by_event").on(t.eventId, t.createdAt, t.id),
    index("event_notes_by_author").on(t.authorId, t.createdAt),
  ],
);

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

export const DECISION_INTENTS = ["approve", "reject", "merge"] as const;
export type DecisionIntent = (typeof DECISION_INTENTS)[number];

/** Input of a decision besides its case. */
export interface DecisionValues {
  reason: string;
  /** Version that the moderator saw; null skips the check. */
  version: number | null;
  /**
   * Of a merge: the events that are dropped and kept, the version of the latter, and the fields
   * that it takes.
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

import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { EMPTY_EVENT_VALUES, type EventValues } from "../../app/modules/events/event-fields";
import { id, instant, json, timestamps } from "./columns";
import { EVENT_STATUSES, type EventLifecycle, events } from "./events";
import { users } from "./users";

export { EMPTY_EVENT_VALUES, type EventValues, type WrittenText } from "../../app/modules/events/event-fields";

/** What nobody has submitted yet. With its first submit it becomes a row of `events` with the same id. */
export const eventDrafts = sqliteTable(
  "event_drafts",
  {
    id: id(),
    creatorId: text("creator_id")
      .notNull()
      .references(() => users.id),
    titleEn: text("title_en").notNull(),
    values: json<EventValues>("values", EMPTY_EVENT_VALUES).notNull(),
    /** Rises with each save: who saves over an older one is told. */
    version: integer("version").notNull().default(1),
    ...timestamps,
  },
  (t) => [index("event_drafts_by_creator").on(t.creatorId, t.updatedAt)],
);

export const REVISION_STATUSES = ["pending", "rejected"] as const;

/** An edit of an approved event that waits for a moderator; the approved version stays public until then (decisions.md §3). */
export const eventRevisions = sqliteTable(
  "event_revisions",
  {
    eventId: text("event_id")
      .primaryKey()
      .references(() => events.id),
    authorId: text("author_id").notNull(),
    values: json<EventValues>("values", EMPTY_EVENT_VALUES).notNull(),
    /** Rises with each save. */
    version: integer("version").notNull().default(1),
    status: text("status", { enum: REVISION_STATUSES }).notNull().default("pending"),
    rejectionReason: text("rejection_reason"),
    ...timestamps,
  },
  (t) => [index("event_revisions_by_status").on(t.status, t.createdAt)],
);

/** First submits, which creator limits count (decisions.md §4). */
export const eventSubmissions = sqliteTable(
  "event_submissions",
  {
    eventId: text("event_id").primaryKey(),
    /** Comes out null, and so fails the whole batch, where a limit is reached. */
    creatorId: text("creator_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("event_submissions_by_creator").on(t.creatorId, t.createdAt)],
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
] as const;
export type DecisionAction = (typeof DECISION_ACTIONS)[number];

/** What was done with each event, by whom and why. One row a decision, in the batch of what follows from it. */
export const eventDecisions = sqliteTable(
  "event_decisions",
  {
    id: id(),
    /** Comes out null, and so fails the whole batch, where the event is no longer as the decision found it. */
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
    index("event_decisions_by_reports").on(t.createdAt).where(sql`action = 'flag' AND actor_id IS NULL`),
  ],
);

export const PLANS = ["move", "postpone", "cancel", "reinstate"] as const;
export type Plan = (typeof PLANS)[number];

/** What a change of plan changes of an event; instants as UTC epoch ms. */
export interface PlannedState {
  lifecycle: EventLifecycle;
  startsAt: number;
  endsAt: number;
  previousStartsAt: number | null;
}

const NO_STATE: PlannedState = { lifecycle: "scheduled", startsAt: 0, endsAt: 0, previousStartsAt: null };

/** Changes of plan (decisions.md §3), one row each, in the batch of the change: what an undo goes back to. */
export const planChanges = sqliteTable(
  "plan_changes",
  {
    /** Of its decision. */
    id: id(),
    /** Comes out null, and so fails the whole batch, where a limit is reached or it is too late. */
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    actorId: text("actor_id").notNull(),
    plan: text("plan", { enum: PLANS }).notNull(),
    /** To those who saved the event, in the organizer's own words. */
    message: text("message").notNull(),
    before: json<PlannedState>("before", NO_STATE).notNull(),
    after: json<PlannedState>("after", NO_STATE).notNull(),
    /** The cause that waits until then; null where the event is not public, so nobody is notified. */
    domainEventId: text("cause_id"),
    /** Until then it can be undone. */
    dueAt: instant("due_at").notNull(),
    undoneAt: instant("undone_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("plan_changes_of_event").on(t.eventId, t.createdAt), index("plan_changes_by_actor").on(t.actorId, t.createdAt)],
);

export const FLAG_REASONS = ["spam", "inappropriate", "misleading", "other"] as const;
export const FLAG_OUTCOMES = ["cleared", "upheld", "withdrawn"] as const;
/** Why a report does not count towards hiding its event. */
export const UNCOUNTED_REASONS = ["unverified", "new-account", "low-trust", "account-limit", "network-limit"] as const;

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
    /** What staff made of it; null while it is open. */
    outcome: text("outcome", { enum: FLAG_OUTCOMES }),
    createdAt: instant("created_at").notNull(),
    /** What it counts towards hiding the event; 0 where `uncounted` says why it does not. */
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

/** Hours in which reports alone hide no further event: the limit of the settings was reached (decisions.md §3). */
export const autoHidingPauses = sqliteTable("auto_hiding_pauses", {
  /** Start of the hour, UTC ms. */
  hour: integer("hour").primaryKey(),
  /** The first event that stayed public for it. */
  eventId: text("event_id").notNull(),
  createdAt: instant("created_at").notNull(),
});

/** What staff say to each other of an event; nobody else ever reads it. */
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
  (t) => [index("event_notes_by_event").on(t.eventId, t.createdAt, t.id), index("event_notes_by_author").on(t.authorId, t.createdAt)],
);

export const TRUST_KINDS = ["verified-email", "approval", "rejection", "upheld-flag", "membership", "adjustment"] as const;

/** Why a trust score is what it is: the score is the sum, clamped (decisions.md §4). Each cause counts once. */
export const trustEntries = sqliteTable(
  "trust_entries",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: TRUST_KINDS }).notNull(),
    /** What it is about: an event's id, a decision's, or the number of a month of membership. */
    subject: text("subject").notNull(),
    points: integer("points").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.subject] }), index("trust_entries_by_age").on(t.userId, t.createdAt)],
);

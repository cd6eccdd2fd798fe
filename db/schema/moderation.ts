import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { EVENT_STATUSES, events } from "./events";
import { users } from "./users";

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

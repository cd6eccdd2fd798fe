import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { EMPTY_EVENT_VALUES, type EventValues } from "../../app/lib/event/event-fields";
import type { TextPath } from "../../app/lib/event/field-groups";
import type { Schedule } from "../../app/lib/event/schedule";
import { id, instant, json, timestamps } from "./columns";
import { type EventLifecycle, events } from "./events";
import { users } from "./users";

export {
  EMPTY_EVENT_VALUES,
  type EventValues,
  type WrittenText,
} from "../../app/lib/event/event-fields";

/** Drafts before their first submission, which creates a row of `events` with the same id. */
export const eventDrafts = sqliteTable(
  "event_drafts",
  {
    id: id(),
    creatorId: text("creator_id")
      .notNull()
      .references(() => users.id),
    titleEn: text("title_en").notNull(),
    values: json<EventValues>("values", EMPTY_EVENT_VALUES).notNull(),
    /** Optimistic lock: rises with each save; saving over an older version is a conflict. */
    version: integer("version").notNull().default(1),
    /**
     * Texts with an unconfirmed machine translation, such as `title.en`
     * (docs/decisions/languages.md).
     */
    machineTranslated: json<TextPath[]>("machine_translated", []).notNull().default([]),
    /** The language that editors add, while the draft is handed over to them; null otherwise. */
    needsLanguage: text("needs_language", { enum: ["en", "fa"] }),
    handedOverAt: instant("handed_over_at"),
    ...timestamps,
  },
  (t) => [
    index("event_drafts_by_creator").on(t.creatorId, t.updatedAt),
    index("event_drafts_handed_over")
      .on(t.handedOverAt, t.id)
      .where(sql`needs_language IS NOT NULL`),
  ],
);

/**
 * What an author wants to import, between its receipt and their choice; deleted after a day. One
 * account has a few at a time.
 */
export const importMaterials = sqliteTable(
  "import_materials",
  {
    id: id(),
    creatorId: text("creator_id")
      .notNull()
      .references(() => users.id),
    /** JSON, by gzip in base64. */
    packed: text("packed").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("import_materials_by_creator").on(t.creatorId, t.createdAt),
    index("import_materials_by_age").on(t.createdAt),
  ],
);

export const REVISION_STATUSES = ["pending", "rejected"] as const;

/**
 * A pending edit of an approved event; the approved version stays public until
 * then (decisions.md §3).
 */
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
    /** The item of a monitored source whose change it proposes; null for a person's edit. */
    sourceItemId: text("source_item_id"),
    ...timestamps,
  },
  (t) => [index("event_revisions_by_status").on(t.status, t.createdAt)],
);

/** First submissions, counted by creator limits (decisions.md §4). */
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

/** Changes of plan that savers are notified of. */
export const NOTIFIED_PLANS = ["move", "postpone", "cancel", "reinstate"] as const;
/**
 * All changes of plan. That a date of a series is sold out, or no longer, shows on its page and in
 * feeds alone.
 */
export const PLANS = [...NOTIFIED_PLANS, "sell-out", "reopen"] as const;

export type NotifiedPlan = (typeof NOTIFIED_PLANS)[number];

export type Plan = (typeof PLANS)[number];

/** The fields that a change of plan sets; instants as UTC epoch ms. */
export interface PlannedState {
  lifecycle: EventLifecycle;
  startsAt: number;
  endsAt: number;
  previousStartsAt: number | null;
  /** Of a series, if the change is about its dates; absent for changes of the whole event. */
  schedule?: Schedule;
}

const NO_STATE: PlannedState = {
  lifecycle: "scheduled",
  startsAt: 0,
  endsAt: 0,
  previousStartsAt: null,
};

/**
 * Changes of plan (decisions.md §3), one row each, in the batch of the change; an undo restores
 * them.
 */
export const planChanges = sqliteTable(
  "plan_changes",
  {
    /** Of its decision. */
    id: id(),
    /** Comes out null, and so fails the whole batch, where a limit is reached or it is too late. */
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    /** The occurrence that it is about; null is the whole event. */
    originalStart: text("original_start"),
    actorId: text("actor_id").notNull(),
    plan: text("plan", { enum: PLANS }).notNull(),
    /** The organizer's message to savers. */
    message: text("message").notNull(),
    before: json<PlannedState>("before", NO_STATE).notNull(),
    after: json<PlannedState>("after", NO_STATE).notNull(),
    /**
     * The domain event delayed until then; null for events that are not public and so notify no
     * one.
     */
    domainEventId: text("cause_id"),
    /** Until then it can be undone. */
    dueAt: instant("due_at").notNull(),
    undoneAt: instant("undone_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("plan_changes_of_event").on(t.eventId, t.createdAt),
    index("plan_changes_by_actor").on(t.actorId, t.createdAt),
  ],
);

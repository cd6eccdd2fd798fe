import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type EventStatus, events, type NotifiedPlan, notifications } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type EventFieldName, eventField } from "../../lib/event/event-fields";
import { paths } from "../../lib/paths";
import { lastDayAt } from "../events/present/event-times.server";
import type { Occurrence } from "../schedule/expand-schedule.server";
import { insertSelect } from "../store/run-guarded.server";
import type { DomainEventKind } from "./choose-channels";
import {
  domainEventStatement,
  enqueueDomainEvent,
  type NewDomainEvent,
} from "./domain-events.server";

/** A domain event that waits for its batch. */
interface PendingDomainEvent {
  statements: readonly BatchItem<"sqlite">[];
  /** Once the batch is written. */
  dispatch(): Promise<void>;
}

const NONE: PendingDomainEvent = { statements: [], dispatch: async () => {} };

type Subject = Pick<typeof events.$inferSelect, "id" | "creatorId" | "titleEn"> & {
  titleFa?: string | null;
};
type Writer = Pick<Deps, "db" | "ids" | "clock">;

function raise(
  deps: Deps,
  event: Subject,
  order: Omit<NewDomainEvent, "eventId" | "values" | "actionPath"> & {
    values?: object;
    actionPath?: string;
  },
  isSo?: SQL,
): PendingDomainEvent {
  const { id, statement } = domainEventStatement(
    deps,
    {
      actionPath: paths.event(event.id),
      ...order,
      eventId: event.id,
      values: { title: { en: event.titleEn, fa: event.titleFa ?? null }, ...order.values },
    },
    isSo,
  );
  return { statements: [statement], dispatch: () => enqueueDomainEvent(deps, id) };
}

export const PLAN_NOTIFICATIONS = {
  move: { kind: "event-moved", trigger: "event.changed" },
  postpone: { kind: "event-postponed", trigger: "event.cancelled" },
  cancel: { kind: "event-cancelled", trigger: "event.cancelled" },
  reinstate: { kind: "event-reinstated", trigger: "event.changed" },
} as const satisfies Record<
  NotifiedPlan,
  { kind: DomainEventKind; trigger: "event.cancelled" | "event.changed" }
>;

/** The notification that savers get, and the trigger whose rules decide on it. */
export const SAVER_NOTIFICATIONS = {
  ...PLAN_NOTIFICATIONS,
  message: { kind: "event-message", trigger: "event.changed" },
} as const;

/** The times of an event that a notice names, in the event's own zone; instants as UTC epoch ms. */
interface NotifiedTimes {
  allDay: boolean;
  timeZone: string;
  city: { en: string; fa: string | null } | null;
  /** When it was to begin before the change. */
  oldStartsAt: number;
  /** When it begins now; equal to the old one where that has not changed. */
  startsAt: number;
  /** When it ends now. Set for single dates of a series, whose end is not the event's. */
  endsAt?: number;
  /** An instant of its last day, of an exhibition and of several days (`lastDayAt`). */
  lastAt?: number | undefined;
}

/**
 * Notifies savers, except the actor, of a change of plan after its time to undo (decisions.md §3).
 */
export function planDomainEvent(
  deps: Deps,
  event: Subject & { organizerEn: string | null; organizerFa: string | null },
  change: {
    plan: NotifiedPlan;
    message: string;
    times: NotifiedTimes;
    dueAt: number;
    at?: string | undefined;
    occurrences?: readonly string[] | undefined;
  },
  by: { decisionId: string; actorId: string },
): { id: string; statement: BatchItem<"sqlite"> } {
  const organizer =
    event.organizerEn === null ? null : { en: event.organizerEn, fa: event.organizerFa };
  return domainEventStatement(deps, {
    ...PLAN_NOTIFICATIONS[change.plan],
    eventId: event.id,
    actorId: by.actorId,
    values: {
      title: { en: event.titleEn, fa: event.titleFa ?? null },
      message: change.message,
      organizer,
      ...change.times,
      ...(change.occurrences && { occurrences: change.occurrences }),
    },
    actionPath: paths.event(event.id, change.at === undefined ? {} : { at: change.at }),
    idempotencyKey: `plan:${by.decisionId}`,
    dueAt: change.dueAt,
  });
}

/** A host's message to guests or savers, after its time to undo. @param message its id and text */
export const messageDomainEvent = (
  deps: Writer,
  event: Subject,
  message: {
    id: string;
    text: string;
    excerpt: string;
    to: "guests" | "chosen" | "savers";
    authorId: string;
    occurrences?: readonly string[] | undefined;
    /** Registrations, with `to: "chosen"`; null is all. */
    chosen: readonly string[] | null;
    dueAt: number;
  },
): { id: string; statement: BatchItem<"sqlite"> } =>
  domainEventStatement(deps, {
    ...SAVER_NOTIFICATIONS.message,
    eventId: event.id,
    actorId: message.authorId,
    values: {
      title: { en: event.titleEn, fa: event.titleFa ?? null },
      to: message.to,
      message: message.text,
      excerpt: { en: message.excerpt, fa: null },
      ...(message.occurrences && { occurrences: message.occurrences }),
      ...(message.chosen && { chosen: message.chosen }),
    },
    actionPath: paths.event(event.id),
    idempotencyKey: `message:${message.id}`,
    dueAt: message.dueAt,
  });

/**
 * Notifies savers of a public event's new time, place or name; a new time names the old one too.
 */
export function changeDomainEvent(
  deps: Deps,
  event: Subject & { endsAt: number },
  changed: readonly EventFieldName[],
  by: { decisionId: string; actorId: string },
  times: NotifiedTimes,
): PendingDomainEvent {
  const notified = [...new Set(changed.flatMap((name) => eventField(name).notify ?? []))];
  if (notified.length === 0 || event.endsAt <= deps.clock.now()) return NONE;
  return raise(deps, event, {
    trigger: "event.changed",
    kind: "event-changed",
    actorId: by.actorId,
    values: { changed: notified, ...(notified.includes("time") && times) },
    idempotencyKey: `changed:${by.decisionId}`,
  });
}

/**
 * Notifies followers of a public series of the dates that an edit adds. Dates of an endless rule
 * that come within the stored days are no news. @param added by start
 */
export function datesAddedDomainEvent(
  deps: Deps,
  event: Subject & { timeZone: string; lifecycle: string },
  added: readonly Pick<Occurrence, "originalStart" | "startsAt" | "endsAt">[],
  by: { decisionId: string; actorId: string },
  { allDay, city }: Pick<NotifiedTimes, "allDay" | "city">,
): PendingDomainEvent {
  const [first] = added;
  if (!first || event.lifecycle !== "scheduled") return NONE;
  return raise(deps, event, {
    trigger: "event.dates-added",
    kind: "event-dates-added",
    actorId: by.actorId,
    values: {
      followed: `series:${event.id}`,
      because: { kind: "follow", en: event.titleEn, fa: event.titleFa ?? null },
      count: added.length,
      occurrences: [first.originalStart],
      startsAt: first.startsAt,
      endsAt: first.endsAt,
      timeZone: event.timeZone,
      allDay,
      city,
    },
    actionPath: paths.event(event.id, { at: first.originalStart }),
    idempotencyKey: `dates:${by.decisionId}`,
  });
}

/** Notifies followers of the city and interested users of an event's first publication. */
export function newEventDomainEvent(
  deps: Deps,
  event: Subject & {
    startsAt: number;
    endsAt: number;
    timeZone: string;
    allDay?: boolean;
    runsUntil?: number | null;
    publishedAt: number | null;
    isActive?: boolean;
  },
  status: EventStatus,
  city: { nameEn: string; nameFa: string | null },
): PendingDomainEvent {
  if (
    status !== "approved" ||
    event.publishedAt !== null ||
    event.isActive === false ||
    event.endsAt <= deps.clock.now()
  )
    return NONE;
  return raise(deps, event, {
    trigger: "event.new-in-city",
    kind: "event-new-in-city",
    // The creator knows already (`isOfCreator`).
    actorId: event.creatorId,
    values: {
      city: { en: city.nameEn, fa: city.nameFa },
      startsAt: event.startsAt,
      timeZone: event.timeZone,
      allDay: event.allDay ?? false,
      lastAt: lastDayAt({ allDay: false, runsUntil: null, ...event }),
    },
    idempotencyKey: `new:${event.id}`,
  });
}

/**
 * Notifies staff of an event that reports have hidden until review. @param isSo condition checked
 * when the batch runs
 */
export function flaggedDomainEvent(
  deps: Deps,
  event: Subject,
  { decisionId, actorId, reason }: { decisionId: string; actorId: string; reason: string },
  isSo: SQL,
): PendingDomainEvent {
  return raise(
    deps,
    event,
    {
      trigger: "event.flagged",
      kind: "event-flagged",
      actorId,
      values: { reason },
      actionPath: paths.adminFlaggedEvents({ event: event.id }),
      idempotencyKey: `flagged:${decisionId}`,
    },
    isSo,
  );
}

/**
 * Alerts the staff, once an hour, that reports hide no further event until the hour ends
 * (decisions.md §3).
 * @param hour its start, UTC ms
 * @param isSo whether it is so, when the batch is run
 */
export function hidingPausedDomainEvent(
  deps: Deps,
  event: Subject,
  { hour, limit }: { hour: number; limit: number },
  isSo: SQL,
): PendingDomainEvent {
  return raise(
    deps,
    event,
    {
      trigger: "event.flagged",
      kind: "hiding-paused",
      actorId: null,
      values: { count: limit },
      actionPath: paths.adminFlaggedEvents({ tab: "public" }),
      idempotencyKey: `hiding-paused:${hour}`,
    },
    isSo,
  );
}

/** The domain event of a finished ingestion run: staff get the number of events to review. */
export function ingestionDomainEvent(
  deps: Deps,
  run: {
    id: string;
    actorId: string | null;
    count: number;
    flagged: number;
    city: { en: string; fa: string | null };
    path: string;
  },
): PendingDomainEvent {
  const { id, statement } = domainEventStatement(deps, {
    trigger: "ingestion.completed",
    kind: "ingestion-completed",
    eventId: null,
    actorId: run.actorId,
    values: { count: run.count, flagged: run.flagged, city: run.city },
    actionPath: run.path,
    idempotencyKey: `run:${run.id}`,
  });
  return { statements: [statement], dispatch: () => enqueueDomainEvent(deps, id) };
}

/** Numbers of saves that notify the creator (decisions.md §9). */
const MILESTONES = JSON.stringify([1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]);

/**
 * The statement that notifies an event's creator of the 1st, 10th, 100th … save, for the save's
 * batch and after it. Once per number, however often users save and unsave. It returns the new row.
 */
export function savedStatement({ db, ids, clock }: Writer, eventId: string, actorId: string) {
  const row = {
    id: ids.next(),
    userId: sql`e.creator_id`,
    type: "reaction" as const,
    kind: "event-saved",
    values: sql`json_object('title', json_object('en', e.title_en, 'fa', e.title_fa), 'count', e.save_count)`,
    actionPath: sql`'/events/' || e.id`,
    relatedEntityId: sql`e.id`,
    idempotencyKey: sql`'saved:' || e.id || ':' || e.save_count`,
    readAt: null,
    createdAt: clock.now(),
  };
  const from = sql`FROM ${events} e CROSS JOIN users u WHERE e.id = ${eventId} AND u.id = e.creator_id AND u.is_active = 1 AND u.deleted_at IS NULL AND u.id <> ${actorId}
    AND e.save_count IN (SELECT value FROM json_each(${MILESTONES}))`;
  return insertSelect(db, notifications, row, from).onConflictDoNothing().returning();
}

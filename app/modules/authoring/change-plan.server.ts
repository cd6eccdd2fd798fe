import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import {
  type DecisionAction,
  domainEvents,
  events,
  NOTIFIED_PLANS,
  type NotifiedPlan,
  type Plan,
  type PlannedState,
  planChanges,
} from "../../../db/schema";
import { localDay } from "../../lib/dates/dates.server";
import { DAY, MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan, isStaff } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import type { City } from "../cities/queries.server";
import { decisionOn } from "../events/decision.server";
import type { EventRow } from "../events/list/list-events.server";
import { lastDayAt } from "../events/present/event-times.server";
import { activeEvents, submissionAllowance } from "../identity/trust/submission-allowance.server";
import { sendOn, withdrawDomainEvent } from "../notifications/domain-events.server";
import { planDomainEvent } from "../notifications/event-domain-events.server";
import { materialise } from "../schedule/expand-schedule.server";
import { occurrenceStatements, scheduleColumns } from "../schedule/occurrence-statements.server";
import { searchRowid } from "../search/search-rowid";
import { runGuarded } from "../store/run-guarded.server";
import { announceChange, publishStatements } from "./announce-change.server";
import { getOwnEvent, unchanged } from "./find-own-event.server";
import { plannedChange } from "./plan-showing.server";
import type { PlanScope, PlanTimes } from "./plan-times";

/**
 * Time within which a change of plan can be undone, ms; notifications wait for it (decisions.md
 * §3).
 */
export const UNDO_WINDOW = MINUTE;
/**
 * Maximum changes of plan per event in 24 hours, without undone ones: each notifies everyone who
 * saved the event. Staff are exempt.
 */
const CHANGES_A_DAY = 3;

const ACTIONS = {
  move: "move",
  postpone: "postpone",
  cancel: "cancel",
  reinstate: "reinstate",
  "sell-out": "edit",
  reopen: "edit",
} as const satisfies Record<Plan, DecisionAction>;

/** Whether savers are notified of the plan, with the organizer's message. */
export const isNotified = (plan: Plan): plan is NotifiedPlan =>
  NOTIFIED_PLANS.some((name) => name === plan);

/**
 * A change of plan: the plan, a message to those who saved the event (empty where none are
 * notified), and for a move the new times.
 */
export interface PlanOrder {
  plan: Plan;
  message: string;
  /** Set for a move alone. */
  times?: PlanTimes;
  /** Original start of a date of a series; without one, the whole event. */
  at?: string | null;
  /** "one" by default; of a move without `at`, the next date and those after it. */
  scope?: PlanScope;
}

export type PlanChange = typeof planChanges.$inferSelect;

/** The latest change of plan that was not undone; null if there is none. */
export async function latestChange(
  { db }: Pick<Deps, "db">,
  eventId: string,
): Promise<PlanChange | null> {
  const found = await db
    .select()
    .from(planChanges)
    .where(and(eq(planChanges.eventId, eventId), isNull(planChanges.undoneAt)))
    .orderBy(desc(planChanges.createdAt), desc(planChanges.id))
    .get();
  return found ?? null;
}

/** Whether the change can still be undone at `now` (UTC epoch ms). */
export const isUndoable = (
  { dueAt, undoneAt }: Pick<PlanChange, "dueAt" | "undoneAt">,
  now: number,
): boolean => undoneAt === null && dueAt > now;

/**
 * Plans allowed in the state of the whole event. A past event has none, unless it was postponed and
 * gets its new date.
 */
export function plansFor(
  { lifecycle, endsAt, schedule }: Pick<EventRow, "lifecycle" | "endsAt" | "schedule">,
  now: number,
): readonly Plan[] {
  if (endsAt <= now) return lifecycle === "postponed" && schedule === null ? ["move"] : [];
  if (lifecycle === "scheduled") return ["move", "postpone", "cancel"];
  return lifecycle === "postponed" ? ["move", "cancel", "reinstate"] : ["reinstate", "move"];
}

/**
 * Cancels, postpones, moves or reinstates a submitted event (decisions.md §3). The event changes at
 * once; the change can be undone for 60 seconds, after which those who saved the event are
 * notified. Of a series, it may be about one date, those after it too, or all: users who saved
 * single dates are then notified of theirs alone. A move changes the times alone, so it needs no
 * review. That dates are sold out, or no longer, notifies no one, and so needs no message, has no
 * time to undo and does not count towards the daily limit.
 * @param following statements for the end of the batch
 * @throws conflict for drafts, for plans that the state does not allow, and while an earlier change
 * can be undone; invalid for impossible times; too-many-requests past the daily limit, or if
 * reinstating would exceed the creator's limit of active events
 */
export async function changePlan(
  deps: Deps,
  actor: Actor,
  id: string,
  order: PlanOrder,
  following: readonly BatchItem<"sqlite">[] = [],
): Promise<PlanChange> {
  const { plan, message } = order;
  assertCan(actor, "event:create");
  const { db, clock } = deps;
  const { event, cities } = await getOwnEvent(deps, actor, id);
  const city = event && cities.get(event.cityId);
  const now = clock.now();
  if (!event || !city) throw new AppError("conflict");
  const { showing, series, after } = plannedChange(event, order, plansFor(event, now), now);
  await assertMayChange(deps, actor, id, plan, now);
  const activeLimit = await activeLimitFor(deps, actor, event, after, now);
  const decision = decisionOn(deps, {
    event,
    action: ACTIONS[plan],
    toStatus: event.status,
    actorId: actor.id,
  });
  const dueAt = isNotified(plan) ? now + UNDO_WINDOW : now;
  const before = stateOf(event, series !== null);
  const domainEvent =
    event.isListed && isNotified(plan)
      ? planDomainEvent(
          deps,
          event,
          {
            plan,
            message,
            times: {
              allDay: event.allDay,
              timeZone: event.timeZone,
              city: { en: city.nameEn, fa: city.nameFa },
              oldStartsAt: (series?.before ?? before).startsAt,
              startsAt: (series?.after ?? after).startsAt,
              ...(series ? { endsAt: series.after.endsAt } : { lastAt: lastDayAt(event) }),
            },
            at: showing?.at,
            occurrences: series?.changed.map(({ after: { originalStart } }) => originalStart),
            dueAt,
          },
          { decisionId: decision.id, actorId: actor.id },
        )
      : null;
  const change = {
    id: decision.id,
    eventId: id,
    originalStart: showing?.at ?? null,
    actorId: actor.id,
    plan,
    message,
    before,
    after,
    domainEventId: domainEvent?.id ?? null,
    dueAt,
    createdAt: now,
  };
  const waits = db
    .select({ id: planChanges.id })
    .from(planChanges)
    .where(
      and(eq(planChanges.eventId, id), isNull(planChanges.undoneAt), gt(planChanges.dueAt, now)),
    );
  await runGuarded(
    deps,
    [
      decision.statement,
      // The guard prevents concurrent changes from both taking the last active place or both being
      // undoable.
      db.insert(planChanges).values({
        ...change,
        eventId: sql`CASE WHEN NOT EXISTS ${waits} ${activeLimit === null ? sql`` : sql`AND (${activeEvents(deps, actor.id)}) < ${activeLimit}`} THEN ${id} END`,
      }),
      ...stateStatements(deps, event, city, after, decision.id),
      ...(domainEvent ? [domainEvent.statement] : []),
      auditEntry(deps, {
        actorId: actor.id,
        action: "event.plan-changed",
        entity: "event",
        entityId: id,
        metadata: { plan, before, after, ...(showing && { showing }) },
        sessionId: actor.sessionId,
      }),
      ...following,
    ],
    { "plan_changes.event_id": () => refusalOf(deps, actor, activeLimit, planPending()) },
  );
  if (event.isListed)
    announceChange(deps, city.slug, id, plan === "cancel" ? "cancelled" : "changed");
  if (domainEvent) sendOn(deps, domainEvent.id, UNDO_WINDOW);
  return { ...change, undoneAt: null };
}

/**
 * Undoes a change of plan within its 60 seconds: restores the previous state and sends no
 * notification.
 * @param following statements for the end of the batch
 * @throws conflict if the window is over or the event changed meanwhile
 */
export async function undoPlan(
  deps: Deps,
  actor: Actor,
  id: string,
  following: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
  assertCan(actor, "event:create");
  const { db, clock } = deps;
  const { event, cities } = await getOwnEvent(deps, actor, id);
  const city = event && cities.get(event.cityId);
  const now = clock.now();
  const change = await latestChange(deps, id);
  if (!event || !city || !change || !isUndoable(change, now)) throw new AppError("conflict");
  if (
    JSON.stringify(stateOf(event, change.after.schedule !== undefined)) !==
    JSON.stringify(change.after)
  )
    throw new AppError("conflict");
  const activeLimit = await activeLimitFor(deps, actor, event, change.before, now);
  const decision = decisionOn(deps, {
    event,
    action: "undo",
    toStatus: event.status,
    actorId: actor.id,
  });
  // The outbox claims the domain event before it notifies anyone.
  const isUnclaimed = sql`EXISTS (SELECT 1 FROM ${domainEvents} c WHERE c.id = ${change.domainEventId} AND c.attempts = 0 AND c.position IS NULL AND c.done_at IS NULL)`;
  await runGuarded(
    deps,
    [
      decision.statement,
      db
        .update(planChanges)
        .set({
          undoneAt: now,
          eventId: sql`CASE WHEN ${planChanges.undoneAt} IS NULL AND ${planChanges.dueAt} > ${now} ${change.domainEventId === null ? sql`` : sql`AND ${isUnclaimed}`}
            ${activeLimit === null ? sql`` : sql`AND (${activeEvents(deps, actor.id)}) < ${activeLimit}`} THEN ${id} END`,
        })
        .where(eq(planChanges.id, change.id)),
      ...(change.domainEventId === null ? [] : [withdrawDomainEvent(deps, change.domainEventId)]),
      ...stateStatements(deps, event, city, change.before, decision.id),
      auditEntry(deps, {
        actorId: actor.id,
        action: "event.plan-undone",
        entity: "event",
        entityId: id,
        metadata: { plan: change.plan, before: change.after, after: change.before },
        sessionId: actor.sessionId,
      }),
      ...following,
    ],
    {
      "plan_changes.event_id": () => refusalOf(deps, actor, activeLimit, new AppError("conflict")),
    },
  );
  if (event.isListed) announceChange(deps, city.slug, id, "changed");
}

const stateOf = (
  { lifecycle, startsAt, endsAt, previousStartsAt, schedule }: EventRow,
  isOfDates: boolean,
): PlannedState => ({
  lifecycle,
  startsAt,
  endsAt,
  previousStartsAt,
  ...(isOfDates && schedule && { schedule }),
});

/** Statements that bring an event into a state and update its public data. */
function stateStatements(
  deps: Deps,
  event: EventRow,
  city: City,
  state: PlannedState,
  decisionId: string,
) {
  const now = deps.clock.now();
  const hasMoved = state.startsAt !== event.startsAt;
  const { schedule, ...times } = state;
  const occurrences = schedule
    ? materialise(schedule, { eventId: event.id, timeZone: event.timeZone }, now)
    : null;
  const changes = {
    ...times,
    ...(schedule && scheduleColumns(schedule, occurrences)),
    ...(hasMoved && {
      localDay: localDay(state.startsAt, event.timeZone),
      searchRowid: searchRowid(state.startsAt, event.id),
    }),
    isOver: state.endsAt <= now,
    decisionId,
    version: event.version + 1,
    // An undone change counts too: calendars that read the changed event need a higher SEQUENCE
    // (RFC 5545).
    sequence: event.sequence + (event.publishedAt === null ? 0 : 1),
    updatedAt: now,
  };
  return [
    deps.db.update(events).set(changes).where(unchanged(event)),
    ...occurrenceStatements(deps.db, event.id, occurrences, now),
    ...(event.isListed ? publishStatements(deps, { ...event, ...changes }, city) : []),
  ];
}

const planPending = () =>
  new AppError("conflict", [{ path: "plan", message: "errors:issue.planWaits" }]);

/**
 * @throws conflict while an earlier change can be undone; too-many-requests past the daily limit
 */
async function assertMayChange(
  { db }: Pick<Deps, "db">,
  actor: Actor,
  eventId: string,
  plan: Plan,
  now: number,
): Promise<void> {
  const recent = await db
    .select({ dueAt: planChanges.dueAt, createdAt: planChanges.createdAt })
    .from(planChanges)
    .where(
      and(
        eq(planChanges.eventId, eventId),
        isNull(planChanges.undoneAt),
        gt(planChanges.createdAt, now - DAY),
        inArray(planChanges.plan, [...NOTIFIED_PLANS]),
      ),
    )
    .orderBy(desc(planChanges.createdAt))
    .limit(CHANGES_A_DAY);
  if (recent[0] && recent[0].dueAt > now) throw planPending();
  const oldest = recent[CHANGES_A_DAY - 1];
  if (isNotified(plan) && !isStaff(actor) && oldest)
    throw new AppError(
      "too-many-requests",
      [{ path: "plan", message: "errors:issue.planLimit", values: { limit: CHANGES_A_DAY } }],
      Math.ceil((oldest.createdAt + DAY - now) / 1000),
    );
}

/** The reason why the guard of a change failed: the limit of active events, else `other`. */
async function refusalOf(
  deps: Deps,
  actor: Actor,
  activeLimit: number | null,
  other: AppError,
): Promise<AppError> {
  if (activeLimit === null) return other;
  return (await submissionAllowance(deps, actor)).used.active >= activeLimit
    ? noActivePlace(activeLimit)
    : other;
}

const noActivePlace = (limit: number) =>
  new AppError("too-many-requests", [
    { path: "limit", message: "errors:issue.creatorLimit.active", values: { limit } },
  ]);

/**
 * Limit of active events to enforce, if the state makes a cancelled or past event of the creator
 * active again; null otherwise.
 * @throws too-many-requests if the limit is reached
 */
async function activeLimitFor(
  deps: Deps,
  actor: Actor,
  event: EventRow,
  state: PlannedState,
  now: number,
): Promise<number | null> {
  const isActive = ({ lifecycle, endsAt }: Pick<PlannedState, "lifecycle" | "endsAt">) =>
    lifecycle !== "cancelled" && endsAt > now;
  if (
    isActive({ ...event, endsAt: event.isOver ? now : event.endsAt }) ||
    !isActive(state) ||
    event.creatorId !== actor.id
  )
    return null;
  const { limits, used } = await submissionAllowance(deps, actor);
  if (limits && used.active >= limits.active) throw noActivePlace(limits.active);
  return limits?.active ?? null;
}

import type { Plan, PlannedState } from "../../../db/schema";
import { toIsoWithOffset } from "../../lib/dates/dates.server";
import { AppError } from "../../lib/errors";
import { type OccurrenceStatus, type Schedule, takesPlace } from "../../lib/event/schedule";
import type { EventRow } from "../events/list/list-events.server";
import { checkSchedule } from "../schedule/check-schedule.server";
import {
  changeAll,
  changeFollowing,
  changeOne,
  type OccurrenceChange,
} from "../schedule/edit-schedule.server";
import {
  compareOccurrences,
  materialise,
  type Occurrence,
} from "../schedule/expand-schedule.server";
import type { WallTime } from "../schedule/wall-time";
import { type PlanScope, type PlanTimes, plannedState } from "./plan-times";

/** The date that a change of plan is about. */
interface PlannedShowing {
  /** Original start of an occurrence. */
  at: WallTime;
  scope: PlanScope;
}

const STATUSES = {
  cancel: "cancelled",
  postpone: "postponed",
  reinstate: "scheduled",
  move: "scheduled",
  "sell-out": "sold-out",
  reopen: "scheduled",
} as const satisfies Record<Plan, OccurrenceStatus>;

/** Plans that an occurrence's state allows. */
const PLANS_OF: Record<OccurrenceStatus, readonly Plan[]> = {
  scheduled: ["move", "postpone", "cancel", "sell-out"],
  "sold-out": ["reopen", "move", "postpone", "cancel"],
  postponed: ["move", "cancel", "reinstate"],
  cancelled: ["reinstate", "move"],
};

export const plansOf = ({ status }: Pick<Occurrence, "status">): readonly Plan[] =>
  PLANS_OF[status];

type SeriesEvent = Pick<
  EventRow,
  "id" | "schedule" | "timeZone" | "lifecycle" | "startsAt" | "endsAt" | "previousStartsAt"
>;

/**
 * Dates of a series that are not over, in order; none of an event with one date. @param now UTC
 * epoch ms
 */
export const datesToCome = (
  { id, schedule, timeZone }: Pick<EventRow, "id" | "schedule" | "timeZone">,
  now: number,
): Occurrence[] => (schedule === null ? [] : materialise(schedule, { eventId: id, timeZone }, now));

/**
 * The showing of an order; null for a change of the whole event. A series moves from a date on: by
 * default its next one. Cancelling or postponing all dates is a change of the event.
 * @throws invalid for a showing of an event with one date; conflict for a move of a series without
 * dates to come
 */
function showingOf(
  event: SeriesEvent,
  {
    plan,
    at,
    scope,
  }: { plan: Plan; at?: WallTime | null | undefined; scope?: PlanScope | undefined },
  now: number,
): PlannedShowing | null {
  if (!event.schedule) {
    if (at || scope)
      throw new AppError("invalid", [{ path: "at", message: "errors:issue.schedule.notADate" }]);
    return null;
  }
  if (at)
    return scope === "all" && (plan === "cancel" || plan === "postpone")
      ? null
      : { at, scope: scope ?? "one" };
  if (plan !== "move") return null;
  const next = datesToCome(event, now).find(takesPlace);
  if (!next) throw new AppError("conflict");
  return { at: next.originalStart, scope: scope ?? "following" };
}

/** Dates of a series before and after a change. */
export interface ChangedDates {
  /** The chosen date. */
  before: Occurrence;
  after: Occurrence;
  /** All dates that change, by start. */
  changed: { before: Occurrence; after: Occurrence }[];
}

/** Result of a change of plan for a series. */
interface PlannedSeries extends ChangedDates {
  state: PlannedState & { schedule: Schedule };
}

/**
 * The state of a series after a change of one date, of those after it too, or of all. The event
 * shows its next date that takes place; where none is left, the announced one. Of several dates,
 * those whose state does not allow the plan keep it: a cancelled date does not sell out. A move of
 * all dates ends "postponed" and "cancelled" of the event.
 * @throws invalid for an unknown or past date and for impossible times; conflict for a plan that
 * the date's state does not allow
 */
function plannedSeries(
  event: SeriesEvent,
  plan: Plan,
  times: PlanTimes | undefined,
  { at, scope }: PlannedShowing,
  now: number,
): PlannedSeries {
  const { schedule, timeZone, lifecycle, previousStartsAt } = event;
  const dates = datesToCome(event, now);
  const before = dates.find(({ originalStart }) => originalStart === at);
  if (!schedule || !before)
    throw new AppError("invalid", [{ path: "at", message: "errors:issue.schedule.notADate" }]);
  const isAllowed =
    lifecycle === "scheduled" ? plansOf(before).includes(plan) : plan === "move" && scope !== "one";
  if (!isAllowed) throw new AppError("conflict");
  const change = changeOf(plan, times, before, { timeZone, now });
  const wallNow = toIsoWithOffset(now, timeZone).slice(0, 16);
  const applies = ({ status }: Occurrence) =>
    plan === "move" ? status === before.status : plansOf({ status }).includes(plan);
  const changed =
    scope === "one"
      ? changeOne(schedule, at, change)
      : keepStates(
          scope === "following"
            ? changeFollowing(schedule, at, change)
            : changeAll(schedule, at, change, wallNow),
          dates.filter((date) => !applies(date)),
          (planned) => datesToCome({ ...event, schedule: planned }, now),
        );
  if (JSON.stringify(changed) === JSON.stringify(schedule))
    throw new AppError("invalid", [{ path: "startsAt", message: "errors:issue.sameTime" }]);
  const issues = checkSchedule(changed, { timeZone, now, isComplete: false });
  if (issues.length > 0)
    throw new AppError(
      "invalid",
      issues.map((issue) => ({
        ...issue,
        path: issue.path.endsWith(".end") ? "endsAt" : "startsAt",
      })),
    );
  const after = datesToCome({ ...event, schedule: changed }, now);
  const next = after.find(takesPlace) ?? event;
  return {
    state: {
      lifecycle: "scheduled",
      startsAt: next.startsAt,
      endsAt: next.endsAt,
      previousStartsAt,
      schedule: changed,
    },
    before,
    after: after.find(({ originalStart }) => originalStart === at) ?? before,
    changed:
      scope === "one" ? compareOccurrences(dates, after).changed : notedChanges(dates, after),
  };
}

/**
 * The dates that a change of several concerns: a cancelled or postponed date that moves along with
 * its rule is no news to anyone.
 */
const notedChanges = (before: readonly Occurrence[], after: readonly Occurrence[]) =>
  compareOccurrences(before, after).changed.filter(
    (one) => one.before.status !== one.after.status || takesPlace(one.after),
  );

/** A changed series in which some dates keep the states that they had. */
function keepStates(
  changed: Schedule,
  kept: readonly Occurrence[],
  datesOf: (schedule: Schedule) => Occurrence[],
): Schedule {
  const states = new Map(kept.map(({ originalStart, status }) => [originalStart, status]));
  return datesOf(changed).reduce((schedule, { originalStart, status }) => {
    const state = states.get(originalStart);
    return state === undefined || state === status
      ? schedule
      : changeOne(schedule, originalStart, { status: state });
  }, changed);
}

/** The dates that a made change of plan changed; null for a change of the whole event. */
export function changedDates(
  event: SeriesEvent,
  {
    originalStart,
    before,
    after,
    createdAt,
  }: {
    originalStart: WallTime | null;
    before: PlannedState;
    after: PlannedState;
    createdAt: number;
  },
): ChangedDates | null {
  if (originalStart === null || !before.schedule || !after.schedule) return null;
  const [old, now] = [before.schedule, after.schedule].map((schedule) =>
    datesToCome({ ...event, schedule }, createdAt),
  );
  const changed = compareOccurrences(old ?? [], now ?? []).changed;
  const chosen = changed.find((date) => date.before.originalStart === originalStart) ?? changed[0];
  return chosen ? { ...chosen, changed } : null;
}

/** Changed fields of the dates; a move leaves "sold out" as it is. */
function changeOf(
  plan: Plan,
  times: PlanTimes | undefined,
  date: Occurrence,
  { timeZone, now }: { timeZone: string; now: number },
): OccurrenceChange {
  const status = STATUSES[plan];
  if (plan !== "move") return { status };
  if (!times)
    throw new AppError("invalid", [{ path: "startsAt", message: "errors:issue.required.start" }]);
  if (times.startsAt <= now)
    throw new AppError("invalid", [{ path: "startsAt", message: "errors:issue.startsInPast" }]);
  const wall = (instant: number) => toIsoWithOffset(instant, timeZone).slice(0, 16);
  return {
    ...(!takesPlace(date) && { status }),
    start: wall(times.startsAt),
    ...(times.endsAt !== null && { end: wall(times.endsAt) }),
  };
}

/** Result of a change of plan for an event: its new state, and the new dates of a series. */
export interface PlannedChange {
  showing: PlannedShowing | null;
  /** Null for a change of the whole event. */
  series: PlannedSeries | null;
  after: PlannedState;
}

/**
 * The state of an event after a change of plan of the whole event, or of dates of a series.
 * @param allowed plans that the state of the whole event allows
 * @throws invalid for impossible times and unknown dates; conflict for a plan that the state does
 * not allow
 */
export function plannedChange(
  event: SeriesEvent & Pick<EventRow, "publishedAt">,
  order: { plan: Plan; times?: PlanTimes; at?: WallTime | null; scope?: PlanScope },
  allowed: readonly Plan[],
  now: number,
): PlannedChange {
  const { plan, times } = order;
  const showing = showingOf(event, order, now);
  if (showing) {
    const series = plannedSeries(event, plan, times, showing, now);
    return { showing, series, after: series.state };
  }
  if (!allowed.includes(plan)) throw new AppError("conflict");
  return { showing, series: null, after: plannedState(event, plan, times, now) };
}

import type { Plan, PlannedState } from "../../../db/schema";
import { toIsoWithOffset } from "../../lib/dates/dates.server";
import { AppError } from "../../lib/errors";
import type { EventRow } from "../events/list-events.server";
import { checkSchedule } from "../schedule/check-schedule.server";
import { changeAll, changeFollowing, changeOne, type OccurrenceChange } from "../schedule/edit-schedule.server";
import { compareOccurrences, materialise, type Occurrence, takesPlace } from "../schedule/expand-schedule.server";
import type { OccurrenceStatus, Schedule } from "../schedule/schedule";
import type { WallTime } from "../schedule/wall-time";
import type { PlanScope, PlanTimes } from "./plan-times";

/** The date that a change of plan is about. */
interface PlannedShowing {
  /** Original start of an occurrence. */
  at: WallTime;
  scope: PlanScope;
}

const STATUSES = { cancel: "cancelled", postpone: "postponed", reinstate: "scheduled", move: "scheduled" } as const satisfies Record<
  Plan,
  OccurrenceStatus
>;

/** Plans that an occurrence's state allows. */
function plansOf({ status }: Occurrence): readonly Plan[] {
  if (status === "cancelled") return ["reinstate", "move"];
  return status === "postponed" ? ["move", "cancel", "reinstate"] : ["move", "postpone", "cancel"];
}

/**
 * The showing of an order; null for a change of the whole event. A series moves from a date on: by default its next one. Cancelling or
 * postponing all dates is a change of the event.
 * @throws invalid for a showing of an event with one date
 */
export function showingOf(
  event: Pick<EventRow, "id" | "schedule" | "timeZone" | "startsAt">,
  { plan, at, scope }: { plan: Plan; at?: WallTime | null | undefined; scope?: PlanScope | undefined },
  now: number,
): PlannedShowing | null {
  const { schedule } = event;
  if (!schedule) {
    if (at || scope) throw new AppError("invalid", [{ path: "at", message: "errors:issue.schedule.notADate" }]);
    return null;
  }
  if (at) return scope === "all" && (plan === "cancel" || plan === "postpone") ? null : { at, scope: scope ?? "one" };
  if (plan !== "move") return null;
  const next = materialise(schedule, { eventId: event.id, timeZone: event.timeZone }, now).find(takesPlace);
  return next ? { at: next.originalStart, scope: scope ?? "following" } : null;
}

/** What a change of plan makes of a series. */
interface PlannedSeries {
  state: PlannedState & { schedule: Schedule };
  /** Start of the showing before and after, UTC epoch ms. */
  oldStartsAt: number;
  startsAt: number;
  /** Original starts of the dates that change. */
  occurrences: WallTime[];
}

/**
 * The state of a series after a change of one date, of those after it too, or of all. The event shows its next date that takes place; where none is left, the announced one.
 * @throws invalid for an unknown or past date and for impossible times; conflict for a plan that the date's state does not allow
 */
export function plannedSeries(
  event: Pick<EventRow, "id" | "schedule" | "timeZone" | "lifecycle" | "startsAt" | "endsAt" | "previousStartsAt">,
  plan: Plan,
  times: PlanTimes | undefined,
  { at, scope }: PlannedShowing,
  now: number,
): PlannedSeries {
  const { schedule, timeZone, lifecycle, previousStartsAt } = event;
  const place = { eventId: event.id, timeZone };
  const dates = schedule === null ? [] : materialise(schedule, place, now);
  const before = dates.find(({ originalStart }) => originalStart === at);
  if (!schedule || !before) throw new AppError("invalid", [{ path: "at", message: "errors:issue.schedule.notADate" }]);
  if (lifecycle !== "scheduled" || !plansOf(before).includes(plan)) throw new AppError("conflict");
  const change = changeOf(plan, times, timeZone, now);
  const wallNow = toIsoWithOffset(now, timeZone).slice(0, 16);
  const changed =
    scope === "one"
      ? changeOne(schedule, at, change)
      : scope === "following"
        ? changeFollowing(schedule, at, change)
        : changeAll(schedule, at, change, wallNow);
  if (JSON.stringify(changed) === JSON.stringify(schedule))
    throw new AppError("invalid", [{ path: "startsAt", message: "errors:issue.sameTime" }]);
  const issues = checkSchedule(changed, { timeZone, now, isComplete: false });
  if (issues.length > 0)
    throw new AppError(
      "invalid",
      issues.map((issue) => ({ ...issue, path: issue.path.endsWith(".end") ? "endsAt" : "startsAt" })),
    );
  const after = materialise(changed, place, now);
  const { changed: changedDates } = compareOccurrences(dates, after);
  const next = after.find(takesPlace) ?? event;
  const showing = after.find(({ originalStart }) => originalStart === at);
  return {
    state: { lifecycle, startsAt: next.startsAt, endsAt: next.endsAt, previousStartsAt, schedule: changed },
    oldStartsAt: before.startsAt,
    startsAt: showing?.startsAt ?? before.startsAt,
    occurrences: changedDates.map(({ after: { originalStart } }) => originalStart),
  };
}

function changeOf(plan: Plan, times: PlanTimes | undefined, timeZone: string, now: number): OccurrenceChange {
  const status = STATUSES[plan];
  if (plan !== "move") return { status };
  if (!times) throw new AppError("invalid", [{ path: "startsAt", message: "errors:issue.required.start" }]);
  if (times.startsAt <= now) throw new AppError("invalid", [{ path: "startsAt", message: "errors:issue.startsInPast" }]);
  const wall = (instant: number) => toIsoWithOffset(instant, timeZone).slice(0, 16);
  return { status, start: wall(times.startsAt), ...(times.endsAt !== null && { end: wall(times.endsAt) }) };
}

import * as v from "valibot";
import { NOTIFIED_PLANS, type NotifiedPlan } from "../../../db/schema";
import { fromWallTime } from "../../lib/dates/dates.server";
import { addDays } from "../../lib/dates/days";
import { readWrittenDay } from "../../lib/dates/written-days";
import { instantOf } from "../../lib/dates/written-times.server";
import type { Deps } from "../../lib/deps";
import { AppError, isRefusal } from "../../lib/errors";
import type { HTTPIssue } from "../../lib/http/form-failure";
import type { Actor } from "../../lib/permissions";
import type { EventRow } from "../events/list/list-events.server";
import { isNotified, type PlanOrder, plansFor } from "./change-plan.server";
import { getOwnEvent } from "./find-own-event.server";
import { datesToCome, type PlannedChange, plannedChange } from "./plan-showing.server";
import { PLAN_SCOPES, type PlanTimes } from "./plan-times";
import { type LifecycleInput, PlanMessage } from "./schema";

const PLANS = { postponed: "postpone", cancelled: "cancel", "sold-out": "sell-out" } as const;

/**
 * The change of plan of an API body: "scheduled" with a start is a move, without one a
 * reinstatement.
 * @throws invalid for times with another plan and for impossible times; conflict for drafts
 */
export async function planOfInput(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  actor: Actor,
  id: string,
  { lifecycle, message, startsAt, endsAt, at, scope }: LifecycleInput,
): Promise<PlanOrder> {
  const order = await meantPlan(deps, actor, id, { lifecycle, startsAt, endsAt, at });
  if (message === undefined && isNotified(order.plan))
    throw new AppError("invalid", [{ path: "message", message: "errors:issue.planMessage" }]);
  return { ...order, message: message ?? "", at, ...(scope && { scope }) };
}

async function meantPlan(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  actor: Actor,
  id: string,
  {
    lifecycle,
    startsAt,
    endsAt,
    at,
  }: Pick<LifecycleInput, "lifecycle" | "startsAt" | "endsAt" | "at">,
): Promise<Pick<PlanOrder, "plan" | "times">> {
  if (lifecycle !== "scheduled") {
    if (startsAt !== null || endsAt !== null)
      throw new AppError("invalid", [
        { path: startsAt === null ? "endsAt" : "startsAt", message: "errors:issue.timesOfMove" },
      ]);
    return { plan: PLANS[lifecycle] };
  }
  if (startsAt === null) {
    if (endsAt !== null)
      throw new AppError("invalid", [{ path: "startsAt", message: "errors:issue.required.start" }]);
    const { event } = await getOwnEvent(deps, actor, id);
    const date =
      event && at
        ? datesToCome(event, deps.clock.now()).find(({ originalStart }) => originalStart === at)
        : undefined;
    return { plan: date?.status === "sold-out" ? "reopen" : "reinstate" };
  }
  const { event } = await getOwnEvent(deps, actor, id);
  if (!event) throw new AppError("conflict");
  const read = (path: "startsAt" | "endsAt", written: string) => {
    const at = instantOf(written, event.timeZone);
    if (at === null) throw new AppError("invalid", [{ path, message: "errors:issue.noSuchTime" }]);
    return at;
  };
  return {
    plan: "move",
    times: {
      startsAt: read("startsAt", startsAt),
      endsAt: endsAt === null ? null : read("endsAt", endsAt),
    },
  };
}

/** The submitted form of a change of plan. Days and times are wall times of the event's city. */
export interface PlanFields {
  plan: string;
  message: string;
  startsAt: string;
  endsAt: string;
  /** Original start of a date of a series; empty is the whole event. */
  at: string;
  scope: string;
}

/** A change of plan that savers are notified of. */
type NotifiedOrder = PlanOrder & { plan: NotifiedPlan };

export const PLAN_FIELDS = [
  "plan",
  "message",
  "startsAt",
  "endsAt",
  "at",
  "scope",
] as const satisfies readonly (keyof PlanFields)[];
/** Maximum length of a field, characters: keeps URLs short. */
const FLOOD = 2_000;

export const planFieldsOf = (from: { get(name: string): unknown }): PlanFields => {
  const read = (name: keyof PlanFields) => {
    const value = from.get(name);
    return typeof value === "string" ? value.slice(0, FLOOD) : "";
  };
  return {
    plan: read("plan"),
    message: read("message"),
    startsAt: read("startsAt"),
    endsAt: read("endsAt"),
    at: read("at"),
    scope: read("scope"),
  };
};

/** The change of plan and the event after it, or the issues of the fields. */
export function readPlan(
  fields: PlanFields,
  event: EventRow,
  now: number,
):
  | { order: NotifiedOrder; planned: PlannedChange; issues: null }
  | { order: null; planned: null; issues: HTTPIssue[] } {
  const issues: HTTPIssue[] = [];
  const plan = NOTIFIED_PLANS.find((name) => name === fields.plan);
  const scope = fields.at === "" ? undefined : PLAN_SCOPES.find((name) => name === fields.scope);
  const about = { at: fields.at || null, ...(scope && { scope }) };
  const message = v.safeParse(PlanMessage, fields.message);
  if (!message.success) issues.push({ path: "message", message: "errors:issue.planMessage" });
  const times = plan === "move" ? readTimes(fields, event, issues) : undefined;
  const planned = plan && (plan !== "move" || times) ? attempt() : null;
  if (!plan) issues.push({ path: "plan", message: "errors:issue.plan" });
  if (issues.length > 0 || !plan || !planned || !message.success)
    return { order: null, planned: null, issues };
  return {
    order: { plan, message: message.output, ...about, ...(times && { times }) },
    planned,
    issues: null,
  };

  function attempt(): PlannedChange | null {
    try {
      return plan
        ? plannedChange(
            event,
            { plan, ...about, ...(times && { times }) },
            plansFor(event, now),
            now,
          )
        : null;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const isFields = error.code === "invalid" && error.issues.every(({ path }) => path !== "at");
      issues.push(...(isFields ? error.issues : [{ path: "plan", message: "errors:issue.plan" }]));
      return null;
    }
  }
}

/**
 * Converts wall times of the event's city to instants. Without an end, the event keeps its duration
 * (for whole days, their number).
 */
function readTimes(
  { startsAt, endsAt }: PlanFields,
  { timeZone, allDay }: EventRow,
  issues: HTTPIssue[],
): PlanTimes | undefined {
  const read = (name: "startsAt" | "endsAt", text: string): number | null => {
    const found = readWrittenDay(text);
    if (!found) issues.push({ path: name, message: "errors:issue.noSuchTime" });
    else if (!allDay && found.time === null)
      issues.push({ path: name, message: "errors:issue.noTime" });
    else {
      // The form names the last day; the stored end is the following midnight.
      const day = allDay && name === "endsAt" ? addDays(found.day, 1) : found.day;
      return fromWallTime(day, allDay ? "00:00" : (found.time ?? "00:00"), timeZone);
    }
    return null;
  };
  if (startsAt.trim() === "") {
    issues.push({ path: "startsAt", message: "errors:issue.required.start" });
    return undefined;
  }
  const start = read("startsAt", startsAt);
  const end = endsAt.trim() === "" ? null : read("endsAt", endsAt);
  return start === null ? undefined : { startsAt: start, endsAt: end };
}

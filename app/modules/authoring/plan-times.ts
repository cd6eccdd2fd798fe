import type { Plan, PlannedState } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import { AppError } from "../../lib/errors";
import type { HTTPIssue } from "../../lib/http/form-failure";

/** Which dates a change of plan is about: one, that one and those after it, or all to come. */
export const PLAN_SCOPES = ["one", "following", "all"] as const;

export type PlanScope = (typeof PLAN_SCOPES)[number];

/** Times of a move, UTC epoch ms. Without an end, the event keeps its duration. */
export interface PlanTimes {
  startsAt: number;
  endsAt: number | null;
}

/** Maximum time ahead, ms (decisions.md §3). */
const AHEAD = 400 * DAY;

const LONGEST = 366 * DAY;

type Planned = Omit<PlannedState, "schedule"> & { publishedAt: number | null };

/**
 * The state of an event after a change of plan. Cancelling and postponing keep the announced times;
 * a move ends "postponed" and keeps the first announced start in `previousStartsAt`. @throws
 * invalid for impossible times
 */
export function plannedState(
  event: Planned,
  plan: Plan,
  times: PlanTimes | undefined,
  now: number,
): PlannedState {
  const { startsAt, endsAt, previousStartsAt } = event;
  if (plan !== "move")
    return {
      lifecycle: plan === "cancel" ? "cancelled" : plan === "postpone" ? "postponed" : "scheduled",
      startsAt,
      endsAt,
      previousStartsAt,
    };
  if (!times)
    throw new AppError("invalid", [{ path: "startsAt", message: "errors:issue.required.start" }]);
  const moved = {
    startsAt: times.startsAt,
    endsAt: times.endsAt ?? times.startsAt + (endsAt - startsAt),
  };
  const issues = checkMove(event, moved, now);
  if (issues.length > 0) throw new AppError("invalid", issues);
  const first = event.publishedAt === null ? null : (previousStartsAt ?? startsAt);
  return {
    lifecycle: "scheduled",
    ...moved,
    previousStartsAt: first === moved.startsAt ? null : first,
  };
}

function checkMove(
  event: Planned,
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
  now: number,
): HTTPIssue[] {
  const isSame =
    startsAt === event.startsAt && endsAt === event.endsAt && event.lifecycle === "scheduled";
  if (isSame) return [{ path: "startsAt", message: "errors:issue.sameTime" }];
  if (startsAt <= now) return [{ path: "startsAt", message: "errors:issue.startsInPast" }];
  if (startsAt > now + AHEAD) return [{ path: "startsAt", message: "errors:issue.tooFarAhead" }];
  if (endsAt < startsAt || (endsAt === startsAt && event.endsAt > event.startsAt))
    return [{ path: "endsAt", message: "errors:issue.endBeforeStart" }];
  return endsAt - startsAt > LONGEST
    ? [{ path: "endsAt", message: "errors:issue.lastsTooLong" }]
    : [];
}

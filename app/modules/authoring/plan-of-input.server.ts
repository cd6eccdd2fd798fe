import { instantOf } from "../../lib/dates/written-times.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { isNotified, type PlanOrder } from "./change-plan.server";
import { getOwnEvent } from "./find-own-event.server";
import { datesToCome } from "./plan-showing.server";
import type { LifecycleInput } from "./schema";

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

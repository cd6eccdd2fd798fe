import { instantOf } from "../../lib/dates/written-times.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import type { PlanOrder } from "./change-plan.server";
import { getOwnEvent } from "./find-own-event.server";
import type { LifecycleInput } from "./schema";

const PLANS = { postponed: "postpone", cancelled: "cancel" } as const;

/**
 * The change of plan of an API body: "scheduled" with a start is a move, without one a reinstatement.
 * @throws invalid for times with another plan and for impossible times; conflict for drafts
 */
export async function planOfInput(
  deps: Pick<Deps, "db" | "memo">,
  actor: Actor,
  id: string,
  { lifecycle, message: text, startsAt, endsAt, at, scope }: LifecycleInput,
): Promise<PlanOrder> {
  const about = { message: text, at, ...(scope && { scope }) };
  if (lifecycle !== "scheduled") {
    if (startsAt !== null || endsAt !== null)
      throw new AppError("invalid", [{ path: startsAt === null ? "endsAt" : "startsAt", message: "errors:issue.timesOfMove" }]);
    return { plan: PLANS[lifecycle], ...about };
  }
  if (startsAt === null) {
    if (endsAt !== null) throw new AppError("invalid", [{ path: "startsAt", message: "errors:issue.required.start" }]);
    return { plan: "reinstate", ...about };
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
    ...about,
    times: { startsAt: read("startsAt", startsAt), endsAt: endsAt === null ? null : read("endsAt", endsAt) },
  };
}

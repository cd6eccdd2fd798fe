import { describeError, log } from "../../app/lib/log";
import { forgetVisitors } from "../../app/modules/events/count-visits.server";
import { endEvents } from "../../app/modules/events/end-events.server";
import { createDeps } from "../deps";

const NIGHTLY = "20 1 * * *";

/** Cron: hourly what has ended and each city's counters; nightly what must be forgotten. All of it may come late, twice or not. */
export const scheduled: ExportedHandlerScheduledHandler<Env> = async (controller, env, context) => {
  const deps = createDeps(env, (work) => context.waitUntil(work));
  try {
    if (controller.cron === NIGHTLY) await forgetVisitors(deps);
    else log("info", "cron.hourly", await endEvents(deps));
  } catch (error) {
    log("error", "cron.failed", { cron: controller.cron, ...describeError(error) });
    throw error;
  }
};

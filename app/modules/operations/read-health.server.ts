import { alarms } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type Backlog, readBacklogs } from "./backlogs.server";

/**
 * State of the product for staff: `degraded` while a part of the platform fails or an alarm is on.
 */
export async function readHealth(deps: Deps) {
  const parts = await deps.probe();
  const isAway = parts.some(({ part, error }) => part === "database" && error !== null);
  const none = { backlogs: [] as Backlog[], alarms: [] as (typeof alarms.$inferSelect)[] };
  const found = isAway
    ? none
    : { backlogs: await readBacklogs(deps), alarms: await deps.db.select().from(alarms) };
  const isOk = found.alarms.length === 0 && parts.every(({ error }) => error === null);
  return {
    status: isOk ? ("ok" as const) : ("degraded" as const),
    release: deps.release,
    parts,
    backlogs: found.backlogs.map(({ oldest, ...backlog }) => ({
      ...backlog,
      oldest: oldest && new Date(oldest).toISOString(),
    })),
    alarms: found.alarms.map(({ raisedAt, ...alarm }) => ({
      ...alarm,
      raisedAt: new Date(raisedAt).toISOString(),
    })),
  };
}

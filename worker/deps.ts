import { getServerByName } from "partyserver";
import { v7 } from "uuid";
import type { Clock, Deps, Ids } from "../app/lib/deps";
import { createMemo } from "../app/lib/memo";
import { createDatabase } from "../db/client";

export const systemClock: Clock = { now: () => Date.now() };
export const systemIds: Ids = { next: () => v7() };

/** One memo an isolate: what it remembers is the same for every request. */
const memo = createMemo(systemClock);

/** The outside world as this deployment has it. */
export function createDeps(env: Env, later: (work: Promise<unknown>) => void): Deps {
  return {
    db: createDatabase(env.DB),
    clock: systemClock,
    ids: systemIds,
    memo,
    later,
    jobs: {
      async send(message) {
        await env.JOBS.send(message);
      },
    },
    rooms: {
      async cityChanged(city, eventId, change) {
        const room = await getServerByName(env.CITY_ROOM, city);
        await room.announce({ type: "event:changed", eventId, city, change });
      },
    },
  };
}

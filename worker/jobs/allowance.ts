import type { Deps } from "../../app/lib/deps";
import type { Meter } from "../../db/client";

/**
 * What the platform allows an invocation: statements of D1, those of batches included, and requests
 * to D1 and everything else (https://developers.cloudflare.com/d1/platform/limits/).
 */
const MOST = { queries: 1_000, requests: 1_000 };

/** For a read that is tried again, the outcome of what failed, and the counts at the end. */
const KEPT_BACK = 60;

/** A trip to D1 counts with the request that most work makes beside it: a mail, a push, a file. */
const BY_TRIP = 2;
/** A room is found by its name, then asked. */
const BY_ROOM = 2;

interface Allowance {
  meter: Meter;
  /** How much is left, of what is nearest to its end. */
  left: () => number;
  /** Rooms whose calls are counted. */
  countRooms: (rooms: Deps["rooms"]) => Deps["rooms"];
}

/** Counts what a job's invocation asks, so that its loops end before the platform refuses. */
export function createAllowance(): Allowance {
  const left = { queries: MOST.queries - KEPT_BACK, requests: MOST.requests - KEPT_BACK };
  return {
    meter: {
      ask: (statements) => {
        left.queries -= statements;
        left.requests -= BY_TRIP;
      },
      answer: () => {},
    },
    left: () => Math.min(left.queries, left.requests),
    countRooms: (rooms) =>
      Object.fromEntries(
        Object.entries(rooms).map(([name, call]) => [
          name,
          (...given: unknown[]) => {
            left.requests -= BY_ROOM;
            return (call as (...all: unknown[]) => Promise<void>)(...given);
          },
        ]),
      ) as unknown as Deps["rooms"],
  };
}

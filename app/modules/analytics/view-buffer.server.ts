import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/log";

/** How long the first view waits for company, ms. Work after an answer may take 30 s at most. */
const WAIT = 5_000;
/** A request that waits for company and has not come back by then was broken off; the next view waits instead. */
const LOST = 20_000;

type BufferDeps = Pick<Deps, "clock" | "ids" | "jobs" | "later">;

/** Adds page views up by route and day, so that a crowd costs one message. An isolate that ends takes those of five seconds with it. */
export interface ViewBuffer {
  note(deps: BufferDeps, route: string): void;
}

/** @param wait how long the first view waits for company, ms */
export function createViewBuffer(wait = WAIT): ViewBuffer {
  let counts = new Map<string, number>();
  let waitedForUntil = 0;

  const handOver = async (deps: BufferDeps) => {
    await new Promise((resolve) => setTimeout(resolve, wait));
    waitedForUntil = 0;
    const views = [...counts].map(([key, count]) => ({ day: key.slice(0, 10), route: key.slice(11), count }));
    counts = new Map();
    if (views.length === 0) return;
    try {
      await deps.jobs.send({ type: "pages.viewed", id: deps.ids.next(), views });
    } catch (error) {
      log("warn", "views.lost", { views: views.length, ...describeError(error) });
    }
  };

  return {
    note(deps, route) {
      const at = deps.clock.now();
      const key = `${new Date(at).toISOString().slice(0, 10)} ${route}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (at < waitedForUntil) return;
      waitedForUntil = at + LOST;
      deps.later(handOver(deps));
    },
  };
}

import type { Deps } from "../../app/lib/deps";
import type { Purge } from "../../app/lib/runtime/purge-rounds.server";

/** Runs a purge until nothing is left, like its job. @returns number of removed rows */
export async function purgeAll(deps: Deps, purge: Purge): Promise<number> {
  for (let removed = 0, after: string | undefined; ; ) {
    const round = await purge.round(deps, after);
    after = round.after;
    removed += round.removed;
    if (round.isDone) return removed;
  }
}

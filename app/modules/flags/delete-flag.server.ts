import { eq } from "drizzle-orm";
import { featureFlags } from "../../../db/schema";
import { AppError, staleError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { runGuarded } from "../guarded-batch/run-guarded.server";
import { bumpSiteVersion } from "../page-cache/content-version.server";
import { forgetSiteState } from "../page-cache/site-state.server";
import { getFlag } from "./queries.server";
import { FLAG_GUARD, type FlagDeps, flagAtVersion, flagAudit, ruleOf } from "./write-flag.server";

/**
 * Deletes a flag: what the code asks for is then as it is shipped, anything else is off.
 * @throws AppError("forbidden"), AppError("not-found") also where a colleague was faster, AppError("conflict") where it has
 * been changed meanwhile
 */
export async function deleteFlag(deps: FlagDeps, actor: Actor | null, key: string): Promise<void> {
  assertCan(actor, "feature-flag:manage");
  const { db, clock } = deps;
  const before = await getFlag(deps, actor, key);
  if (before.version === 0) throw new AppError("not-found");
  await runGuarded(
    deps,
    [
      db
        .insert(featureFlags)
        .values({ ...ruleOf(before), key: flagAtVersion(deps, before), createdAt: clock.now(), updatedAt: clock.now() })
        .onConflictDoUpdate({ target: featureFlags.key, set: { updatedBy: actor.id } }),
      db.delete(featureFlags).where(eq(featureFlags.key, key)),
      flagAudit(deps, actor, "deleted", key, before, null),
      bumpSiteVersion(db),
    ],
    {
      [FLAG_GUARD]: async () => ((await getFlag(deps, actor, key)).version === 0 ? new AppError("not-found") : staleError()),
    },
  );
  forgetSiteState(deps);
}

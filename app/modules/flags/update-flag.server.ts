import { featureFlags } from "../../../db/schema";
import { staleError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { runGuarded } from "../guarded-batch/run-guarded.server";
import { bumpSiteVersion } from "../page-cache/content-version.server";
import { forgetSiteState } from "../page-cache/site-state.server";
import { type Flag, getFlag } from "./queries.server";
import type { FeatureFlagUpdate } from "./schema";
import { FLAG_GUARD, type FlagDeps, type FlagRule, flagAtVersion, flagAudit, insertFlag, ruleOf } from "./write-flag.server";

/**
 * Updates the given fields of a flag. @throws AppError("forbidden"), AppError("not-found"), AppError("conflict") after a
 * concurrent change
 */
export async function updateFlag(
  deps: FlagDeps,
  actor: Actor | null,
  key: string,
  { version, ...changes }: FeatureFlagUpdate,
): Promise<void> {
  assertCan(actor, "feature-flag:manage");
  const before = await getFlag(deps, actor, key);
  if (version !== undefined && version !== before.version) throw staleError();
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after = { ...ruleOf(before), ...given };
  if (before.version === 0) await insertFlag(deps, actor, { key, ...after }, before, staleError);
  else await replaceFlag(deps, actor, before, after);
}

async function replaceFlag(deps: FlagDeps, actor: Actor, before: Flag, after: FlagRule): Promise<void> {
  const { db, clock } = deps;
  await runGuarded(
    deps,
    [
      db
        .insert(featureFlags)
        .values({ ...after, key: flagAtVersion(deps, before), createdAt: clock.now(), updatedAt: clock.now(), updatedBy: actor.id })
        .onConflictDoUpdate({
          target: featureFlags.key,
          set: { ...after, version: before.version + 1, updatedAt: clock.now(), updatedBy: actor.id },
        }),
      flagAudit(deps, actor, "changed", before.key, before, after),
      bumpSiteVersion(db),
    ],
    { [FLAG_GUARD]: staleError },
  );
  forgetSiteState(deps);
}

import { type Actor, assertCan } from "../../../lib/permissions";
import { applyUpdate, type StoreDeps } from "../../store/shipped-store.server";
import { getFlag } from "./queries.server";
import type { FeatureFlagUpdate } from "./schema";
import { flagStore, ruleOf } from "./write-flag.server";

/**
 * Updates the given fields of a flag. @throws forbidden; not-found; conflict if it changed
 * meanwhile
 */
export async function updateFlag(
  deps: StoreDeps,
  actor: Actor | null,
  key: string,
  update: FeatureFlagUpdate,
): Promise<void> {
  assertCan(actor, "feature-flag:manage");
  const before = await getFlag(deps, actor, key);
  const values = applyUpdate(before, ruleOf(before), update);
  await flagStore.save(deps, actor, {
    key,
    before,
    values,
    metadata: { before: ruleOf(before), after: values },
  });
}

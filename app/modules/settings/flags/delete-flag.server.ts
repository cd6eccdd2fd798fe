import { AppError, staleError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import type { StoreDeps } from "../../store/shipped-store.server";
import { getFlag } from "./queries.server";
import { flagStore, ruleOf } from "./write-flag.server";

/**
 * Deletes a flag's rule: the shipped value applies again.
 * @throws forbidden; not-found if it does not exist; conflict if it changed meanwhile
 */
export async function deleteFlag(deps: StoreDeps, actor: Actor | null, key: string): Promise<void> {
  assertCan(actor, "feature-flag:manage");
  const before = await getFlag(deps, actor, key);
  if (before.version === 0) throw new AppError("not-found");
  await flagStore.remove(deps, actor, {
    before,
    action: "deleted",
    metadata: { before: ruleOf(before), after: null },
    refused: async () =>
      (await getFlag(deps, actor, key)).version === 0 ? new AppError("not-found") : staleError(),
  });
}

import { notificationRules } from "../../../../db/schema";
import { AppError } from "../../../lib/errors";
import type { Actor } from "../../../lib/permissions";
import { type StoreDeps, shippedStore } from "../../store/shipped-store.server";
import { ruleValuesOf } from "./rule";
import { invalidateRules, type RuleState } from "./rules.server";
import { shippedRule } from "./shipped-rules";

/** The key belongs to another rule. */
export const ruleKeyTaken = () =>
  new AppError("conflict", [{ path: "key", message: "errors:issue.ruleTaken" }]);

export const ruleStore = shippedStore(notificationRules, {
  entity: "notification-rule",
  taken: ruleKeyTaken,
  changed: ({ memo }) => invalidateRules(memo),
});

/**
 * Removes the stored rule. @param expected the version that the editor saw; null skips the check
 * @throws conflict if it changed meanwhile
 */
export async function removeRule(
  deps: StoreDeps,
  actor: Actor,
  before: RuleState,
  expected: number | null,
): Promise<void> {
  const shipped = shippedRule(before.key);
  await ruleStore.remove(deps, actor, {
    before,
    expected,
    action: before.isShipped ? "reset" : "deleted",
    metadata: { before: ruleValuesOf(before), after: shipped ? ruleValuesOf(shipped) : null },
  });
}

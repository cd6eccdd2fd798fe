import { type Actor, assertCan } from "../../../lib/permissions";
import { applyUpdate, type StoreDeps } from "../../store/shipped-store.server";
import { assertSensible } from "./check-rule.server";
import { ruleValuesOf } from "./rule";
import { getRule } from "./rules.server";
import type { RuleUpdate } from "./schema";
import { ruleStore } from "./write-rule.server";

/**
 * Updates the given fields of a rule. A shipped rule is stored on its first change.
 * @throws forbidden; not-found; invalid; conflict if it changed meanwhile, or if it would mail many
 * more people and the number is not confirmed
 */
export async function updateRule(
  deps: StoreDeps,
  actor: Actor | null,
  key: string,
  { confirmedRecipients, ...update }: RuleUpdate,
): Promise<void> {
  assertCan(actor, "notification-rule:manage");
  const before = await getRule(deps, actor, key);
  const values = applyUpdate(before, ruleValuesOf(before), update);
  await assertSensible(deps, key, values, before, confirmedRecipients);
  await ruleStore.save(deps, actor, {
    key,
    before,
    values,
    metadata: { before: ruleValuesOf(before), after: values },
  });
}

import { type Actor, assertCan } from "../../../lib/permissions";
import type { StoreDeps } from "../../store/shipped-store.server";
import { assertSensible } from "./check-rule.server";
import { ruleValuesOf } from "./rule";
import type { RuleInput } from "./schema";
import { shippedRule } from "./shipped-rules";
import { ruleKeyTaken, ruleStore } from "./write-rule.server";

/**
 * Creates a rule. @throws AppError("forbidden"), AppError("invalid"), AppError("conflict") when the
 * key exists or the number of recipients is unconfirmed
 */
export async function createRule(
  deps: StoreDeps,
  actor: Actor | null,
  { key, confirmedRecipients, ...rule }: RuleInput,
): Promise<void> {
  assertCan(actor, "notification-rule:manage");
  if (shippedRule(key)) throw ruleKeyTaken();
  await assertSensible(deps, key, rule, null, confirmedRecipients);
  const values = ruleValuesOf(rule);
  await ruleStore.save(deps, actor, {
    key,
    before: null,
    values,
    metadata: { before: null, after: values },
  });
}

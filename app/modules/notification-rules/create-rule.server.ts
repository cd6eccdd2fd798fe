import { type Actor, assertCan } from "../../lib/permissions";
import { assertSensible } from "./check-rule.server";
import type { RuleInput } from "./schema";
import { shippedRule } from "./shipped-rules";
import { insertRule, type RuleDeps, takenRule } from "./write-rule.server";

/**
 * Creates a rule. @throws AppError("forbidden"), AppError("invalid"), AppError("conflict") when the key exists or the
 * number of recipients is unconfirmed
 */
export async function createRule(deps: RuleDeps, actor: Actor | null, { key, confirmedRecipients, ...rule }: RuleInput): Promise<void> {
  assertCan(actor, "notification-rule:manage");
  if (shippedRule(key)) throw takenRule();
  await assertSensible(deps, key, rule, null, confirmedRecipients);
  await insertRule(deps, actor, key, rule, null);
}

import { type Actor, assertCan } from "../../lib/permissions";
import { assertSensible } from "./check-rule.server";
import type { RuleInput } from "./schema";
import { shippedRule } from "./shipped-rules";
import { insertRule, type RuleDeps, takenRule } from "./write-rule.server";

/**
 * Makes a rule. @throws AppError("forbidden"), AppError("invalid"), AppError("conflict") where there is one of that key,
 * or where it mails so many and nobody has confirmed how many that are
 */
export async function createRule(deps: RuleDeps, actor: Actor | null, { key, confirmedRecipients, ...rule }: RuleInput): Promise<void> {
  assertCan(actor, "notification-rule:manage");
  if (shippedRule(key)) throw takenRule();
  await assertSensible(deps, key, rule, null, confirmedRecipients);
  await insertRule(deps, actor, key, rule, null);
}

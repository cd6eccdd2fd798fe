import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { assertSensible } from "./check-rule.server";
import type { RuleInput } from "./schema";
import { shippedRule } from "./shipped-rules";
import { failsAt, insertRule, type RuleDeps } from "./write-rule.server";

/**
 * Makes a rule. @throws AppError("forbidden"), AppError("invalid"), AppError("conflict") where there is one of that key,
 * or where it mails so many and nobody has confirmed how many that are
 */
export async function createRule(deps: RuleDeps, actor: Actor | null, { key, confirmedRecipients, ...rule }: RuleInput): Promise<void> {
  assertCan(actor, "notification-rule:manage");
  const taken = () => new AppError("conflict", [{ path: "key", message: "errors:issue.ruleTaken" }]);
  if (shippedRule(key)) throw taken();
  await assertSensible(deps, rule, null, confirmedRecipients);
  await insertRule(deps, actor, key, rule, null).catch((error: unknown) => {
    throw failsAt(error, "UNIQUE constraint failed: notification_rules.key") ? taken() : error;
  });
}

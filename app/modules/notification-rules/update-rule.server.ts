import { staleError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { assertSensible } from "./check-rule.server";
import { type RuleValues, ruleValuesOf } from "./rule";
import { getRule } from "./rules.server";
import type { RuleUpdate } from "./schema";
import { insertRule, type RuleDeps, replaceRule } from "./write-rule.server";

/**
 * Updates the given fields of a rule; a shipped one is stored and overrides its default.
 * @throws AppError("forbidden"), AppError("not-found"), AppError("invalid"), AppError("conflict") after a concurrent
 * change, or when the increased number of recipients is unconfirmed
 */
export async function updateRule(
  deps: RuleDeps,
  actor: Actor | null,
  key: string,
  { version, confirmedRecipients, ...changes }: RuleUpdate,
): Promise<void> {
  assertCan(actor, "notification-rule:manage");
  const before = await getRule(deps, actor, key);
  if (version !== undefined && version !== before.version) throw staleError();
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after: RuleValues = { ...ruleValuesOf(before), ...given };
  await assertSensible(deps, key, after, before, confirmedRecipients);
  if (before.version === 0) await insertRule(deps, actor, key, after, before);
  else await replaceRule(deps, actor, before, after);
}

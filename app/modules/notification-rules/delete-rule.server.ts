import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { getRule } from "./rules.server";
import { type RuleDeps, removeRule } from "./write-rule.server";

/**
 * Deletes a rule that staff have made. @param seen the version that somebody has looked at; null where they do not say
 * @throws AppError("forbidden"), AppError("not-found"), AppError("conflict") where somebody was faster, and for a shipped
 * one, which can be reset or switched off
 */
export async function deleteRule(deps: RuleDeps, actor: Actor | null, key: string, seen: number | null): Promise<void> {
  assertCan(actor, "notification-rule:manage");
  const before = await getRule(deps, actor, key);
  if (before.isShipped) throw new AppError("conflict");
  await removeRule(deps, actor, before, seen);
}

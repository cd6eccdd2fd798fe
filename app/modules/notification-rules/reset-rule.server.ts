import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { getRule } from "./rules.server";
import { type RuleDeps, removeRule } from "./write-rule.server";

/**
 * Brings a shipped rule back as it was shipped. @param seen the version that somebody has looked at; null where they do not say
 * @throws AppError("forbidden"), AppError("not-found") where it is so, or is none, AppError("conflict") where somebody was faster
 */
export async function resetRule(deps: RuleDeps, actor: Actor | null, key: string, seen: number | null): Promise<void> {
  assertCan(actor, "notification-rule:manage");
  const before = await getRule(deps, actor, key);
  if (!before.isShipped || before.version === 0) throw new AppError("not-found");
  await removeRule(deps, actor, before, seen);
}

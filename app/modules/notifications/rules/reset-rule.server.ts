import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import type { StoreDeps } from "../../store/shipped-store.server";
import { getRule } from "./rules.server";
import { removeRule } from "./write-rule.server";

/**
 * Resets a shipped rule. @param expectedVersion expected version; null to skip the check
 * @throws AppError("forbidden"), AppError("not-found") for an unchanged or unknown rule,
 * AppError("conflict") after a concurrent change
 */
export async function resetRule(
  deps: StoreDeps,
  actor: Actor | null,
  key: string,
  expectedVersion: number | null,
): Promise<void> {
  assertCan(actor, "notification-rule:manage");
  const before = await getRule(deps, actor, key);
  if (!before.isShipped || before.version === 0) throw new AppError("not-found");
  await removeRule(deps, actor, before, expectedVersion);
}

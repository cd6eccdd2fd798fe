import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import type { StoreDeps } from "../../store/shipped-store.server";
import { getRule } from "./rules.server";
import { removeRule } from "./write-rule.server";

/**
 * Deletes a rule created by staff. @param expectedVersion expected version; null to skip the check
 * @throws AppError("forbidden"), AppError("not-found"), AppError("conflict") after a concurrent
 * change, and for a shipped rule, which can be reset or switched off
 */
export async function deleteRule(
  deps: StoreDeps,
  actor: Actor | null,
  key: string,
  expectedVersion: number | null,
): Promise<void> {
  assertCan(actor, "notification-rule:manage");
  const before = await getRule(deps, actor, key);
  if (before.isShipped) throw new AppError("conflict");
  await removeRule(deps, actor, before, expectedVersion);
}

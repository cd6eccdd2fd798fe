import { notificationRules } from "../../../../db/schema";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { applyUpdate, type StoreDeps, shippedStore } from "../../store/shipped-store.server";
import { invalidateRules, ruleValuesOf, shippedRule } from "./active-rules.server";
import { assertSensible } from "./check-rule.server";
import { getRule, type RuleState } from "./rules.server";
import type { RuleInput, RuleUpdate } from "./schema";

/** The key belongs to another rule. */
const ruleKeyTaken = () =>
  new AppError("conflict", [{ path: "key", message: "errors:issue.ruleTaken" }]);

const ruleStore = shippedStore(notificationRules, {
  entity: "notification-rule",
  taken: ruleKeyTaken,
  changed: ({ memo }) => invalidateRules(memo),
});

/**
 * Removes the stored rule. @param expected the version that the editor saw; null skips the check
 * @throws conflict if it changed meanwhile
 */
async function removeRule(
  deps: StoreDeps,
  actor: Actor,
  before: RuleState,
  expected: number | null,
): Promise<void> {
  const shipped = shippedRule(before.key);
  await ruleStore.remove(deps, actor, {
    before,
    expected,
    action: before.isShipped ? "reset" : "deleted",
    metadata: { before: ruleValuesOf(before), after: shipped ? ruleValuesOf(shipped) : null },
  });
}

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

import { and, eq, sql } from "drizzle-orm";
import { notificationRules } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError, staleError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { auditEntry, auditWhere } from "../audit/audit-entry.server";
import { runGuarded } from "../guarded-batch/run-guarded.server";
import { type RuleValues, ruleValuesOf } from "./rule";
import { invalidateRules, type RuleState } from "./rules.server";
import { shippedRule } from "./shipped-rules";

/** Dependencies of commands on rules. */
export type RuleDeps = Pick<Deps, "db" | "memo" | "clock" | "ids">;

/** There is a rule of that key. */
export const takenRule = () => new AppError("conflict", [{ path: "key", message: "errors:issue.ruleTaken" }]);

const recordOf = (actor: Actor, action: string, key: string, before: RuleValues | null, after: RuleValues | null) => ({
  actorId: actor.id,
  action: `notification-rule.${action}`,
  entity: "notification-rule",
  entityId: key,
  metadata: { before: before && ruleValuesOf(before), after: after && ruleValuesOf(after) },
  sessionId: actor.sessionId,
});

/**
 * Stores a rule under a free key.
 * @param before the shipped rule of that key; null for a new one
 * @throws AppError("conflict") when the key exists
 */
export async function insertRule(deps: RuleDeps, actor: Actor, key: string, rule: RuleValues, before: RuleState | null): Promise<void> {
  const now = deps.clock.now();
  await runGuarded(
    deps,
    [
      deps.db.insert(notificationRules).values({ ...ruleValuesOf(rule), key, createdAt: now, updatedAt: now, updatedBy: actor.id }),
      auditEntry(deps, recordOf(actor, before ? "changed" : "created", key, before, rule)),
    ],
    { "notification_rules.key": before ? staleError : takenRule },
  );
  invalidateRules(deps.memo);
}

/** Replaces an unchanged rule. @throws AppError("conflict") after a concurrent change */
export async function replaceRule(deps: RuleDeps, actor: Actor, before: RuleState, after: RuleValues): Promise<void> {
  const { db, clock } = deps;
  const { key, version } = before;
  // Where it is not as it was found there is no row to copy the key from, and the statement fails with its batch.
  const asFound = sql`(${db
    .select({ key: notificationRules.key })
    .from(notificationRules)
    .where(and(eq(notificationRules.key, key), eq(notificationRules.version, version)))})`;
  const values = { ...ruleValuesOf(after), updatedAt: clock.now(), updatedBy: actor.id };
  await runGuarded(
    deps,
    [
      db
        .insert(notificationRules)
        .values({ ...values, key: asFound, createdAt: clock.now() })
        .onConflictDoUpdate({ target: notificationRules.key, set: { ...values, version: version + 1 } }),
      auditEntry(deps, recordOf(actor, "changed", key, before, after)),
    ],
    { "notification_rules.key": staleError },
  );
  invalidateRules(deps.memo);
}

/**
 * Deletes a stored rule at its expected version.
 * @throws AppError("conflict") after a concurrent change
 */
export async function removeRule(deps: RuleDeps, actor: Actor, before: RuleState, seen: number | null): Promise<void> {
  const { db } = deps;
  const { key, version, isShipped } = before;
  if (seen !== null && seen !== version) throw staleError();
  const asFound = and(eq(notificationRules.key, key), eq(notificationRules.version, version));
  await runGuarded(
    deps,
    [
      auditWhere(
        deps,
        recordOf(actor, isShipped ? "reset" : "deleted", key, before, shippedRule(key) ?? null),
        db.select({ key: notificationRules.key }).from(notificationRules).where(asFound),
      ),
      db.delete(notificationRules).where(asFound),
    ],
    { "audit_entries.entity": staleError },
  );
  invalidateRules(deps.memo);
}

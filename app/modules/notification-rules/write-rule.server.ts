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

/** What commands about rules need. */
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
 * Stores a rule under a key under which none is stored.
 * @param before what was shipped under that key; null for a new one
 * @throws AppError("conflict") where there is one by now
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

/** Stores a rule in the place of one that is as it was found. @throws AppError("conflict") where somebody was faster */
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
 * Takes away what is stored of a rule, as it was found and as somebody has looked at it: a newer edit stays.
 * @throws AppError("conflict") where somebody was faster
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

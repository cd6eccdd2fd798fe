import { asc, eq } from "drizzle-orm";
import { primaryOf } from "../../../../db/client";
import { notificationRules, type RuleTrigger, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { isAudienceAllowed, type Rule } from "./rule";
import { SHIPPED_RULES, shippedRule } from "./shipped-rules";

export type { Rule } from "./rule";

const KEY = "notification-rules";
/** How stale another isolate's rules may be, ms. */
const TTL = 5_000;

type Row = typeof notificationRules.$inferSelect;

const ruleOf = ({ updatedBy, createdAt, updatedAt, ...rule }: Row): Rule => ({
  ...rule,
  isActive: rule.isActive && isAudienceAllowed(rule),
});

/** Stored rules over the shipped ones of the same key, by key. */
function overShipped(stored: readonly Rule[]): Rule[] {
  const keys = new Set(stored.map(({ key }) => key));
  return [...SHIPPED_RULES.filter(({ key }) => !keys.has(key)), ...stored].sort((a, b) =>
    a.key < b.key ? -1 : 1,
  );
}

/** The rules in force that answer to a trigger, by key. At most 5 s stale. */
export async function activeRules(
  { db, memo }: Pick<Deps, "db" | "memo">,
  trigger: RuleTrigger,
): Promise<Rule[]> {
  const rules = await memo.get(KEY, TTL, async () =>
    overShipped((await primaryOf(db).select().from(notificationRules)).map(ruleOf)),
  );
  return rules.filter((rule) => rule.isActive && rule.trigger === trigger);
}

/** For commands that changed a rule and must read it back. */
export const invalidateRules = (memo: Deps["memo"]): void => memo.forget(KEY);

/** A rule as staff see it. */
export interface RuleState extends Rule {
  isShipped: boolean;
  /** UTC ms; null for unchanged shipped rules. */
  updatedAt: number | null;
  updatedBy: { id: string; displayName: string } | null;
}

const select = ({ db }: Pick<Deps, "db">) =>
  db
    .select({ rule: notificationRules, by: users.displayName })
    .from(notificationRules)
    .leftJoin(users, eq(users.id, notificationRules.updatedBy));

const stateOf = ({ rule, by }: { rule: Row; by: string | null }): RuleState => ({
  ...ruleOf(rule),
  isShipped: shippedRule(rule.key) !== undefined,
  updatedAt: rule.updatedAt,
  updatedBy: rule.updatedBy === null ? null : { id: rule.updatedBy, displayName: by ?? "" },
});

const untouched = (rule: Rule): RuleState => ({
  ...rule,
  isShipped: true,
  updatedAt: null,
  updatedBy: null,
});

/** All rules by key, unchanged shipped ones included. @throws AppError("forbidden") */
export async function listRules(deps: Pick<Deps, "db">, actor: Actor | null): Promise<RuleState[]> {
  assertCan(actor, "notification-rule:manage");
  const rows = await select(deps).orderBy(asc(notificationRules.key));
  const stored = rows.map(stateOf);
  const keys = new Set(stored.map(({ key }) => key));
  return [...SHIPPED_RULES.filter(({ key }) => !keys.has(key)).map(untouched), ...stored].sort(
    (a, b) => (a.key < b.key ? -1 : 1),
  );
}

/** @throws AppError("forbidden"), AppError("not-found") */
export async function getRule(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  key: string,
): Promise<RuleState> {
  assertCan(actor, "notification-rule:manage");
  const row = await select(deps).where(eq(notificationRules.key, key)).get();
  if (row) return stateOf(row);
  const shipped = shippedRule(key);
  if (shipped) return untouched(shipped);
  throw new AppError("not-found");
}

import type { Rule } from "./rule";

type Scope = Pick<Rule, "key" | "trigger" | "conditions" | "isActive">;

/** Whether two lists of a condition have something in common; an empty one means all. */
const overlap = (some: readonly string[], others: readonly string[]) =>
  some.length === 0 || others.length === 0 || some.some((one) => others.includes(one));

/**
 * Other active rules that can notify the same reader of the same event, by key. Rules run in the
 * order of their keys and a reader is notified once, so the first key wins where audiences overlap
 * (decisions.md §9).
 */
export const competingRules = <R extends Scope>(rule: Scope, rules: readonly R[]): R[] =>
  rules
    .filter(
      (other) =>
        other.key !== rule.key &&
        other.isActive &&
        other.trigger === rule.trigger &&
        overlap(rule.conditions.cities, other.conditions.cities) &&
        overlap(rule.conditions.categories, other.conditions.categories),
    )
    .sort((a, b) => (a.key < b.key ? -1 : 1));

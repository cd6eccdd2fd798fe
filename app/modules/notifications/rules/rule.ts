import type { notificationRules, RuleAudience, RuleTrigger } from "../../../../db/schema";

type Row = typeof notificationRules.$inferSelect;

/** The versioned values of a rule: written, compared and audited on a change. */
const VALUES = [
  "name",
  "trigger",
  "audience",
  "conditions",
  "channels",
  "timing",
  "templateKey",
  "capPerDay",
  "quietHours",
  "isActive",
] as const satisfies (keyof Row)[];

export type RuleValues = Pick<Row, (typeof VALUES)[number]>;

/** A rule: audience, trigger, channels and times of notifications (decisions.md §9). */
export interface Rule extends RuleValues {
  key: string;
  /** 0 while a shipped rule is unchanged. */
  version: number;
}

/** The values alone of a rule that carries more. */
export const ruleValuesOf = (rule: RuleValues): RuleValues =>
  Object.fromEntries(VALUES.map((name) => [name, rule[name]])) as RuleValues;

const ABOUT_EVENTS = [
  "creator",
  "savers",
  "city-followers",
  "interested",
] as const satisfies RuleAudience[];

/**
 * Allowed audiences: decisions with their reasons go to the creator of the event, claim or
 * announcement, failures to the owner of the webhook, staff-only facts to staff, new events to
 * those who can see them, digests to their subscribers.
 */
const AUDIENCES: Readonly<Record<RuleTrigger, readonly RuleAudience[]>> = {
  "event.approved": ["creator"],
  "event.rejected": ["creator"],
  "event.flagged": ["staff"],
  "event.changed": ABOUT_EVENTS,
  "event.cancelled": ABOUT_EVENTS,
  "event.reminder": ABOUT_EVENTS,
  "event.new-in-city": ["city-followers", "followers", "interested"],
  "event.dates-added": ["followers"],
  "host.announced": ["followers"],
  "host.decided": ["creator"],
  "ingestion.completed": ["staff"],
  "source.broken": ["staff"],
  "webhook.failed": ["creator"],
  "digest.daily": ["interested"],
  "digest.weekly": ["interested"],
};

/**
 * Whether an audience may get a trigger's notifications. A stored rule that violates this is
 * ignored.
 */
export const isAudienceAllowed = ({
  trigger,
  audience,
}: Pick<RuleValues, "trigger" | "audience">): boolean => AUDIENCES[trigger].includes(audience);

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

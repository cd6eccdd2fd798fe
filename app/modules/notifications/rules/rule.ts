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

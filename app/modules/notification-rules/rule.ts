import type { notificationRules, RuleAudience, RuleTrigger } from "../../../db/schema";

type Row = typeof notificationRules.$inferSelect;

/** What of a rule its version is of: what is written, compared and recorded when somebody changes it. */
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

/** Who is told of what, how and when (decisions.md §9). */
export interface Rule extends RuleValues {
  key: string;
  /** 0 while a shipped rule is as it was shipped. */
  version: number;
}

/** The values alone of a rule that carries more. */
export const ruleValuesOf = (rule: RuleValues): RuleValues => Object.fromEntries(VALUES.map((name) => [name, rule[name]])) as RuleValues;

const ABOUT_EVENTS = ["creator", "savers", "city-followers", "interested"] as const satisfies RuleAudience[];

/**
 * Who can be told of what: of decisions, with their reasons, whoever created the event; of what staff alone see, staff
 * alone; of new events those who can know of them; digests, whoever has chosen them.
 */
const AUDIENCES: Readonly<Record<RuleTrigger, readonly RuleAudience[]>> = {
  "event.approved": ["creator"],
  "event.rejected": ["creator"],
  "event.flagged": ["staff"],
  "event.changed": ABOUT_EVENTS,
  "event.cancelled": ABOUT_EVENTS,
  "event.reminder": ABOUT_EVENTS,
  "event.new-in-city": ["city-followers", "interested"],
  "ingestion.completed": ["staff"],
  "digest.daily": ["interested"],
  "digest.weekly": ["interested"],
};

/** Whether a rule tells nobody of what does not concern them. One that was stored before it was refused does not act. */
export const isAudienceAllowed = ({ trigger, audience }: Pick<RuleValues, "trigger" | "audience">): boolean =>
  AUDIENCES[trigger].includes(audience);

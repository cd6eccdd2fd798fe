import { primaryOf } from "../../../../db/client";
import { notificationRules, type RuleAudience, type RuleTrigger } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";

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
}: Pick<RuleValues, "trigger" | "audience">): boolean =>
  AUDIENCES[trigger]?.includes(audience) ?? false;

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

/** Keys of the rules that ship. */
export const SHIPPED_KEYS = [
  "creator.approved",
  "creator.rejected",
  "savers.changed",
  "savers.cancelled",
  "savers.reminder",
  "followers.new-event",
  "follows.new-event",
  "follows.announced",
  "follows.dates-added",
  "hosts.decided",
  "interested.new-event",
  "staff.flagged",
  "staff.ingestion",
  "staff.source",
  "webhooks.failed",
  "digest.daily",
  "digest.weekly",
] as const;

/** Non-urgent messages wait until morning. */
const NIGHT = { from: "22:00", to: "08:00" };

const USUAL = {
  conditions: { cities: [], categories: [], featuredOnly: false },
  timing: "instant",
  templateKey: null,
  capPerDay: null,
  quietHours: null,
  isActive: true,
  version: 0,
} as const satisfies Partial<Rule>;

const rule = (
  given: Partial<Rule> & { key: (typeof SHIPPED_KEYS)[number] } & Pick<
      Rule,
      "name" | "trigger" | "audience" | "channels"
    >,
): Rule => ({
  ...USUAL,
  conditions: { cities: [], categories: [], featuredOnly: false },
  ...given,
});

/** Default rules; a stored rule of the same key replaces one. */
export const SHIPPED_RULES: readonly Rule[] = [
  rule({
    key: "creator.approved",
    name: "Your event or edit is published",
    trigger: "event.approved",
    audience: "creator",
    channels: ["in-app", "email", "push"],
  }),
  rule({
    key: "creator.rejected",
    name: "Your event or edit is not published",
    trigger: "event.rejected",
    audience: "creator",
    channels: ["in-app", "email", "push"],
  }),
  rule({
    key: "savers.changed",
    name: "A saved event has changed",
    trigger: "event.changed",
    audience: "savers",
    channels: ["in-app", "email", "push"],
    capPerDay: 10,
    quietHours: NIGHT,
  }),
  rule({
    key: "savers.cancelled",
    name: "A saved event is called off or postponed",
    trigger: "event.cancelled",
    audience: "savers",
    channels: ["in-app", "email", "push"],
  }),
  rule({
    key: "savers.reminder",
    name: "A saved event is a day away",
    trigger: "event.reminder",
    audience: "savers",
    channels: ["in-app", "email", "push"],
    capPerDay: 5,
    quietHours: NIGHT,
  }),
  rule({
    key: "followers.new-event",
    name: "A new event in a city that one follows",
    trigger: "event.new-in-city",
    audience: "city-followers",
    channels: ["in-app", "email"],
    timing: "daily",
  }),
  rule({
    key: "follows.new-event",
    name: "A new event of a venue, organizer or list that one follows",
    trigger: "event.new-in-city",
    audience: "followers",
    channels: ["in-app", "email", "push"],
    quietHours: NIGHT,
  }),
  rule({
    key: "follows.announced",
    name: "A message of a venue or organizer that one follows",
    trigger: "host.announced",
    audience: "followers",
    channels: ["in-app", "email", "push"],
    quietHours: NIGHT,
  }),
  rule({
    key: "follows.dates-added",
    name: "New dates of a series that one follows",
    trigger: "event.dates-added",
    audience: "followers",
    channels: ["in-app", "email", "push"],
    quietHours: NIGHT,
  }),
  rule({
    key: "hosts.decided",
    name: "A decision on your claim of a page, or on a message to its followers",
    trigger: "host.decided",
    audience: "creator",
    channels: ["in-app", "email", "push"],
  }),
  rule({
    key: "interested.new-event",
    name: "A new event of a kind that one likes",
    trigger: "event.new-in-city",
    audience: "interested",
    channels: ["in-app", "email"],
    timing: "daily",
  }),
  rule({
    key: "staff.flagged",
    name: "An event has been reported",
    trigger: "event.flagged",
    audience: "staff",
    channels: ["in-app"],
  }),
  rule({
    key: "staff.ingestion",
    name: "An AI ingestion run is through",
    trigger: "ingestion.completed",
    audience: "staff",
    channels: ["in-app"],
  }),
  rule({
    key: "staff.source",
    name: "A monitored source has broken",
    trigger: "source.broken",
    audience: "staff",
    channels: ["in-app", "email"],
  }),
  rule({
    key: "webhooks.failed",
    name: "Your webhook is switched off because nothing reaches it",
    trigger: "webhook.failed",
    audience: "creator",
    channels: ["in-app", "email", "push"],
  }),
  rule({
    key: "digest.daily",
    name: "The daily digest",
    trigger: "digest.daily",
    audience: "interested",
    channels: ["email"],
    timing: "daily",
  }),
  rule({
    key: "digest.weekly",
    name: "The weekly digest",
    trigger: "digest.weekly",
    audience: "interested",
    channels: ["email"],
    timing: "weekly",
  }),
];

/** @returns undefined for a rule that staff have made */
export const shippedRule = (key: string): Rule | undefined =>
  SHIPPED_RULES.find((shipped) => shipped.key === key);

const KEY = "notification-rules";

/** How stale another isolate's rules may be, ms. */
const TTL = 5_000;

/** A stored rule; one with an audience that its trigger has not is inactive. */
export const storedRule = ({ updatedBy, createdAt, updatedAt, ...rule }: Row): Rule => ({
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
    overShipped((await primaryOf(db).select().from(notificationRules)).map(storedRule)),
  );
  return rules.filter((rule) => rule.isActive && rule.trigger === trigger);
}

/** For commands that changed a rule and must read it back. */
export const invalidateRules = (memo: Deps["memo"]): void => memo.forget(KEY);

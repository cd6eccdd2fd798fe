import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json, timestamps } from "./columns";

/** Domain events that a rule can handle (decisions.md §9). */
export const RULE_TRIGGERS = [
  "event.approved",
  "event.rejected",
  "event.flagged",
  "event.changed",
  "event.cancelled",
  "event.reminder",
  "event.new-in-city",
  "event.dates-added",
  "host.announced",
  "host.decided",
  "ingestion.completed",
  "source.broken",
  "webhook.failed",
  "digest.daily",
  "digest.weekly",
] as const;

export type RuleTrigger = (typeof RULE_TRIGGERS)[number];

export const RULE_AUDIENCES = [
  "creator",
  "savers",
  "city-followers",
  "followers",
  "interested",
  "staff",
] as const;

export type RuleAudience = (typeof RULE_AUDIENCES)[number];

export const CHANNELS = ["in-app", "email", "push"] as const;

export type Channel = (typeof CHANNELS)[number];

export const RULE_TIMINGS = ["instant", "daily", "weekly"] as const;

export type RuleTiming = (typeof RULE_TIMINGS)[number];

/** Filters of a rule; an empty list matches everything. */
export interface RuleConditions {
  /** Slugs. */
  cities: string[];
  /** English names. */
  categories: string[];
  featuredOnly: boolean;
}

/** Wall times HH:MM of the reader; from later than to reaches over midnight. */
export interface QuietHours {
  from: string;
  to: string;
}

/**
 * Rules created or changed by staff; the defaults are in
 * app/modules/notifications/rules/shipped-rules.ts.
 */
export const notificationRules = sqliteTable("notification_rules", {
  /** Letters, digits, dots, hyphens and underscores. */
  key: text("key").primaryKey(),
  name: text("name").notNull(),
  trigger: text("trigger", { enum: RULE_TRIGGERS }).notNull(),
  audience: text("audience", { enum: RULE_AUDIENCES }).notNull(),
  conditions: json<RuleConditions>("conditions", {
    cities: [],
    categories: [],
    featuredOnly: false,
  }).notNull(),
  channels: json<Channel[]>("channels", []).notNull(),
  timing: text("timing", { enum: RULE_TIMINGS }).notNull(),
  /** Null: the product's own words. */
  templateKey: text("template_key"),
  /** Daily limit of this rule's mails and pushes per user, in their zone; null for none. */
  capPerDay: integer("cap_per_day"),
  quietHours: json<QuietHours>("quiet_hours", { from: "22:00", to: "08:00" }),
  isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
  /** Optimistic lock: rises with each change; saving over an older version is a conflict. */
  version: integer("version").notNull().default(1),
  updatedBy: text("updated_by"),
  ...timestamps,
});

/** A rule that mails about a new event: whom, and whether at once or in a digest. */
export type CityEmailRule = readonly [audience: RuleAudience, timing: RuleTiming];

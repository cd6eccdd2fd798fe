import * as v from "valibot";
import {
  CHANNELS,
  RULE_AUDIENCES,
  RULE_TIMINGS,
  RULE_TRIGGERS,
  type RuleTrigger,
} from "../../../../db/schema";
import { CATEGORY_NAMES } from "../../../lib/event/categories";

const LONGEST_NAME = 80;
const MAX_CITIES = 100;
const MAX_PER_DAY = 100;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Letters, digits, dots, hyphens and underscores; dots alone mean another place in an address. */
const RuleKey = v.pipe(
  v.string("errors:issue.ruleKey"),
  v.trim(),
  v.regex(/^(?!\.+$)[A-Za-z0-9._-]+$/, "errors:issue.ruleKey"),
  v.maxLength(LONGEST_NAME, "errors:issue.nameLong"),
);

const unique = <const T extends readonly string[]>(names: T, least: string | null) =>
  v.pipe(
    v.array(v.picklist(names, "errors:issue.value")),
    v.transform((chosen): T[number][] => names.filter((name) => chosen.includes(name))),
    v.check((chosen) => least === null || chosen.length > 0, least ?? ""),
  );

const time = v.pipe(v.string("errors:issue.quietHours"), v.regex(TIME, "errors:issue.quietHours"));

const FIELDS = {
  name: v.pipe(
    v.string("errors:issue.name"),
    v.trim(),
    v.minLength(1, "errors:issue.name"),
    v.maxLength(LONGEST_NAME, "errors:issue.nameLong"),
  ),
  trigger: v.picklist(RULE_TRIGGERS, "errors:issue.value"),
  audience: v.picklist(RULE_AUDIENCES, "errors:issue.value"),
  conditions: v.strictObject({
    cities: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(LONGEST_NAME))),
      v.maxLength(MAX_CITIES, "errors:issue.value"),
    ),
    categories: unique(CATEGORY_NAMES, null),
    featuredOnly: v.boolean(),
  }),
  channels: unique(CHANNELS, "errors:issue.noChannel"),
  timing: v.picklist(RULE_TIMINGS, "errors:issue.value"),
  templateKey: v.nullable(v.pipe(v.string(), v.maxLength(LONGEST_NAME))),
  capPerDay: v.nullable(
    v.pipe(
      v.number("errors:issue.capPerDay"),
      v.integer("errors:issue.capPerDay"),
      v.minValue(1, "errors:issue.capPerDay"),
      v.maxValue(MAX_PER_DAY, "errors:issue.capPerDay"),
    ),
  ),
  quietHours: v.nullable(
    v.pipe(
      v.strictObject({ from: time, to: time }),
      v.check(({ from, to }) => from !== to, "errors:issue.quietHours"),
    ),
  ),
  isActive: v.boolean(),
};

/** The confirmed number of recipients. */
const confirmedRecipients = v.optional(
  v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  null,
);

/** A new rule. Empty lists of conditions leave nothing out. */
export const RuleInput = v.strictObject({
  key: RuleKey,
  ...FIELDS,
  conditions: v.optional(FIELDS.conditions, { cities: [], categories: [], featuredOnly: false }),
  timing: v.optional(FIELDS.timing, "instant"),
  templateKey: v.optional(FIELDS.templateKey, null),
  capPerDay: v.optional(FIELDS.capPerDay, null),
  quietHours: v.optional(FIELDS.quietHours, null),
  isActive: v.optional(FIELDS.isActive, true),
  confirmedRecipients,
});
export type RuleInput = v.InferOutput<typeof RuleInput>;

/** Changes of a rule; its key is fixed. `version` is the expected version. */
export const RuleUpdate = v.strictObject({
  ...v.partial(v.strictObject(FIELDS)).entries,
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  confirmedRecipients,
});
export type RuleUpdate = v.InferOutput<typeof RuleUpdate>;

export const RuleJson = v.pipe(
  v.object({
    key: v.string(),
    ...FIELDS,
    conditions: v.object({
      cities: v.array(v.string()),
      categories: v.array(v.string()),
      featuredOnly: v.boolean(),
    }),
    version: v.number(),
    sentence: v.string(),
    isShipped: v.boolean(),
    updatedAt: v.nullable(v.string()),
    updatedBy: v.nullable(
      v.pipe(
        v.object({ id: v.string(), displayName: v.string() }),
        v.metadata({ ref: "RuleChanger" }),
      ),
    ),
  }),
  v.metadata({ ref: "NotificationRule" }),
);
export type RuleJson = v.InferOutput<typeof RuleJson>;

export const isDigest = (trigger: RuleTrigger): boolean =>
  trigger === "digest.daily" || trigger === "digest.weekly";

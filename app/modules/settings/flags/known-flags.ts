import * as v from "valibot";
import { ROLES } from "../../../lib/permissions";
import { foldDigits } from "../../../lib/text/digits";

/**
 * The flags that the code reads, and their defaults without a row. Staff see them in the list from
 * the start.
 */
export const KNOWN_FLAGS = {
  /** Events by mood, on the discover page. */
  "discover.moods": { isOn: true },
} as const;

export type KnownFlag = keyof typeof KNOWN_FLAGS;

/** Whether the code reads a flag. */
export const isKnown = (key: string): key is KnownFlag => Object.hasOwn(KNOWN_FLAGS, key);

/** Whether a feature is on for the reader, for page loaders. */
export const isFlagOn = (flags: readonly string[], key: KnownFlag): boolean => flags.includes(key);

const LANGUAGES = ["en", "fa"] as const;
const LONGEST_KEY = 80;
const LONGEST_DESCRIPTION = 300;

const key = v.pipe(
  v.string("errors:issue.flagKeyMissing"),
  v.trim(),
  v.minLength(1, "errors:issue.flagKeyMissing"),
  // Dots alone mean another place in an address.
  v.regex(/^(?!\.+$)[A-Za-z0-9._-]+$/, "errors:issue.flagKey"),
  v.maxLength(LONGEST_KEY, "errors:issue.nameLong"),
);

const unique = <const T extends readonly string[]>(names: T) =>
  v.pipe(
    v.array(v.picklist(names, "errors:issue.value")),
    v.transform((chosen): T[number][] => names.filter((name) => chosen.includes(name))),
  );

const RULE = {
  description: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(LONGEST_DESCRIPTION, "errors:issue.flagDescription"),
  ),
  isOn: v.boolean(),
  percentage: v.pipe(
    v.number("errors:issue.percentage"),
    v.integer("errors:issue.percentage"),
    v.minValue(0, "errors:issue.percentage"),
    v.maxValue(100, "errors:issue.percentage"),
  ),
  roles: unique(ROLES),
  languages: unique(LANGUAGES),
};

/** A new flag. Empty lists mean all users and both languages. */
export const FeatureFlagInput = v.strictObject({
  key,
  description: v.optional(RULE.description, ""),
  isOn: v.optional(RULE.isOn, false),
  percentage: v.optional(RULE.percentage, 100),
  roles: v.optional(RULE.roles, []),
  languages: v.optional(RULE.languages, []),
});
export type FeatureFlagInput = v.InferOutput<typeof FeatureFlagInput>;

/** Changes of a flag; its key is fixed. `version` is the expected version. */
export const FeatureFlagUpdate = v.strictObject({
  description: v.optional(RULE.description),
  isOn: v.optional(RULE.isOn),
  percentage: v.optional(RULE.percentage),
  roles: v.optional(RULE.roles),
  languages: v.optional(RULE.languages),
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
export type FeatureFlagUpdate = v.InferOutput<typeof FeatureFlagUpdate>;

/** A typed percentage in digits of either language; NaN when invalid. */
export const percentageIn = (text: string): number =>
  text.trim() === "" ? Number.NaN : Number(foldDigits(text));

/** The text fields of a flag's form; the others are checkboxes. */
export const FlagFormSchema = v.object({
  key,
  description: RULE.description,
  percentage: v.pipe(v.string(), v.transform(percentageIn), RULE.percentage),
});

export const FeatureFlagJson = v.pipe(
  v.object({
    key: v.string(),
    description: v.string(),
    isOn: v.boolean(),
    percentage: v.number(),
    roles: v.array(v.picklist(ROLES)),
    languages: v.array(v.picklist(LANGUAGES)),
    version: v.number(),
    updatedAt: v.nullable(v.string()),
    updatedBy: v.nullable(
      v.pipe(v.object({ id: v.string(), displayName: v.string() }), v.metadata({ ref: "Changer" })),
    ),
  }),
  v.metadata({ ref: "FeatureFlag" }),
);
export type FeatureFlagJson = v.InferOutput<typeof FeatureFlagJson>;

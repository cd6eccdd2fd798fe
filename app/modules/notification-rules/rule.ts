import type { notificationRules } from "../../../db/schema";

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
export const valuesOf = (rule: RuleValues): RuleValues => Object.fromEntries(VALUES.map((name) => [name, rule[name]])) as RuleValues;

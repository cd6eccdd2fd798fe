import * as v from "valibot";
import type { HTTPIssue } from "../../lib/http/http-issue";
import { PlatformSettings, type SettingsGroup } from "./schema";

/** The unit of a number. */
export type FieldUnit = "characters" | "attempts" | "percent" | "reports" | "events" | "megabytes";

export type FieldKind =
  | { kind: "switch" }
  | { kind: "number"; unit: FieldUnit }
  /** One text for each language. */
  | { kind: "texts"; isLong: boolean }
  | { kind: "email" | "color" | "picture" | "handle" };

const SWITCH = { kind: "switch" } as const;
const number = (unit: FieldUnit) => ({ kind: "number", unit }) as const;
const texts = (isLong = false) => ({ kind: "texts", isLong }) as const;

/** The form control of each field, in the form's order (product.md §3). */
export const SETTINGS_FIELDS = {
  features: {
    enableUserRegistration: SWITCH,
    enableGoogleLogin: SWITCH,
    enableEventSubmission: SWITCH,
    enableAutomaticPicks: SWITCH,
    enableApiKeys: SWITCH,
    enableWebhooks: SWITCH,
    enableHostClaims: SWITCH,
    enableOembed: SWITCH,
    enableMcp: SWITCH,
    enableSourceChecks: SWITCH,
    enableAnnouncements: SWITCH,
    enableMessengers: SWITCH,
    enableDrafting: SWITCH,
    maintenanceMode: SWITCH,
  },
  branding: {
    companyName: texts(),
    supportEmail: { kind: "email" },
    primaryColor: { kind: "color" },
    secondaryColor: { kind: "color" },
  },
  seo: {
    siteName: texts(),
    defaultTitle: texts(),
    defaultDescription: texts(true),
    defaultOgImageUrl: { kind: "picture" },
    twitterHandle: { kind: "handle" },
  },
  security: {
    passwordMinLength: number("characters"),
    requireUppercase: SWITCH,
    maxLoginAttempts: number("attempts"),
    enableTwoFactor: SWITCH,
    requireStaffSecondFactor: SWITCH,
  },
  analytics: { enablePageTracking: SWITCH, excludeAdmins: SWITCH, samplingRate: number("percent") },
  moderation: {
    autoApproveEvents: SWITCH,
    minReportsForAutoFlag: number("reports"),
    maxAutoFlagsPerHour: number("events"),
  },
  notifications: { enableEmailNotifications: SWITCH, adminNotificationEmail: { kind: "email" } },
  storage: {
    maxImageSizeMb: number("megabytes"),
    maxVideoSizeMb: number("megabytes"),
    storageQuotaMb: number("megabytes"),
  },
  content: {
    titleMin: number("characters"),
    titleMax: number("characters"),
    descriptionMin: number("characters"),
    descriptionMax: number("characters"),
    venueMin: number("characters"),
    venueMax: number("characters"),
    addressMin: number("characters"),
    addressMax: number("characters"),
    cityNameMin: number("characters"),
    cityNameMax: number("characters"),
  },
} as const satisfies { [G in SettingsGroup]: { [F in keyof PlatformSettings[G]]: FieldKind } };

/** A field's form control; undefined for unknown fields. */
export function fieldOfGroup(group: SettingsGroup, name: string): FieldKind | undefined {
  const fields: Record<string, FieldKind> = SETTINGS_FIELDS[group];
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

interface Rule {
  type: string;
  requirement?: unknown;
}

/** The rules of a field's schema, by their type: `min_value`, `max_length` … */
function rulesOf(group: SettingsGroup, name: string): Record<string, unknown> {
  const entries = (
    PlatformSettings.entries[group] as unknown as { entries: Record<string, unknown> }
  ).entries;
  const found: Record<string, unknown> = {};
  const read = (schema: unknown) => {
    const {
      pipe = [],
      entries: inner,
      options = [],
    } = schema as { pipe?: Rule[]; entries?: object; options?: unknown[] };
    for (const { type, requirement } of pipe)
      if (typeof requirement === "number") found[type] = requirement;
    for (const part of [...Object.values(inner ?? {}), ...options]) read(part);
  };
  read(entries[name]);
  return found;
}

/** Between which numbers a field of numbers lies. */
export function rangeOf(group: SettingsGroup, name: string): { min: number; max: number } {
  const { min_value: min, max_value: max } = rulesOf(group, name);
  return { min: Number(min), max: Number(max) };
}

/** How long a text may be, in characters. */
export const longestOf = (group: SettingsGroup, name: string): number =>
  Number(rulesOf(group, name).max_length);

/** The issue of a value as a user-facing text. */
export function issueOf(group: SettingsGroup, issue: v.BaseIssue<unknown>): HTTPIssue {
  const path = v.getDotPath(issue) ?? "";
  if (issue.message.startsWith("errors:")) return { path, message: issue.message };
  const name = path.split(".")[0] ?? "";
  switch (fieldOfGroup(group, name)?.kind) {
    case "number":
      return { path, message: "errors:issue.settingRange", values: rangeOf(group, name) };
    case "texts":
      return issue.type === "max_length"
        ? { path, message: "errors:issue.longerThan", values: { max: longestOf(group, name) } }
        : { path, message: "errors:issue.missing" };
    case "email":
      return { path, message: "errors:issue.email" };
    case "color":
      return { path, message: "errors:issue.color" };
    case "picture":
      return { path, message: "errors:issue.settingPicture" };
    case "handle":
      return { path, message: "errors:issue.handle" };
    default:
      return { path, message: "errors:issue.value" };
  }
}

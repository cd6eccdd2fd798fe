import * as v from "valibot";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { type FieldKind, PlatformSettings, SETTINGS_FIELDS, type SettingsGroup } from "./schema";

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

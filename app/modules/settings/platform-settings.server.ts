import * as v from "valibot";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { HTTPIssue } from "../../lib/http/http-issue";
import { type Actor, assertCan } from "../../lib/permissions";
import { fieldOfGroup, issueOf } from "./fields";
import { platformOf } from "./platform.server";
import { DEFAULT_SETTINGS, PlatformSettings, type SettingsGroup } from "./schema";
import { graceStatement } from "./second-factor-grace.server";
import { assertUnchanged, readGroup, type StoredGroup, storeGroup } from "./store-group.server";

/** The present platform settings: stored values over the defaults. The only way to read them. */
export async function settingsOf(deps: Pick<Deps, "db" | "memo">): Promise<PlatformSettings> {
  return (await platformOf(deps)).settings;
}

/** A group with its stored state. */
export interface GroupState<G extends SettingsGroup = SettingsGroup>
  extends Omit<StoredGroup, "values"> {
  values: PlatformSettings[G];
  defaults: PlatformSettings[G];
}

function mergedValues<G extends SettingsGroup>(
  group: G,
  values: Record<string, unknown>,
): PlatformSettings[G] {
  const merged = v.safeParse(PlatformSettings.entries[group] as v.GenericSchema, {
    ...DEFAULT_SETTINGS[group],
    ...values,
  });
  return (merged.success ? merged.output : DEFAULT_SETTINGS[group]) as PlatformSettings[G];
}

/** A group for actors who may change it. @throws AppError("forbidden") */
export async function settingsGroup<G extends SettingsGroup>(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  group: G,
): Promise<GroupState<G>> {
  assertCan(actor, "platform-settings:manage");
  const { values, ...stamp } = await readGroup(deps, group);
  return { ...stamp, values: mergedValues(group, values), defaults: DEFAULT_SETTINGS[group] };
}

/**
 * Changes values of a group, with an audit entry of actor, old and new values. The caller reads its
 * own change.
 * @param by the actor; null for the operator at the command line
 * @param expectedUpdatedAt expected time of the last change: UTC ms, null for the defaults; omit to
 * skip the check
 * @returns whether anything changed
 * @throws AppError("forbidden"), AppError("invalid") with an issue per field, AppError("conflict")
 * after a concurrent change
 */
export async function changeSettings<G extends SettingsGroup>(
  deps: Pick<Deps, "db" | "memo" | "clock" | "ids">,
  group: G,
  changes: Partial<PlatformSettings[G]>,
  by: Actor | null,
  expectedUpdatedAt?: number | null,
): Promise<boolean> {
  if (by) assertCan(by, "platform-settings:manage");
  const found = await readGroup(deps, group);
  assertUnchanged(found, expectedUpdatedAt);
  const before = mergedValues(group, found.values);
  const after = checkedValues(group, before, changes);
  const isRuleNew =
    group === "security" &&
    after.requireStaffSecondFactor === true &&
    !("requireStaffSecondFactor" in before && before.requireStaffSecondFactor);
  return storeGroup(deps, {
    group,
    entity: "platform-settings",
    found,
    before,
    after,
    defaults: DEFAULT_SETTINGS[group],
    by,
    also: isRuleNew ? [graceStatement(deps)] : [],
  });
}

/** The group after the change. @throws AppError("invalid") */
function checkedValues(
  group: SettingsGroup,
  before: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const unknown: HTTPIssue[] = Object.keys(changes)
    .filter((name) => !fieldOfGroup(group, name))
    .map((path) => ({ path, message: "errors:issue.unknown" }));
  const result = v.safeParse(PlatformSettings.entries[group] as v.GenericSchema, {
    ...before,
    ...changes,
  });
  const issues = [
    ...unknown,
    ...(result.success ? [] : result.issues.map((issue) => issueOf(group, issue))),
  ];
  if (issues.length > 0) throw new AppError("invalid", issues);
  return result.output as Record<string, unknown>;
}

import * as v from "valibot";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { DEFAULT_UX, UX_GROUPS, type UxGroup, type UxSettings } from "../../lib/pages/ux";
import { type Actor, assertCan } from "../../lib/permissions";
import { mergedUx } from "./platform-settings.server";
import { UX, UxValues } from "./schema";
import { assertUnchanged, readGroup, type StoredGroup, storeGroup } from "./store-group.server";

export type UxChanges = { [G in UxGroup]?: Partial<UxSettings[G]> };

/** The UX settings for the administration. @throws AppError("forbidden") */
export async function uxSettings(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<Omit<StoredGroup, "values"> & { values: UxSettings; defaults: UxSettings }> {
  assertCan(actor, "ux-settings:read");
  const { values, ...stamp } = await readGroup(deps, UX);
  return { ...stamp, values: merged(values), defaults: DEFAULT_UX };
}

function merged(values: Record<string, unknown>): UxSettings {
  const result = v.safeParse(UxValues, mergedUx(values));
  return result.success ? result.output : DEFAULT_UX;
}

/**
 * Switches UX settings on or off. @param expectedUpdatedAt expected time of the last change; omit
 * to skip the check
 * @returns whether anything changed
 * @throws AppError("forbidden"), AppError("invalid"), AppError("conflict") after a concurrent
 * change
 */
export async function changeUx(
  deps: Pick<Deps, "db" | "memo" | "clock" | "ids">,
  changes: UxChanges,
  by: Actor | null,
  expectedUpdatedAt?: number | null,
): Promise<boolean> {
  if (by) assertCan(by, "ux-settings:manage");
  const found = await readGroup(deps, UX);
  assertUnchanged(found, expectedUpdatedAt);
  const before = merged(found.values);
  const issues = Object.entries(changes).flatMap(([group, values]) => {
    const names: readonly string[] = UX_GROUPS[group as UxGroup] ?? [];
    return Object.entries(values ?? {})
      .filter(([name, value]) => !names.includes(name) || typeof value !== "boolean")
      .map(([name]) => ({
        path: `${group}.${name}`,
        message: names.includes(name) ? "errors:issue.value" : "errors:issue.unknown",
      }));
  });
  const strangers = Object.keys(changes).filter((group) => !(group in UX_GROUPS));
  if (issues.length + strangers.length > 0)
    throw new AppError("invalid", [
      ...strangers.map((path) => ({ path, message: "errors:issue.unknown" })),
      ...issues,
    ]);
  const after = Object.fromEntries(
    Object.entries(before).map(([group, values]) => [
      group,
      { ...values, ...(changes[group as UxGroup] ?? {}) },
    ]),
  );
  return storeGroup(deps, {
    group: UX,
    entity: "ux-settings",
    found,
    before,
    after,
    defaults: DEFAULT_UX,
    by,
  });
}

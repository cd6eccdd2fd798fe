import * as v from "valibot";
import type { Deps } from "../../lib/deps";
import { DEFAULT_UX, type UxSettings } from "../../lib/pages/ux";
import { log } from "../../lib/runtime/log";
import { type SiteState, siteState } from "../store/site-state.server";
import { DEFAULT_SETTINGS, PlatformSettings, type SettingsGroup, UX, UxValues } from "./schema";

/** All that staff decide about the product as a whole. */
export interface Platform {
  settings: PlatformSettings;
  ux: UxSettings;
  flags: SiteState["flags"];
}

/** Values of a group that no longer make sense must not close the product: the defaults hold. */
function mergeStored<T>(
  group: string,
  schema: v.GenericSchema<unknown, T>,
  values: unknown,
): T | null {
  const merged = v.safeParse(schema, values);
  if (merged.success) return merged.output;
  log("error", "settings.invalid", { group });
  return null;
}

/** Stored UX settings over the defaults. */
export function mergedUx(values: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(DEFAULT_UX).map(([group, defaults]) => [
      group,
      { ...defaults, ...(values[group] ?? {}) },
    ]),
  );
}

const parsed = new WeakMap<SiteState, Platform>();

/** Settings and flags as a state has them. */
export function platformIn(state: SiteState): Platform {
  const known = parsed.get(state);
  if (known) return known;
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  let ux = DEFAULT_UX;
  for (const { group, values } of state.settings) {
    if (group === UX) {
      ux = mergeStored(group, UxValues, mergedUx(values)) ?? ux;
      continue;
    }
    const schema = PlatformSettings.entries[group as SettingsGroup] as v.GenericSchema | undefined;
    if (!schema) continue;
    const merged = mergeStored(group, schema, {
      ...DEFAULT_SETTINGS[group as SettingsGroup],
      ...values,
    });
    if (merged) settings[group] = merged;
  }
  const platform = { settings: settings as PlatformSettings, ux, flags: state.flags };
  parsed.set(state, platform);
  return platform;
}

/** Settings and flags as they hold now. */
export const platformOf = async (deps: Pick<Deps, "db" | "memo">): Promise<Platform> =>
  platformIn(await siteState(deps));

import { asc } from "drizzle-orm";
import * as v from "valibot";
import { featureFlags, platformSettings } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { log } from "../../lib/log";
import { DEFAULT_UX, type UxSettings } from "../../lib/ux";
import { DEFAULT_SETTINGS, PlatformSettings, type SettingsGroup, UX, UxValues } from "./schema";

const KEY = "platform";
/** How stale another isolate's settings may be, ms (decisions.md §7). */
const TTL = 5_000;

/** All that staff decide about the product as a whole. */
export interface Platform {
  settings: PlatformSettings;
  ux: UxSettings;
  flags: readonly (typeof featureFlags.$inferSelect)[];
}

/** Values of a group that no longer make sense must not close the product: the defaults hold. */
function mergeStored<T>(group: string, schema: v.GenericSchema<unknown, T>, values: unknown): T | null {
  const merged = v.safeParse(schema, values);
  if (merged.success) return merged.output;
  log("error", "settings.invalid", { group });
  return null;
}

/** What of the UX settings is stored, over what is on by default. */
export function overDefaultUx(values: Record<string, unknown>): unknown {
  return Object.fromEntries(Object.entries(DEFAULT_UX).map(([group, defaults]) => [group, { ...defaults, ...(values[group] ?? {}) }]));
}

/** Settings and flags as they hold now, read together. */
export function platformOf({ db, memo }: Pick<Deps, "db" | "memo">): Promise<Platform> {
  return memo.get(KEY, TTL, async () => {
    const [rows, flags] = await db.batch([
      db.select({ group: platformSettings.group, values: platformSettings.values }).from(platformSettings),
      db.select().from(featureFlags).orderBy(asc(featureFlags.key)),
    ]);
    const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
    let ux = DEFAULT_UX;
    for (const { group, values } of rows) {
      if (group === UX) {
        ux = mergeStored(group, UxValues, overDefaultUx(values)) ?? ux;
        continue;
      }
      const schema = PlatformSettings.entries[group as SettingsGroup] as v.GenericSchema | undefined;
      if (!schema) continue;
      const merged = mergeStored(group, schema, { ...DEFAULT_SETTINGS[group as SettingsGroup], ...values });
      if (merged) settings[group] = merged;
    }
    return { settings: settings as PlatformSettings, ux, flags };
  });
}

/** For whoever has changed them and must see it at once. */
export const invalidatePlatform = (memo: Deps["memo"]): void => memo.forget(KEY);

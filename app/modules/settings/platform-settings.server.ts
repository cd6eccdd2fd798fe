import * as v from "valibot";
import { platformSettings } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { log } from "../../lib/log";
import { bumpContentVersion, forgetContentVersion } from "../events/content-version.server";
import { DEFAULT_SETTINGS, PlatformSettings, type SettingsGroup } from "./schema";

const KEY = "platform-settings";
/** How stale another isolate's settings may be, ms (decisions.md §7). */
const TTL = 5_000;

/** The platform settings as they hold now: what is stored over the defaults. The one way to read them. */
export function settingsOf({ db, memo }: Pick<Deps, "db" | "memo">): Promise<PlatformSettings> {
  return memo.get(KEY, TTL, async () => {
    const rows = await db.select({ group: platformSettings.group, values: platformSettings.values }).from(platformSettings);
    const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
    for (const { group, values } of rows) {
      const schema = PlatformSettings.entries[group as SettingsGroup];
      if (!schema) continue;
      const merged = v.safeParse(schema, { ...DEFAULT_SETTINGS[group as SettingsGroup], ...values });
      // Values that no longer make sense must not close the product: the group's defaults hold.
      if (merged.success) settings[group] = merged.output;
      else log("error", "settings.invalid", { group });
    }
    return settings as PlatformSettings;
  });
}

/**
 * Stores some values of a group over what is there. Own reads see them at once.
 * @param by who changes them; null for the operator at the command line
 */
export async function changeSettings<G extends SettingsGroup>(
  { db, memo, clock }: Pick<Deps, "db" | "memo" | "clock">,
  group: G,
  changes: Partial<PlatformSettings[G]>,
  by: string | null,
): Promise<void> {
  memo.forget(KEY);
  const current = (await settingsOf({ db, memo }))[group];
  const values = v.parse(PlatformSettings.entries[group], { ...current, ...changes }) as Record<string, unknown>;
  const row = { values, updatedAt: clock.now(), updatedBy: by };
  await db.batch([
    db
      .insert(platformSettings)
      .values({ group, ...row })
      .onConflictDoUpdate({ target: platformSettings.group, set: row }),
    // Public pages show name, colours and head of the site.
    bumpContentVersion(db),
  ]);
  memo.forget(KEY);
  forgetContentVersion(memo);
}

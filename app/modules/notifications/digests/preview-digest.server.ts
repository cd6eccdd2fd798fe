import type { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { settingsOf } from "../../settings/platform-settings.server";
import { isWritable } from "../choose-channels";
import { digestFrequency, nextDigestAt } from "../digest-times.server";
import { notificationReader } from "../reader-time.server";
import { activeRules } from "../rules/rules.server";
import { selectionFor } from "../templates/templates.server";
import { composeDigest, type ListedSection } from "./compose-digest.server";
import { digestInputOf, digestSources, notesOf } from "./digest-readers.server";

/** A preview of a user's next digest with all items that wait for it. */
export interface DigestPreview {
  /** When it is due, UTC epoch ms; null if they get none. */
  dueAt: number | null;
  sections: ListedSection[];
}

/** Previews a user's next digest without consuming items. */
export async function previewDigest(
  deps: Deps,
  user: typeof users.$inferSelect,
): Promise<DigestPreview> {
  const frequency = digestFrequency(user.notificationPreferences);
  const [rules, { notifications }] = await Promise.all([
    activeRules(deps, `digest.${frequency}`),
    settingsOf(deps),
  ]);
  const rule = rules.find(({ channels }) => channels.includes("email"));
  const reader = { ...user, preferences: user.notificationPreferences };
  if (!rule || !notifications.enableEmailNotifications || !isWritable(reader))
    return { dueAt: null, sections: [] };
  const now = deps.clock.now();
  const dueAt = nextDigestAt(user.notificationPreferences, user, now);
  const selection = await selectionFor(deps, rule.templateKey, `digest-${frequency}`);
  const notes = await notesOf(deps, [[reader, dueAt ?? now]], selection.windowDays, new Map());
  const sources = await digestSources(deps, selection, [reader], notes, new Map(), new Map());
  return {
    dueAt,
    sections: composeDigest(sources, notificationReader(user), digestInputOf(reader, notes))
      .sections,
  };
}

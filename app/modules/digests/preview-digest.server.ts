import type { users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { DigestSection } from "../mail-templates/render-notification.server";
import { selectionFor } from "../mail-templates/templates.server";
import { activeRules } from "../notification-rules/rules.server";
import { digestFrequency, nextDigestAt } from "../notifications/digest-times.server";
import { notificationReader } from "../notifications/reader-time.server";
import { composeDigest } from "./compose-digest.server";
import { digestInputOf, digestSources, notesOf } from "./digest-readers.server";

/** What somebody's next digest would hold, were it to go now. */
export interface DigestPreview {
  /** When it is due, UTC epoch ms; null where none is wanted. */
  dueAt: number | null;
  sections: DigestSection[];
}

/** Shows somebody their next digest. Nothing of it is used up. */
export async function previewDigest(deps: Deps, user: typeof users.$inferSelect): Promise<DigestPreview> {
  const frequency = digestFrequency(user.notificationPreferences);
  const [rule] = await activeRules(deps, `digest.${frequency}`);
  const dueAt = nextDigestAt(user.notificationPreferences, user, deps.clock.now());
  if (!rule) return { dueAt: null, sections: [] };
  const selection = await selectionFor(deps, rule.templateKey, `digest-${frequency}`);
  const reader = { ...user, preferences: user.notificationPreferences };
  const notes = await notesOf(deps, [user.id], selection.windowDays);
  const sources = await digestSources(deps, selection, [reader], notes, new Map(), new Map());
  return { dueAt, sections: composeDigest(sources, notificationReader(user), digestInputOf(reader, notes)).sections };
}

import { eq } from "drizzle-orm";
import { type InboxKind, mails, users } from "../../../../db/schema";
import { HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { paths } from "../../../lib/paths";
import { enqueueMail, mailStatement } from "../../mail/enqueue-mail.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { countStatement } from "../inbox/count-cases.server";

/** Limit of the counts. */
const COUNT_MAX = 100;

/**
 * Mails the notification address of the settings that events wait for a decision: at most one mail
 * per hour, and only if something arrived since the last one. Reads the state from the database, so
 * a repeated run sends no second mail.
 * @returns whether a mail was queued
 */
export async function notifyStaff(deps: Deps): Promise<{ isSent: boolean }> {
  const { notifications } = await settingsOf(deps);
  const to = notifications.adminNotificationEmail;
  if (to === "" || !notifications.enableEmailNotifications) return { isSent: false };
  const { db, clock } = deps;
  const hour = Math.floor(clock.now() / HOUR);
  const keyOf = (at: number) => `staff-waiting:${at}`;
  const mailOf = (at: number) =>
    db
      .select({ at: mails.createdAt })
      .from(mails)
      .where(eq(mails.idempotencyKey, keyOf(at)));
  const waiting = (kind: InboxKind) =>
    countStatement(deps, kind, COUNT_MAX, { isNewestFirst: true });
  const [now, before, fresh, edits, changes, reported, reader] = await db.batch([
    mailOf(hour),
    mailOf(hour - 1),
    waiting("new"),
    waiting("edit"),
    waiting("source"),
    waiting("report"),
    db
      .select({ locale: users.preferredLanguage, name: users.displayName })
      .from(users)
      .where(eq(users.email, to)),
  ]);
  if (now.length > 0) return { isSent: false };
  const since = before[0]?.at ?? (hour - 1) * HOUR;
  const counts = [fresh, edits, changes, reported].map(([row]) => row ?? { count: 0, newest: 0 });
  if (Math.max(...counts.map(({ newest }) => newest ?? 0)) <= since) return { isSent: false };
  const flaggedCount = counts.at(-1)?.count ?? 0;
  const pendingCount = Math.min(
    counts.slice(0, -1).reduce((sum, { count }) => sum + count, 0),
    COUNT_MAX,
  );
  const mail = await mailStatement(deps, {
    kind: "staffWaiting",
    to,
    userId: null,
    locale: reader[0]?.locale ?? null,
    link:
      deps.siteUrl + (pendingCount > 0 ? paths.adminPendingEvents() : paths.adminFlaggedEvents()),
    chosen: { name: reader[0]?.name ?? to },
    values: { pending: pendingCount, flagged: flaggedCount },
    isSecret: false,
    idempotencyKey: keyOf(hour),
  });
  await db.batch([...mail.statements]);
  enqueueMail(deps, mail.id);
  return { isSent: true };
}

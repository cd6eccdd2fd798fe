import { eq, sql } from "drizzle-orm";
import { eventRevisions, events, mails, users } from "../../../../db/schema";
import { HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { paths } from "../../../lib/paths";
import { enqueueMail, mailStatement } from "../../mail/enqueue-mail.server";
import { settingsOf } from "../../settings/platform-settings.server";

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
  const waiting = (rows: ReturnType<typeof sql>) =>
    db
      .select({ count: sql<number>`count(*)`, newest: sql<number | null>`max(at)` })
      .from(sql`(${rows})`);
  const countMax = sql.raw(String(COUNT_MAX));
  const [now, before, pending, revisions, flagged, reader] = await db.batch([
    mailOf(hour),
    mailOf(hour - 1),
    // Literal conditions, so that SQLite uses the partial indexes.
    waiting(
      sql`SELECT submitted_at AS at FROM ${events} INDEXED BY events_pending WHERE status = 'pending' AND deleted_at IS NULL ORDER BY submitted_at DESC LIMIT ${countMax}`,
    ),
    waiting(
      sql`SELECT created_at AS at FROM ${eventRevisions} WHERE status = 'pending' ORDER BY created_at DESC LIMIT ${countMax}`,
    ),
    waiting(
      sql`SELECT updated_at AS at FROM ${events} INDEXED BY events_flagged WHERE status = 'flagged' AND deleted_at IS NULL ORDER BY updated_at DESC LIMIT ${countMax}`,
    ),
    db
      .select({ locale: users.preferredLanguage, name: users.displayName })
      .from(users)
      .where(eq(users.email, to)),
  ]);
  if (now.length > 0) return { isSent: false };
  const since = before[0]?.at ?? (hour - 1) * HOUR;
  const newest = Math.max(...[pending, revisions, flagged].map(([rows]) => rows?.newest ?? 0));
  if (newest <= since) return { isSent: false };
  const pendingCount = Math.min((pending[0]?.count ?? 0) + (revisions[0]?.count ?? 0), COUNT_MAX);
  const flaggedCount = flagged[0]?.count ?? 0;
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

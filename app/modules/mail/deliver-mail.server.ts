import { and, asc, eq, getTableColumns, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import { mails, type NotificationPreferences, users } from "../../../db/schema";
import { type Deps, MailRefused } from "../../lib/deps";
import { describeError, log } from "../../lib/log";
import { paths } from "../../lib/paths";
import { someAtATime } from "../../lib/some-at-a-time";
import { type Unsubscribed, unsubscribeToken } from "../notifications/unsubscribe-links.server";

const MINUTE = 60_000;
/** Waits between attempts, ms; after the last one the mail is dead. */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * 60 * MINUTE, 12 * 60 * MINUTE];
/** How long a sender may take before another one tries, ms. */
const CLAIM = 2 * MINUTE;
/** Mails of one sweep. */
const SWEEP = 200;
const ERROR_LENGTH = 300;

type DeliveryDeps = Pick<Deps, "db" | "clock" | "mail" | "vault" | "siteUrl">;
/** What the database says of the reader of news when they are sent: much may have changed since they were written. */
const READER = sql<
  string | null
>`(SELECT json_array(u.email, u.email_verified_at IS NOT NULL AND u.mail_refused_at IS NULL AND u.is_active = 1 AND u.deleted_at IS NULL, u.notification_preferences) FROM users u WHERE u.id = mails.user_id)`;

/** Whether news are still wanted where they were to go. */
function isStillWanted({ unsubscribes, toAddress }: typeof mails.$inferSelect, reader: string | null): boolean {
  if (unsubscribes === null) return true;
  if (reader === null) return false;
  const [email, isReachable, preferences] = JSON.parse(reader) as [string | null, number, string];
  const { emailEnabled, categories } = JSON.parse(preferences) as NotificationPreferences;
  return email === toAddress && isReachable === 1 && emailEnabled && (unsubscribes === "all" || categories.includes(unsubscribes));
}

/** Headers by which mail programs offer to end news with one click (RFC 8058), and sort them (RFC 2919). */
async function newsHeaders(
  deps: Pick<Deps, "vault" | "siteUrl">,
  { unsubscribes, userId }: Pick<typeof mails.$inferSelect, "unsubscribes" | "userId">,
): Promise<Record<string, string> | undefined> {
  if (unsubscribes === null || userId === null) return undefined;
  const token = await unsubscribeToken(deps, userId, unsubscribes as Unsubscribed);
  return {
    "List-Unsubscribe": `<${deps.siteUrl}${paths.unsubscribe(token)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "List-Id": `<${unsubscribes.toLowerCase()}.news.${new URL(deps.siteUrl).hostname}>`,
  };
}

/**
 * Sends a mail of the outbox, if it is due and nobody else is at it. A sender that dies leaves its claim, which ends;
 * only then a mail can go out twice, and its Message-ID is the same.
 * @returns what has become of it; `skipped` where there was nothing to do
 */
export async function deliverMail(deps: DeliveryDeps, id: string): Promise<"sent" | "retried" | "dead" | "skipped"> {
  const { db, clock, mail } = deps;
  const now = clock.now();
  const found = await db
    .update(mails)
    .set({ status: "sending", dueAt: now + CLAIM, attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, id), inArray(mails.status, ["pending", "sending"]), lte(mails.dueAt, now)))
    .returning({ ...getTableColumns(mails), reader: READER })
    .get();
  if (!found) return "skipped";
  const { reader, ...claimed } = found;
  if (!isStillWanted(claimed, reader)) {
    // Its reader has said since that they do not want it.
    await db.delete(mails).where(eq(mails.id, id));
    return "skipped";
  }
  const { toAddress: to, subject, text, html, attempts, isSecret, dueAt } = claimed;
  // What is over is for its reader alone, or for nobody: where mail really leaves, links that let somebody in are not kept.
  const emptied = isSecret && mail.keeps === "nothing secret" ? { text: "", html: "" } : {};
  // While the claim is still ours: a slow sender that fails must not bring back what another one has sent since.
  const ours = and(eq(mails.id, id), eq(mails.status, "sending"), eq(mails.dueAt, dueAt));
  if (attempts > WAITS.length + 1) {
    // Its senders died again and again, perhaps of this very mail.
    log("error", "mail.dead", { id, kind: claimed.kind, error: claimed.lastError });
    await db
      .update(mails)
      .set({ status: "dead", ...emptied })
      .where(ours);
    return "dead";
  }
  try {
    await mail.send({ id, to, subject, text, html, headers: await newsHeaders(deps, claimed) });
  } catch (error) {
    const isRefused = error instanceof MailRefused;
    const wait = isRefused ? undefined : WAITS[attempts - 1];
    const lastError = String(describeError(error).error).slice(0, ERROR_LENGTH);
    log(wait === undefined ? "error" : "warn", wait === undefined ? "mail.dead" : "mail.retried", {
      id,
      kind: claimed.kind,
      error: lastError,
    });
    await db
      .update(mails)
      .set({
        lastError,
        ...(wait === undefined ? { status: "dead" as const, ...emptied } : { status: "pending" as const, dueAt: clock.now() + wait }),
      })
      .where(ours);
    // News go there no more until the address is confirmed anew; the account's page says so.
    if (error instanceof MailRefused && error.isOfAddress && claimed.userId !== null)
      await db
        .update(users)
        .set({ mailRefusedAt: clock.now() })
        .where(and(eq(users.id, claimed.userId), eq(users.email, to), isNull(users.mailRefusedAt)));
    return wait === undefined ? "dead" : "retried";
  }
  await db
    .update(mails)
    .set({
      status: "sent",
      lastError: null,
      sentAt: clock.now(),
      ...emptied,
    })
    .where(eq(mails.id, id));
  return "sent";
}

/** Sends what the queue has not: mails that are due, and those whose sender died. */
export async function sweepMails(deps: DeliveryDeps): Promise<{ sent: number; failed: number }> {
  const due = await deps.db
    .select({ id: mails.id })
    .from(mails)
    .where(and(or(eq(mails.status, "pending"), eq(mails.status, "sending")), lte(mails.dueAt, deps.clock.now())))
    .orderBy(asc(mails.dueAt))
    .limit(SWEEP);
  let sent = 0;
  await someAtATime(
    due.map(({ id }) => id),
    async (id) => {
      if ((await deliverMail(deps, id)) === "sent") sent += 1;
    },
  );
  return { sent, failed: due.length - sent };
}

/** How long the outbox keeps what has been sent or has failed for good, ms. */
const KEPT = 90 * 24 * 60 * MINUTE;

/** Deletes old mails, whatever has become of them. */
export async function forgetMails({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  await db.delete(mails).where(lt(mails.createdAt, clock.now() - KEPT));
}

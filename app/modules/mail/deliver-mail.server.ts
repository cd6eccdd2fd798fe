import { and, asc, eq, getTableColumns, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import { mails, type NotificationPreferences, users } from "../../../db/schema";
import { DAY, HOUR, MINUTE } from "../../lib/dates/durations";
import { type Deps, MailRefused, MailUncertain } from "../../lib/deps";
import { isolateFailures } from "../../lib/http/isolate-failures";
import { paths } from "../../lib/paths";
import { hasAllowance } from "../../lib/runtime/allowance";
import { log } from "../../lib/runtime/log";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";
import { CONNECTIONS } from "../../lib/runtime/some-at-a-time";
import { claimed, claimedRow, isDue, lastErrorOf } from "../jobs/queue.server";
import {
  FOLLOW_LIST,
  type MailKind,
  type Unsubscribed,
  unsubscribeToken,
  WEEK_LIST,
  wantsMailList,
  weekToken,
} from "./enqueue-mail.server";

/** Waits between attempts, ms; after the last one the mail is dead. */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR];
/** After this time no cron or consumer can still await the server's response, ms. */
const HANDED_OVER = 15 * MINUTE;
/** `lastError` of a mail without confirmed delivery. */
export const MAIL_UNCERTAIN = "uncertain";
/**
 * Mails per sweep, and how long it starts new ones, ms, since a slow server continues in the next
 * minute.
 */
const SWEEP = 200;
const SWEEP_TIME = 45_000;
/** The same for the queue: a consumer may run for a quarter of an hour. */
const QUEUE_TIME = 10 * MINUTE;
/** Consecutive failures after which the rest stays due. */
const IN_A_ROW = 10;

type DeliveryDeps = Pick<Deps, "db" | "clock" | "mail" | "vault" | "siteUrl">;
type SendingDeps = DeliveryDeps & Pick<Deps, "allowance">;
/** The recipient's present state at sending, which may have changed since the mail was written. */
const READER = sql<
  string | null
>`(SELECT json_array(u.email, u.email_verified_at IS NOT NULL AND u.mail_refused_at IS NULL AND u.is_active = 1 AND u.deleted_at IS NULL, u.notification_preferences, u.email_verified_at IS NOT NULL) FROM users u WHERE u.id = mails.user_id)`;

/**
 * Whether the follow that a mail belongs to is still there, or the subscription to weekly picks,
 * and confirmed.
 */
const IS_SUBSCRIBED = sql<number>`CASE WHEN mails.unsubscribes LIKE ${`${FOLLOW_LIST}%`}
  THEN EXISTS (SELECT 1 FROM follows f WHERE f.id = substr(mails.unsubscribes, ${sql.raw(String(FOLLOW_LIST.length + 1))}) AND f.user_id = mails.user_id)
  ELSE EXISTS (SELECT 1 FROM week_subscribers w WHERE w.id = substr(mails.unsubscribes, ${sql.raw(String(WEEK_LIST.length + 1))}) AND w.confirmed_at IS NOT NULL) END`;

/**
 * Account mails that also go to unconfirmed addresses: they confirm one, or tell its owner about
 * the account. Others would let anyone who signs up with a stranger's address mail them
 * (decisions.md §5).
 */
const TO_UNVERIFIED: readonly string[] = [
  "verifyEmail",
  "accountExists",
  "resetPassword",
  "changeEmail",
  "accessCleared",
  "accountClosed",
] satisfies MailKind[];

/**
 * Whether a mail may still be sent: notifications if wanted, account mails to a confirmed address.
 */
function isStillWanted(
  { kind, unsubscribes, toAddress, userId }: typeof mails.$inferSelect,
  { reader, isSubscribed }: { reader: string | null; isSubscribed: number },
): boolean {
  if (unsubscribes?.startsWith(WEEK_LIST)) return isSubscribed === 1;
  if (unsubscribes?.startsWith(FOLLOW_LIST) && isSubscribed === 0) return false;
  if (unsubscribes === null && (userId === null || reader === null || TO_UNVERIFIED.includes(kind)))
    return true;
  if (reader === null) return false;
  const [email, isReachable, preferences, isVerified] = JSON.parse(reader) as [
    string | null,
    number,
    string,
    number,
  ];
  if (unsubscribes === null) return isVerified === 1;
  const wanted = JSON.parse(preferences) as NotificationPreferences;
  return (
    email === toAddress &&
    isReachable === 1 &&
    wanted.emailEnabled &&
    wantsMailList(wanted, unsubscribes as Unsubscribed)
  );
}

/**
 * Headers by which mail programs offer to end news with one click (RFC 8058), and sort them (RFC
 * 2919).
 */
async function listHeaders(
  deps: Pick<Deps, "vault" | "siteUrl">,
  { unsubscribes, userId }: Pick<typeof mails.$inferSelect, "unsubscribes" | "userId">,
): Promise<Record<string, string> | undefined> {
  if (unsubscribes === null) return undefined;
  const isOfWeek = unsubscribes.startsWith(WEEK_LIST);
  if (!isOfWeek && userId === null) return undefined;
  const path = isOfWeek
    ? paths.weekSubscription(await weekToken(deps, unsubscribes.slice(WEEK_LIST.length)))
    : paths.unsubscribe(await unsubscribeToken(deps, userId ?? "", unsubscribes as Unsubscribed));
  return {
    "List-Unsubscribe": `<${deps.siteUrl}${path}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "List-Id": `<${isOfWeek ? "week" : unsubscribes.startsWith(FOLLOW_LIST) ? "follow" : unsubscribes.toLowerCase()}.news.${new URL(deps.siteUrl).hostname}>`,
  };
}

type MailRow = typeof mails.$inferSelect;

/** The stored part of a finished mail: where mail is really sent, sign-in links are erased. */
const emptied = ({ mail }: Pick<Deps, "mail">, { isSecret }: Pick<MailRow, "isSecret">) =>
  isSecret && mail.keeps === "nothing secret" ? { text: "", html: "" } : {};

async function giveUp(
  deps: DeliveryDeps,
  held: MailRow,
  lastError: string | null,
): Promise<"dead"> {
  log("error", "mail.dead", { id: held.id, kind: held.kind, error: lastError });
  await deps.db
    .update(mails)
    .set({ status: "dead", lastError, ...emptied(deps, held) })
    .where(claimedRow(mails, held));
  return "dead";
}

/**
 * Sends a due mail of the outbox after claiming it. The claim of a dead sender expires and the next
 * one sends; a mail that was already handed over may have been accepted, and is given up instead of
 * sent twice.
 * @returns the outcome; `skipped` when there was nothing to do
 */
export async function deliverMail(
  deps: DeliveryDeps,
  id: string,
): Promise<"sent" | "retried" | "dead" | "skipped"> {
  const { db, clock, mail } = deps;
  const now = clock.now();
  const found = await db
    .update(mails)
    .set(claimed(mails, now))
    .where(and(eq(mails.id, id), isDue(mails, now)))
    .returning({ ...getTableColumns(mails), reader: READER, isSubscribed: IS_SUBSCRIBED })
    .get();
  if (!found) return "skipped";
  const { reader, isSubscribed, ...row } = found;
  if (!isStillWanted(row, { reader, isSubscribed })) {
    // The recipient has unsubscribed since.
    await db.delete(mails).where(eq(mails.id, id));
    return "skipped";
  }
  // Its senders died again and again, perhaps of this very mail.
  if (row.attempts > WAITS.length + 1) return giveUp(deps, row, row.lastError);
  let held: MailRow = row;
  let isLost = false;
  const handOver = async () => {
    const next = { status: "handed-over" as const, dueAt: clock.now() + HANDED_OVER };
    const taken = await db
      .update(mails)
      .set(next)
      .where(claimedRow(mails, held))
      .returning({ id: mails.id })
      .get();
    if (!taken) {
      isLost = true;
      throw new Error("Another sender has the mail by now.");
    }
    held = { ...held, ...next };
  };
  const { toAddress: to, subject, text, html } = row;
  try {
    await mail.send(
      { id, to, subject, text, html, headers: await listHeaders(deps, row) },
      handOver,
    );
  } catch (error) {
    return isLost ? "skipped" : failed(deps, held, error);
  }
  await db
    .update(mails)
    .set({ status: "sent", lastError: null, sentAt: clock.now(), ...emptied(deps, row) })
    .where(eq(mails.id, id));
  return "sent";
}

/** Notes that a mail could not be sent, and whether it is tried again. */
async function failed(
  deps: DeliveryDeps,
  held: MailRow,
  error: unknown,
): Promise<"retried" | "dead"> {
  const { db, clock } = deps;
  if (error instanceof MailUncertain) return giveUp(deps, held, MAIL_UNCERTAIN);
  const lastError = lastErrorOf(error);
  const wait = error instanceof MailRefused ? undefined : WAITS[held.attempts - 1];
  if (wait === undefined) await giveUp(deps, held, lastError);
  else {
    log("warn", "mail.retried", { id: held.id, kind: held.kind, error: lastError });
    await db
      .update(mails)
      .set({ status: "pending", lastError, dueAt: clock.now() + wait })
      .where(claimedRow(mails, held));
  }
  // Notifications to the address stop until it is confirmed again; the account's page shows this.
  if (error instanceof MailRefused && error.isOfAddress && held.userId !== null)
    await db
      .update(users)
      .set({ mailRefusedAt: clock.now() })
      .where(
        and(
          eq(users.id, held.userId),
          eq(users.email, held.toAddress),
          isNull(users.mailRefusedAt),
        ),
      );
  return wait === undefined ? "dead" : "retried";
}

/** Gives up mails that a dead sender had handed over: staff see them, and none is sent twice. */
async function giveUpUncertain({ db, clock, mail }: DeliveryDeps): Promise<number> {
  const lost = await db
    .update(mails)
    .set({
      status: "dead",
      lastError: MAIL_UNCERTAIN,
      ...(mail.keeps === "nothing secret"
        ? { text: sql`iif(is_secret, '', text)`, html: sql`iif(is_secret, '', html)` }
        : null),
    })
    .where(and(eq(mails.status, "handed-over"), lte(mails.dueAt, clock.now())))
    .returning({ id: mails.id, kind: mails.kind });
  for (const { id, kind } of lost) log("error", "mail.dead", { id, kind, error: MAIL_UNCERTAIN });
  return lost.length;
}

/**
 * Sends mails independently. A mail that cannot be processed is given up with its error. When the
 * server accepts none, or time is up, the rest stays due.
 * @param time how long to start new ones, ms
 * @returns the number of sent mails, and those that this invocation may not begin any more
 */
export async function deliverMails(
  deps: SendingDeps,
  ids: readonly string[],
  time = QUEUE_TIME,
): Promise<{ sent: number; left: string[] }> {
  const until = deps.clock.now() + time;
  const left = new Set(ids);
  let sent = 0;
  let failedInARow = 0;
  const isAway = () => failedInARow >= IN_A_ROW || deps.clock.now() >= until;
  const isEnough = () => isAway() || !hasAllowance(deps);
  await isolateFailures(
    ids,
    async (part) => {
      for (const id of part) {
        left.delete(id);
        const outcome = await deliverMail(deps, id);
        if (outcome === "sent") sent += 1;
        if (outcome !== "skipped") failedInARow = outcome === "retried" ? failedInARow + 1 : 0;
      }
    },
    async (id, error) => {
      const lastError = lastErrorOf(error);
      log("error", "mail.dead", { id, error: lastError });
      await deps.db
        .update(mails)
        .set({ status: "dead", lastError })
        .where(and(eq(mails.id, id), inArray(mails.status, ["pending", "sending"])));
    },
    { atOnce: 1, sideBySide: CONNECTIONS, isEnough },
  );
  if (left.size > 0) log("warn", "mail.left", { mails: left.size, sent, failedInARow });
  return { sent, left: isAway() ? [] : [...left] };
}

/** Sends due mails that the queue lost or whose sender died. */
export async function sweepMails(deps: SendingDeps): Promise<{ sent: number; failed: number }> {
  const uncertain = await giveUpUncertain(deps);
  const due = await deps.db
    .select({ id: mails.id })
    .from(mails)
    .where(isDue(mails, deps.clock.now()))
    .orderBy(asc(mails.dueAt))
    .limit(SWEEP);
  const { sent } = await deliverMails(
    deps,
    due.map(({ id }) => id),
    SWEEP_TIME,
  );
  return { sent, failed: due.length - sent + uncertain };
}

/** Retention of sent and dead mails, ms. */
const KEPT = 90 * DAY;

/** Mails past their retention period, in any state. */
export const mailsPurge = purgeOf(mails, (at) => lt(mails.createdAt, at - KEPT));

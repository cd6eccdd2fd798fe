import { and, eq, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import {
  type channelPosts,
  deadLetters,
  type mails,
  type pushes,
  type webhookDeliveries,
} from "../../../db/schema";
import { DAY, MINUTE } from "../../lib/dates/durations";
import type { Deps, JobMessage } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";

/**
 * Sends a queue message after the response. It may be lost: the work itself is stored, and the cron
 * finds it.
 * @param failure log event when the queue refuses it
 * @param delaySeconds the queue's delay
 */
export function enqueue(
  { jobs, later }: Pick<Deps, "jobs" | "later">,
  message: JobMessage,
  failure: `${string}.not-enqueued`,
  delaySeconds = 0,
): void {
  later(
    jobs
      .send(message, delaySeconds)
      .catch((error) => log("warn", failure, { id: message.id, ...describeError(error) })),
  );
}

/** Ids per message, far below the queue's limit. */
const AT_ONCE = 100;

/** Mails and pushes of their outboxes. */
export interface NotificationsToSend {
  mails: readonly string[];
  pushes: readonly string[];
}

/** Queues stored notifications for sending. */
export function enqueueNotifications(
  deps: Pick<Deps, "jobs" | "later" | "ids">,
  { mails, pushes }: NotificationsToSend,
): void {
  for (let at = 0; at < Math.max(mails.length, pushes.length); at += AT_ONCE) {
    const part = { mails: mails.slice(at, at + AT_ONCE), pushes: pushes.slice(at, at + AT_ONCE) };
    enqueue(deps, { type: "news.send", id: deps.ids.next(), ...part }, "news.not-enqueued");
  }
}

/** Rows written with their cause and sent later, with a status and a due time. */
type Outbox = typeof mails | typeof pushes | typeof webhookDeliveries | typeof channelPosts;

/**
 * How long a sender may take before another one tries, ms. One that dies leaves its claim, which
 * ends.
 */
export const CLAIM = 2 * MINUTE;
const ERROR_LENGTH = 300;

/** Due rows: waiting ones, and those whose sender died. */
export const isDue = (outbox: Outbox, now: number): SQL | undefined =>
  and(inArray(outbox.status, ["pending", "sending"]), lte(outbox.dueAt, now));

/** Columns of a claim; with `isDue` in the same statement only one sender succeeds. */
export const claimed = (outbox: Outbox, now: number) => ({
  status: "sending" as const,
  dueAt: now + CLAIM,
  attempts: sql`${outbox.attempts} + 1`,
});

/**
 * A row under a sender's claim. After the claim's end a slow sender must not overwrite another
 * one's result.
 */
export const claimedRow = (
  outbox: Outbox,
  { id, status, dueAt }: Pick<Outbox["$inferSelect"], "id" | "status" | "dueAt">,
): SQL | undefined => and(eq(outbox.id, id), eq(outbox.status, status), eq(outbox.dueAt, dueAt));

/** The columns of a row that was given up and is sent again, with all its attempts. */
export const retriedColumns = (now: number) => ({
  status: "pending" as const,
  attempts: 0,
  dueAt: now,
  lastError: null,
});

/**
 * Why work failed, as it is kept with it: the cause first, since the message of a failed query is
 * its SQL.
 */
export function lastErrorOf(error: unknown): string {
  const { error: message, cause } = describeError(error);
  return [cause, message].filter(Boolean).join(": ").slice(0, ERROR_LENGTH);
}

/** Retention of dead letters, ms. */
const KEPT = 30 * DAY;

/**
 * The statement that stores dead letters, for the batch that gives the work up: at least one
 * message.
 * @param error the reason, if known
 */
export function deadLetterStatement(
  { db, clock }: Pick<Deps, "db" | "clock">,
  queue: string,
  messages: readonly JobMessage[],
  error: string | null = null,
) {
  return db
    .insert(deadLetters)
    .values(
      messages.map((message) => ({
        id: message.id,
        queue,
        body: message,
        error,
        createdAt: clock.now(),
      })),
    )
    .onConflictDoNothing();
}

/** Stores messages that the queue gave up, so that staff see them. */
export async function keepDeadLetters(
  deps: Deps,
  queue: string,
  messages: readonly JobMessage[],
): Promise<void> {
  if (messages.length > 0) await deadLetterStatement(deps, queue, messages);
}

export const deadLettersPurge = purgeOf(deadLetters, (at) => lt(deadLetters.createdAt, at - KEPT));

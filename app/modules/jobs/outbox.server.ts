import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { channelPosts, mails, pushes, webhookDeliveries } from "../../../db/schema";
import { MINUTE } from "../../lib/dates/durations";
import { describeError } from "../../lib/runtime/log";

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

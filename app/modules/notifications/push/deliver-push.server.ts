import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { pushes, pushSubscriptions, users } from "../../../../db/schema";
import { DAY, HOUR, MINUTE } from "../../../lib/dates/durations";
import { type Deps, PushGone, PushRefused } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { decodePosition, encodeCursor, NEWEST } from "../../../lib/http/cursor";
import { isolateFailures } from "../../../lib/http/isolate-failures";
import { type Actor, assertCan } from "../../../lib/permissions";
import { hasAllowance } from "../../../lib/runtime/allowance";
import { log } from "../../../lib/runtime/log";
import { CONNECTIONS } from "../../../lib/runtime/some-at-a-time";
import { countRows } from "../../../lib/runtime/sql-columns.server";
import { auditWhere } from "../../audit/audit-entry.server";
import {
  claimed,
  claimedRow,
  enqueueNotifications,
  isDue,
  lastErrorOf,
  retriedColumns,
} from "../../jobs/queue.server";
import { runGuarded } from "../../store/run-guarded.server";

/**
 * Waits between attempts, ms; after the last one the push is dead, since older notifications are
 * outdated.
 */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR];
/** Pushes per sweep. */
const SWEEP = 100;

type PushDeps = Pick<Deps, "db" | "clock" | "push">;
type SendingDeps = PushDeps & Pick<Deps, "allowance">;

/**
 * Sends a due push after claiming it. A browser that is gone loses its subscription with all
 * waiting pushes.
 * @returns the outcome; `skipped` when there was nothing to do
 */
export async function deliverPush(
  { db, clock, push }: PushDeps,
  id: string,
): Promise<"sent" | "retried" | "dead" | "gone" | "skipped"> {
  if (!push) return "skipped";
  const now = clock.now();
  const held = await db
    .update(pushes)
    .set(claimed(pushes, now))
    .where(and(eq(pushes.id, id), isDue(pushes, now)))
    .returning()
    .get();
  if (!held) return "skipped";
  const subscription = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.id, held.subscriptionId))
    .get();
  if (!subscription) return "gone";
  if (held.attempts > WAITS.length + 1) {
    log("error", "push.dead", { id, kind: held.kind, error: held.lastError });
    await db.update(pushes).set({ status: "dead" }).where(claimedRow(pushes, held));
    return "dead";
  }
  try {
    const { endpoint, p256dh, auth } = subscription;
    await push.send({ endpoint, p256dh, auth }, JSON.stringify(held.payload));
  } catch (error) {
    if (error instanceof PushGone) {
      log("info", "push.gone", { id });
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id));
      return "gone";
    }
    const wait = error instanceof PushRefused ? undefined : WAITS[held.attempts - 1];
    const lastError = lastErrorOf(error);
    log(wait === undefined ? "error" : "warn", wait === undefined ? "push.dead" : "push.retried", {
      id,
      kind: held.kind,
      error: lastError,
    });
    await db
      .update(pushes)
      .set({
        lastError,
        ...(wait === undefined
          ? { status: "dead" as const }
          : { status: "pending" as const, dueAt: clock.now() + wait }),
      })
      .where(claimedRow(pushes, held));
    return wait === undefined ? "dead" : "retried";
  }
  const sentAt = clock.now();
  await db.batch([
    db.update(pushes).set({ status: "sent", lastError: null, sentAt }).where(eq(pushes.id, id)),
    db
      .update(pushSubscriptions)
      .set({ lastSentAt: sentAt })
      .where(eq(pushSubscriptions.id, subscription.id)),
  ]);
  return "sent";
}

/**
 * Sends pushes independently. A push that cannot be processed is given up with its error.
 * @returns the number of sent pushes, and those that this invocation may not begin any more
 */
export async function deliverPushes(
  deps: SendingDeps,
  ids: readonly string[],
): Promise<{ sent: number; left: string[] }> {
  const left = new Set(ids);
  let sent = 0;
  await isolateFailures(
    ids,
    async (part) => {
      for (const id of part) {
        left.delete(id);
        if ((await deliverPush(deps, id)) === "sent") sent += 1;
      }
    },
    async (id, error) => {
      const lastError = lastErrorOf(error);
      log("error", "push.dead", { id, error: lastError });
      await deps.db
        .update(pushes)
        .set({ status: "dead", lastError })
        .where(and(eq(pushes.id, id), inArray(pushes.status, ["pending", "sending"])));
    },
    { atOnce: 1, sideBySide: CONNECTIONS, isEnough: () => !hasAllowance(deps) },
  );
  return { sent, left: [...left] };
}

/** Sends due pushes that the queue lost or whose sender died. */
export async function sweepPushes(deps: SendingDeps): Promise<{ sent: number; failed: number }> {
  if (!deps.push) return { sent: 0, failed: 0 };
  const due = await deps.db
    .select({ id: pushes.id })
    .from(pushes)
    .where(isDue(pushes, deps.clock.now()))
    .orderBy(asc(pushes.dueAt))
    .limit(SWEEP);
  const { sent } = await deliverPushes(
    deps,
    due.map(({ id }) => id),
  );
  return { sent, failed: due.length - sent };
}

const PAGE = 25;
/** Older pushes are outdated and not sent again, ms. */
const FRESH = DAY;

/** A push that was given up. */
export interface DeadPush {
  id: string;
  kind: string;
  /** The recipient; null for a deleted account. */
  reader: string | null;
  title: string;
  message: string;
  attempts: number;
  lastError: string | null;
  /** UTC epoch ms. */
  createdAt: number;
  canResend: boolean;
}

const textIn = (payload: Record<string, unknown>, name: string): string =>
  typeof payload[name] === "string" ? payload[name] : "";

/**
 * Pushes that were given up, those of the last attempt first.
 * @param after the cursor of the page before
 * @throws AppError("bad-request") for a cursor that is not ours
 */
export async function listDeadPushes(
  { db, clock, push }: Pick<Deps, "db" | "clock" | "push">,
  actor: Actor | null,
  after: string | null,
): Promise<{ pushes: DeadPush[]; next: string | null }> {
  assertCan(actor, "outbox:read");
  const [dueAt, id] = decodePosition(after, NEWEST);
  const rows = await db
    .select({
      id: pushes.id,
      kind: pushes.kind,
      payload: pushes.payload,
      attempts: pushes.attempts,
      lastError: pushes.lastError,
      createdAt: pushes.createdAt,
      dueAt: pushes.dueAt,
      reader: users.displayName,
    })
    .from(pushes)
    .leftJoin(users, eq(users.id, pushes.userId))
    .where(
      sql`pushes.status = 'dead' AND pushes.due_at <= ${dueAt} AND (pushes.due_at, pushes.id) < (${dueAt}, ${id})`,
    )
    .orderBy(sql`pushes.due_at DESC, pushes.id DESC`)
    .limit(PAGE + 1);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    pushes: shown.map(({ payload, dueAt: _due, ...row }) => ({
      ...row,
      title: textIn(payload, "title"),
      message: textIn(payload, "message"),
      canResend: push !== null && row.createdAt > clock.now() - FRESH,
    })),
    next: last && rows.length > PAGE ? encodeCursor([last.dueAt, last.id]) : null,
  };
}

/** How many pushes were given up, up to 1,001. */
export async function countDeadPushes(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<number> {
  assertCan(actor, "outbox:read");
  return countRows(deps, sql`${pushes} WHERE status = 'dead'`);
}

/**
 * Requeues a given-up push with all attempts, audited in the same batch.
 * @throws AppError("not-found"), AppError("conflict") when it is not given up, is a day old, or
 * push is not configured
 */
export async function resendPush(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "outbox:resend");
  const { db, clock } = deps;
  const known = await db.select({ id: pushes.id }).from(pushes).where(eq(pushes.id, id)).get();
  if (!known) throw new AppError("not-found");
  if (!deps.push) throw new AppError("conflict");
  const isGivenUp = and(
    eq(pushes.id, id),
    eq(pushes.status, "dead"),
    gt(pushes.createdAt, clock.now() - FRESH),
  );
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "push.resent",
        entity: "push",
        entityId: id,
        sessionId: actor.sessionId,
      },
      db.select({ id: pushes.id }).from(pushes).where(isGivenUp),
    ),
    db.update(pushes).set(retriedColumns(clock.now())).where(isGivenUp),
  ]);
  enqueueNotifications(deps, { mails: [], pushes: [id] });
}

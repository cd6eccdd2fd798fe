import { and, asc, eq, inArray } from "drizzle-orm";
import { pushes, pushSubscriptions } from "../../../../db/schema";
import { HOUR, MINUTE } from "../../../lib/dates/durations";
import { type Deps, PushGone, PushRefused } from "../../../lib/deps";
import { isolateFailures } from "../../../lib/http/isolate-failures";
import { log } from "../../../lib/runtime/log";
import { CONNECTIONS } from "../../../lib/runtime/some-at-a-time";
import { claimed, claimedRow, isDue, lastErrorOf } from "../../jobs/outbox.server";

/**
 * Waits between attempts, ms; after the last one the push is dead, since older notifications are
 * outdated.
 */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR];
/** Pushes per sweep. */
const SWEEP = 100;

type PushDeps = Pick<Deps, "db" | "clock" | "push">;

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
 * @returns the number of sent pushes
 */
export async function deliverPushes(deps: PushDeps, ids: readonly string[]): Promise<number> {
  let sent = 0;
  await isolateFailures(
    ids,
    async (part) => {
      for (const id of part) if ((await deliverPush(deps, id)) === "sent") sent += 1;
    },
    async (id, error) => {
      const lastError = lastErrorOf(error);
      log("error", "push.dead", { id, error: lastError });
      await deps.db
        .update(pushes)
        .set({ status: "dead", lastError })
        .where(and(eq(pushes.id, id), inArray(pushes.status, ["pending", "sending"])));
    },
    { atOnce: 1, sideBySide: CONNECTIONS },
  );
  return sent;
}

/** Sends due pushes that the queue lost or whose sender died. */
export async function sweepPushes(deps: PushDeps): Promise<{ sent: number; failed: number }> {
  if (!deps.push) return { sent: 0, failed: 0 };
  const due = await deps.db
    .select({ id: pushes.id })
    .from(pushes)
    .where(isDue(pushes, deps.clock.now()))
    .orderBy(asc(pushes.dueAt))
    .limit(SWEEP);
  const sent = await deliverPushes(
    deps,
    due.map(({ id }) => id),
  );
  return { sent, failed: due.length - sent };
}

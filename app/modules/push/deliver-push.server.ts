import { and, asc, eq, inArray, lte, or, sql } from "drizzle-orm";
import { pushes, pushSubscriptions } from "../../../db/schema";
import { type Deps, PushGone, PushRefused } from "../../lib/deps";
import { MINUTE } from "../../lib/durations";
import { describeError, log } from "../../lib/log";

/** Waits between attempts, ms; after the last one the push is dead. News of a day ago are none. */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * 60 * MINUTE];
/** How long a sender may take before another one tries, ms. */
const CLAIM = 2 * MINUTE;
/** Pushes of one sweep. */
const SWEEP = 100;
const ERROR_LENGTH = 300;

type PushDeps = Pick<Deps, "db" | "clock" | "push">;

/**
 * Sends a push that is due, if nobody else is at it. A browser that is gone takes its subscription with it, and whatever
 * waits for it.
 * @returns what has become of it; `skipped` where there was nothing to do
 */
export async function deliverPush({ db, clock, push }: PushDeps, id: string): Promise<"sent" | "retried" | "dead" | "gone" | "skipped"> {
  if (!push) return "skipped";
  const now = clock.now();
  const claimed = await db
    .update(pushes)
    .set({ status: "sending", dueAt: now + CLAIM, attempts: sql`${pushes.attempts} + 1` })
    .where(and(eq(pushes.id, id), inArray(pushes.status, ["pending", "sending"]), lte(pushes.dueAt, now)))
    .returning()
    .get();
  if (!claimed) return "skipped";
  // While the claim is still ours: a slow sender that fails must not bring back what another one has sent since.
  const ours = and(eq(pushes.id, id), eq(pushes.status, "sending"), eq(pushes.dueAt, claimed.dueAt));
  const subscription = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, claimed.subscriptionId)).get();
  if (!subscription) return "gone";
  if (claimed.attempts > WAITS.length + 1) {
    log("error", "push.dead", { id, kind: claimed.kind, error: claimed.lastError });
    await db.update(pushes).set({ status: "dead" }).where(ours);
    return "dead";
  }
  try {
    const { endpoint, p256dh, auth } = subscription;
    await push.send({ endpoint, p256dh, auth }, JSON.stringify(claimed.payload));
  } catch (error) {
    if (error instanceof PushGone) {
      log("info", "push.gone", { id });
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id));
      return "gone";
    }
    const wait = error instanceof PushRefused ? undefined : WAITS[claimed.attempts - 1];
    const lastError = String(describeError(error).error).slice(0, ERROR_LENGTH);
    log(wait === undefined ? "error" : "warn", wait === undefined ? "push.dead" : "push.retried", {
      id,
      kind: claimed.kind,
      error: lastError,
    });
    await db
      .update(pushes)
      .set({ lastError, ...(wait === undefined ? { status: "dead" as const } : { status: "pending" as const, dueAt: clock.now() + wait }) })
      .where(ours);
    return wait === undefined ? "dead" : "retried";
  }
  const sentAt = clock.now();
  await db.batch([
    db.update(pushes).set({ status: "sent", lastError: null, sentAt }).where(eq(pushes.id, id)),
    db.update(pushSubscriptions).set({ lastSentAt: sentAt }).where(eq(pushSubscriptions.id, subscription.id)),
  ]);
  return "sent";
}

/** Sends what the queue has not: pushes that are due, and those whose sender died. */
export async function sweepPushes(deps: PushDeps): Promise<{ sent: number; failed: number }> {
  if (!deps.push) return { sent: 0, failed: 0 };
  const due = await deps.db
    .select({ id: pushes.id })
    .from(pushes)
    .where(and(or(eq(pushes.status, "pending"), eq(pushes.status, "sending")), lte(pushes.dueAt, deps.clock.now())))
    .orderBy(asc(pushes.dueAt))
    .limit(SWEEP);
  let sent = 0;
  for (const { id } of due) if ((await deliverPush(deps, id)) === "sent") sent += 1;
  return { sent, failed: due.length - sent };
}

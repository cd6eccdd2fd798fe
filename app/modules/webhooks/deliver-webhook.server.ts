import { and, asc, eq, isNull, lt, sql } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints, webhookMessages } from "../../../db/schema";
import { DAY, HOUR, MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import { hasAllowance } from "../../lib/runtime/allowance";
import { log } from "../../lib/runtime/log";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";
import { CONNECTIONS } from "../../lib/runtime/some-at-a-time";
import { auditEntry } from "../audit/audit-entry.server";
import { claimed, claimedRow, isDue, lastErrorOf } from "../jobs/queue.server";
import { domainEventStatement, enqueueDomainEvent } from "../notifications/domain-events.server";
import { settingsOf } from "../settings/platform-settings.server";
import { makeWebhookMessages } from "./make-messages.server";
import {
  isWebhookAddress,
  type WebhookRow,
  webhookAddressRule,
  webhookHeaders,
} from "./webhooks.server";

/**
 * Waits between attempts, ms: as Standard Webhooks proposes, without its seconds, since a cron
 * sends.
 */
const WAITS = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
];
/** How long a delivery is tried, and an endpoint may fail, ms. */
const PATIENCE = 3 * DAY;
/** How long a receiver may take, ms, and from when on others go before its next message. */
const TIMEOUT = 10_000;
const SLOW = 3_000;
/** Deliveries per query, and how long a run begins new ones, ms. */
const SWEEP = 100;
const RUN = 30_000;
/** Messages are kept for the log, ms. */
const KEPT = 30 * DAY;

export interface WebhookSending {
  /**
   * Whether an address may be requested. On local runs it may be on this machine; tests override it
   * too.
   */
  isAllowed?: (url: URL) => boolean;
  /** ms */
  timeout?: number;
}

/** An answer that is no 2xx. */
class Refused extends Error {
  constructor(readonly status: number) {
    super(
      status >= 300 && status < 400
        ? `HTTP ${status}: redirects are not followed.`
        : `HTTP ${status}`,
    );
  }
}

/** @returns the status of a 2xx @throws Refused, or why there was no answer */
async function post(
  { url }: WebhookRow,
  body: string,
  signed: Record<string, string>,
  { isAllowed = isWebhookAddress, timeout = TIMEOUT }: WebhookSending,
): Promise<number> {
  // Rules may have become stricter since the address was stored.
  if (!URL.canParse(url) || !isAllowed(new URL(url)))
    throw new Error("The address is not allowed.");
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": "Rooydad-Webhooks/1", ...signed },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Refused(response.status);
  return response.status;
}

/** Secrets that sign now: for a day after a change the old one too. */
async function secretsOf(
  { vault, clock }: Pick<Deps, "vault" | "clock">,
  endpoint: WebhookRow,
): Promise<string[]> {
  const { sealedSecret, oldSealedSecret, oldSecretUntil } = endpoint;
  const isOldValid = oldSealedSecret !== null && (oldSecretUntil ?? 0) > clock.now();
  return Promise.all(
    [sealedSecret, ...(isOldValid ? [oldSealedSecret] : [])].map((sealed) => vault.open(sealed)),
  );
}

/**
 * Switches off an endpoint that has failed too long, and notifies its owner once. @param error the
 * last one
 */
async function switchOff(deps: Deps, endpoint: WebhookRow, error: string): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  log("warn", "webhook.off", { id: endpoint.id });
  const isOn = and(eq(webhookEndpoints.id, endpoint.id), isNull(webhookEndpoints.offSince));
  const { host } = new URL(endpoint.url);
  const told = domainEventStatement(
    deps,
    {
      trigger: "webhook.failed",
      kind: "webhook-off",
      eventId: null,
      actorId: null,
      values: { author: endpoint.userId, host, title: { en: host, fa: null }, reason: error },
      actionPath: paths.accountWebhook(endpoint.id),
      idempotencyKey: `webhook-off:${endpoint.id}:${endpoint.failingSince ?? now}`,
    },
    sql`EXISTS (SELECT 1 FROM ${webhookEndpoints} WHERE ${isOn})`,
  );
  await db.batch([
    told.statement,
    auditEntry(deps, {
      actorId: null,
      action: "webhook.failed",
      entity: "webhook",
      entityId: endpoint.id,
      severity: "warning",
    }),
    db.update(webhookEndpoints).set({ offSince: now, isOffByFailures: true }).where(isOn),
  ]);
  await enqueueDomainEvent(deps, told.id);
}

/**
 * Sends a due delivery after claiming it. After a failure everything that waits for the endpoint
 * waits too, and a minute after a slow answer, so that a receiver that is down or slow does not hold
 * up the others. @returns the outcome;
 * `skipped` when there was nothing to do
 */
async function deliverWebhook(
  deps: Deps,
  id: string,
  sending: WebhookSending = {},
): Promise<"sent" | "slowly" | "retried" | "dead" | "skipped"> {
  const { db, clock } = deps;
  const now = clock.now();
  const held = await db
    .update(webhookDeliveries)
    .set(claimed(webhookDeliveries, now))
    .where(and(eq(webhookDeliveries.id, id), isDue(webhookDeliveries, now)))
    .returning()
    .get();
  if (!held) return "skipped";
  const mine = claimedRow(webhookDeliveries, held);
  const found = await db
    .select({ endpoint: webhookEndpoints, body: webhookMessages.body })
    .from(webhookEndpoints)
    .innerJoin(webhookMessages, eq(webhookMessages.id, held.messageId))
    .where(eq(webhookEndpoints.id, held.endpointId))
    .get();
  if (!found) return "skipped";
  const { endpoint, body } = found;
  const holdBack = (dueAt: number) =>
    db
      .update(webhookDeliveries)
      .set({ dueAt })
      .where(
        and(
          eq(webhookDeliveries.endpointId, endpoint.id),
          sql`status = 'pending'`,
          lt(webhookDeliveries.dueAt, dueAt),
        ),
      );
  if (endpoint.offSince !== null) {
    await db
      .update(webhookDeliveries)
      .set({ status: "dead", lastError: "The webhook is off." })
      .where(mine);
    return "dead";
  }
  try {
    const signed = await webhookHeaders(await secretsOf(deps, endpoint), {
      id: held.messageId,
      timestamp: Math.floor(now / 1000),
      body,
    });
    const lastStatus = await post(endpoint, body, signed, sending);
    const isSlow = clock.now() - now >= SLOW;
    await db.batch([
      db
        .update(webhookDeliveries)
        .set({ status: "sent", lastStatus, lastError: null, sentAt: clock.now() })
        .where(eq(webhookDeliveries.id, id)),
      db
        .update(webhookEndpoints)
        .set({ failingSince: null })
        .where(eq(webhookEndpoints.id, endpoint.id)),
      ...(isSlow ? [holdBack(clock.now() + MINUTE)] : []),
    ]);
    return isSlow ? "slowly" : "sent";
  } catch (error) {
    const failedAt = clock.now();
    const next = failedAt + (WAITS[held.attempts - 1] ?? WAITS[WAITS.length - 1] ?? DAY);
    const isOver = next >= held.beganAt + PATIENCE;
    const lastError = error instanceof Refused ? error.message : lastErrorOf(error);
    const lastStatus = error instanceof Refused ? error.status : null;
    log("warn", isOver ? "webhook.dead" : "webhook.retried", { id, error: lastError });
    const failingSince = endpoint.failingSince ?? failedAt;
    await db.batch([
      db
        .update(webhookDeliveries)
        .set({
          lastError,
          lastStatus,
          ...(isOver ? { status: "dead" as const } : { status: "pending" as const, dueAt: next }),
        })
        .where(mine),
      db.update(webhookEndpoints).set({ failingSince }).where(eq(webhookEndpoints.id, endpoint.id)),
      holdBack(next),
    ]);
    // 410: the receiver has unsubscribed.
    if (lastStatus === 410 || failingSince <= failedAt - PATIENCE)
      await switchOff(deps, { ...endpoint, failingSince }, lastError);
    return isOver ? "dead" : "retried";
  }
}

/**
 * Every minute: makes messages of what happened, and sends what is due, one delivery an endpoint at
 * a time.
 */
export async function sweepWebhooks(
  deps: Deps,
  sending: WebhookSending = { isAllowed: webhookAddressRule(deps) },
): Promise<{ made: number; sent: number; failed: number }> {
  const { db, clock } = deps;
  if (!(await settingsOf(deps)).features.enableWebhooks) return { made: 0, sent: 0, failed: 0 };
  const began = clock.now();
  const made = await makeWebhookMessages(deps);
  let [sent, failed] = [0, 0];
  while (clock.now() - began < RUN && hasAllowance(deps)) {
    const due = await db
      .select({ id: webhookDeliveries.id, endpointId: webhookDeliveries.endpointId })
      .from(webhookDeliveries)
      .where(isDue(webhookDeliveries, clock.now()))
      .orderBy(asc(webhookDeliveries.dueAt))
      .limit(SWEEP);
    if (due.length === 0) break;
    const byEndpoint = new Map<string, string[]>();
    for (const { id, endpointId } of due)
      byEndpoint.set(endpointId, [...(byEndpoint.get(endpointId) ?? []), id]);
    const queues = [...byEndpoint.values()];
    const take = async () => {
      for (let queue = queues.shift(); queue !== undefined; queue = queues.shift())
        for (const id of queue) {
          if (!hasAllowance(deps)) break;
          const outcome = await deliverWebhook(deps, id, sending);
          if (outcome === "sent" || outcome === "slowly") sent += 1;
          else if (outcome !== "skipped") failed += 1;
          // The rest of the endpoint's waits as long.
          if (outcome === "retried" || outcome === "slowly") break;
        }
    };
    const before = sent + failed;
    await Promise.all(Array.from({ length: Math.min(CONNECTIONS, queues.length) }, take));
    if (sent + failed === before) break;
  }
  return { made, sent, failed };
}

/** Messages with their deliveries. */
export const webhookMessagesPurge = purgeOf(webhookMessages, (at) =>
  lt(webhookMessages.createdAt, at - KEPT),
);

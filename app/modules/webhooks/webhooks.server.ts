import { and, count, desc, eq, sql } from "drizzle-orm";
import type * as v from "valibot";
import {
  organizers,
  venues,
  webhookDeliveries,
  webhookEndpoints,
  webhookMessages,
} from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import type { Deps, Random } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { findCategory } from "../../lib/event/categories";
import { isPublicAddress } from "../../lib/http/fetch-public.server";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { type Actor, assertCan, isStaff } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { citiesById, findCityBySlug } from "../cities/queries.server";
import { findHost } from "../hosts/find-host.server";
import { settingsOf } from "../settings/platform-settings.server";
import { idIfSessionStays, runGuarded } from "../store/run-guarded.server";
import type { WebhookDeliveryJson, WebhookInput, WebhookJson } from "./webhook-schema";

const PREFIX = "whsec_";
/** Bytes of a secret (Standard Webhooks: 24 to 64). */
const LENGTH = 32;

/** A new secret, as receivers configure it. */
export const createWebhookSecret = (random: Random): string =>
  PREFIX + Buffer.from(random.bytes(LENGTH)).toString("base64");

interface SignedMessage {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** A `v1` signature of Standard Webhooks: HMAC-SHA256 over id, timestamp and body, in base64. */
async function signatureOf(
  secret: string,
  { id, timestamp, body }: SignedMessage,
): Promise<string> {
  const bytes = new Uint8Array(Buffer.from(secret.slice(PREFIX.length), "base64"));
  const key = await crypto.subtle.importKey(
    "raw",
    bytes,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signed = await crypto.subtle.sign(
    "HMAC",
    key,
    new TextEncoder().encode(`${id}.${timestamp}.${body}`),
  );
  return `v1,${Buffer.from(signed).toString("base64")}`;
}

/**
 * The headers of a message. @param secrets each signs, so that a receiver may know the new one or
 * the old one
 */
export async function webhookHeaders(
  secrets: readonly string[],
  message: SignedMessage,
): Promise<Record<string, string>> {
  const signatures = await Promise.all(secrets.map((secret) => signatureOf(secret, message)));
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

export const MAX_WEBHOOKS = 10;
/** How long a replaced secret signs too, ms. */
const OVERLAP = DAY;
/** Deliveries that the log shows. */
const LOG = 50;

export type WebhookRow = typeof webhookEndpoints.$inferSelect;
/**
 * A webhook with the slugs of its venue and organizer; null for none, and for ones that are gone.
 */
type ShownWebhook = WebhookRow & { venueSlug: string | null; organizerSlug: string | null };

/** Receivers are public https addresses (ASVS 1.3.6). */
export const isWebhookAddress = (url: URL): boolean =>
  url.protocol === "https:" && isPublicAddress(url);

/** What may be requested: local runs also send to receivers on this machine, as sources are read. */
export const webhookAddressRule = ({ isLocal }: Pick<Deps, "isLocal">): ((url: URL) => boolean) =>
  isLocal ? (url) => isWebhookAddress(url) || url.hostname === "127.0.0.1" : isWebhookAddress;

/** @throws forbidden while webhooks are switched off */
async function assertOn(deps: Pick<Deps, "db" | "memo" | "clock">): Promise<void> {
  if (!(await settingsOf(deps)).features.enableWebhooks) throw new AppError("forbidden");
}

const isOwn = (actor: Actor, id: string) =>
  and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, actor.id));

const audited = (
  deps: Deps,
  actor: Actor,
  action: `webhook.${string}`,
  id: string,
  metadata: Record<string, unknown> = {},
) =>
  auditEntry(deps, {
    actorId: actor.id,
    action,
    entity: "webhook",
    entityId: id,
    metadata,
    sessionId: actor.sessionId,
  });

const shown = ({ db }: Pick<Deps, "db">) =>
  db
    .select({ row: webhookEndpoints, venueSlug: venues.slug, organizerSlug: organizers.slug })
    .from(webhookEndpoints)
    .leftJoin(venues, eq(venues.id, webhookEndpoints.venueId))
    .leftJoin(organizers, eq(organizers.id, webhookEndpoints.organizerId));

/** The actor's webhooks, the newest first. */
export async function listWebhooks(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<ShownWebhook[]> {
  assertCan(actor, "webhook:manage");
  const rows = await shown(deps)
    .where(eq(webhookEndpoints.userId, actor.id))
    .orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id))
    .limit(MAX_WEBHOOKS);
  return rows.map(({ row, ...slugs }) => ({ ...row, ...slugs }));
}

/** A webhook of the actor. @throws AppError("not-found") */
export async function getWebhook(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
): Promise<ShownWebhook> {
  assertCan(actor, "webhook:manage");
  const found = await shown(deps).where(isOwn(actor, id)).get();
  if (!found) throw new AppError("not-found");
  const { row, ...slugs } = found;
  return { ...row, ...slugs };
}

/** The last segments of one of our URLs, or of slugs. */
const segmentsOf = (text: string): string[] =>
  (text.split(/[?#]/)[0] ?? "").split("/").filter(Boolean).slice(-2);

async function filtersOf(
  deps: Pick<Deps, "db" | "memo">,
  input: v.InferOutput<typeof WebhookInput>,
) {
  const issues: HTTPIssue[] = [];
  const missing = (path: string, message: `errors:issue.${string}`) => {
    issues.push({ path, message });
    return null;
  };
  const city = input.city
    ? ((await findCityBySlug(deps, input.city)) ?? missing("city", "errors:issue.city"))
    : null;
  const category = input.category
    ? (findCategory(input.category) ?? missing("category", "errors:issue.value"))
    : null;
  const [citySlug = "", venueSlug = ""] = segmentsOf(input.venue ?? "");
  const venue = input.venue
    ? ((await findHost(deps, { citySlug, slug: venueSlug })) ??
      missing("venue", "errors:issue.webhookHost"))
    : null;
  const slug = segmentsOf(input.organizer ?? "").at(-1) ?? "";
  const organizer = input.organizer
    ? ((await findHost(deps, { citySlug: null, slug })) ??
      missing("organizer", "errors:issue.webhookHost"))
    : null;
  const filters = {
    isOwnOnly: input.ownOnly,
    cityId: city?.id ?? null,
    category: category?.name ?? null,
    venueId: venue?.row.id ?? null,
    organizerId: organizer?.row.id ?? null,
  };
  return { filters, issues };
}

/**
 * Adds a webhook. @returns its secret, which is not shown again
 * @throws invalid with issues by field; forbidden while webhooks are switched off, or without the
 * permission
 */
export async function createWebhook(
  deps: Deps,
  actor: Actor | null,
  input: v.InferOutput<typeof WebhookInput>,
): Promise<{ id: string; secret: string }> {
  assertCan(actor, "webhook:manage");
  await assertOn(deps);
  const { filters, issues } = await filtersOf(deps, input);
  if (!URL.canParse(input.url)) issues.push({ path: "url", message: "errors:issue.webAddress" });
  else if (!webhookAddressRule(deps)(new URL(input.url)))
    issues.push({ path: "url", message: "errors:issue.webhookAddress" });
  // Staff see to whole cities; everyone else follows what is their own, or a venue or an organizer.
  if (
    issues.length === 0 &&
    !isStaff(actor) &&
    !filters.isOwnOnly &&
    !filters.venueId &&
    !filters.organizerId
  )
    issues.push({ path: "ownOnly", message: "errors:issue.webhookFilter" });
  if (issues.length > 0) throw new AppError("invalid", issues);
  const { db, clock, ids, random, vault } = deps;
  const [held] = await db
    .select({ count: count() })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, actor.id));
  if ((held?.count ?? 0) >= MAX_WEBHOOKS)
    throw new AppError("invalid", [{ path: "", message: "errors:issue.tooManyWebhooks" }]);
  const secret = createWebhookSecret(random);
  const [id, url] = [ids.next(), new URL(input.url)];
  await runGuarded(deps, [
    db.insert(webhookEndpoints).values({
      id,
      userId: idIfSessionStays(actor),
      url: url.href,
      types: [...new Set(input.types)],
      ...filters,
      sealedSecret: await vault.seal(secret),
      createdAt: clock.now(),
    }),
    audited(deps, actor, "webhook.added", id, { host: url.host }),
  ]);
  return { id, secret };
}

/** Removes a webhook with its log. @throws AppError("not-found") */
export async function deleteWebhook(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  const { url } = await getWebhook(deps, actor, id);
  assertCan(actor, "webhook:manage");
  await deps.db.batch([
    deps.db.delete(webhookEndpoints).where(isOwn(actor, id)),
    audited(deps, actor, "webhook.removed", id, { host: new URL(url).host }),
  ]);
}

/**
 * Switches a webhook on or off. One that is on again has not failed yet. @throws
 * AppError("not-found")
 */
export async function switchWebhook(
  deps: Deps,
  actor: Actor | null,
  id: string,
  isOn: boolean,
): Promise<void> {
  const { offSince } = await getWebhook(deps, actor, id);
  assertCan(actor, "webhook:manage");
  if (isOn) await assertOn(deps);
  if (isOn === (offSince === null)) return;
  await deps.db.batch([
    deps.db
      .update(webhookEndpoints)
      .set({ offSince: isOn ? null : deps.clock.now(), isOffByFailures: false, failingSince: null })
      .where(isOwn(actor, id)),
    audited(deps, actor, isOn ? "webhook.on" : "webhook.off", id),
  ]);
}

/**
 * Replaces the secret; the old one signs too for a day. @returns the new one @throws
 * AppError("not-found")
 */
export async function rotateWebhookSecret(
  deps: Deps,
  actor: Actor | null,
  id: string,
): Promise<string> {
  const { sealedSecret } = await getWebhook(deps, actor, id);
  assertCan(actor, "webhook:manage");
  const secret = createWebhookSecret(deps.random);
  await deps.db.batch([
    deps.db
      .update(webhookEndpoints)
      .set({
        sealedSecret: await deps.vault.seal(secret),
        oldSealedSecret: sealedSecret,
        oldSecretUntil: deps.clock.now() + OVERLAP,
      })
      .where(isOwn(actor, id)),
    audited(deps, actor, "webhook.secret-replaced", id),
  ]);
  return secret;
}

/**
 * Orders a test message. @returns its delivery @throws AppError("not-found"); conflict while the
 * webhook is off
 */
export async function testWebhook(deps: Deps, actor: Actor | null, id: string): Promise<string> {
  const { offSince } = await getWebhook(deps, actor, id);
  await assertOn(deps);
  if (offSince !== null) throw new AppError("conflict");
  const { db, ids, clock } = deps;
  const [messageId, deliveryId, now] = [ids.next(), ids.next(), clock.now()];
  const body = JSON.stringify({
    type: "webhook.test",
    timestamp: new Date(now).toISOString(),
    data: { webhookId: id },
  });
  await db.batch([
    db
      .insert(webhookMessages)
      .values({ id: messageId, type: "webhook.test", body, createdAt: now }),
    db.insert(webhookDeliveries).values({
      id: deliveryId,
      messageId,
      endpointId: id,
      dueAt: now,
      beganAt: now,
      createdAt: now,
    }),
  ]);
  return deliveryId;
}

/** The latest deliveries of a webhook, the newest first. @throws AppError("not-found") */
export async function listWebhookDeliveries(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
) {
  await getWebhook(deps, actor, id);
  return deps.db
    .select({
      delivery: webhookDeliveries,
      type: webhookMessages.type,
      eventId: webhookMessages.eventId,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookMessages, eq(webhookMessages.id, webhookDeliveries.messageId))
    .where(eq(webhookDeliveries.endpointId, id))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(LOG);
}

/**
 * Sends a delivery again that was delivered or given up: the same message, under the same id.
 * @throws AppError("not-found"); conflict while it waits, or the webhook is off
 */
export async function resendWebhook(
  deps: Deps,
  actor: Actor | null,
  id: string,
  deliveryId: string,
): Promise<void> {
  const { offSince } = await getWebhook(deps, actor, id);
  assertCan(actor, "webhook:manage");
  await assertOn(deps);
  const { db, clock } = deps;
  const found = await db
    .select({ status: webhookDeliveries.status })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.endpointId, id)))
    .get();
  if (!found) throw new AppError("not-found");
  if (offSince !== null || found.status === "pending" || found.status === "sending")
    throw new AppError("conflict");
  const now = clock.now();
  await db.batch([
    db
      .update(webhookDeliveries)
      .set({
        status: "pending",
        attempts: 0,
        dueAt: now,
        beganAt: now,
        lastError: null,
        lastStatus: null,
      })
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.status, found.status))),
    audited(deps, actor, "webhook.resent", id, { delivery: deliveryId }),
  ]);
}

/** Active endpoints, with the filters of their deliveries. */
export const endpointsOn = ({ db }: Pick<Deps, "db">) =>
  // Written out, so that the partial index is taken.
  db.select().from(webhookEndpoints).where(sql`off_since IS NULL`);

const GONE = "?";
const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Webhooks as the API gives them. A filter whose city, venue or organizer is gone is `?`. */
export async function webhooksJson(
  deps: Pick<Deps, "db" | "memo">,
  rows: readonly ShownWebhook[],
): Promise<WebhookJson[]> {
  const cities = await citiesById(deps);
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    types: row.types,
    ownOnly: row.isOwnOnly,
    city: row.cityId && (cities.get(row.cityId)?.slug ?? GONE),
    category: row.category,
    venue: row.venueId && (row.venueSlug ?? GONE),
    organizer: row.organizerId && (row.organizerSlug ?? GONE),
    isOn: row.offSince === null,
    failingSince: isoOf(row.failingSince),
    createdAt: new Date(row.createdAt).toISOString(),
  }));
}

/** A delivery as the API gives it. */
export const webhookDeliveryJson = ({
  delivery,
  type,
  eventId,
}: Awaited<ReturnType<typeof listWebhookDeliveries>>[number]): WebhookDeliveryJson => ({
  id: delivery.id,
  messageId: delivery.messageId,
  type,
  eventId,
  status: delivery.status,
  attempts: delivery.attempts,
  lastStatus: delivery.lastStatus,
  lastError: delivery.lastError,
  dueAt: new Date(delivery.dueAt).toISOString(),
  createdAt: new Date(delivery.createdAt).toISOString(),
  sentAt: isoOf(delivery.sentAt),
});

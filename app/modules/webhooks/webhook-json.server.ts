import type { Deps } from "../../lib/deps";
import { citiesById } from "../cities/queries.server";
import type { WebhookDeliveryJson, WebhookJson } from "./webhook-schema";
import type { listWebhookDeliveries, ShownWebhook } from "./webhooks.server";

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

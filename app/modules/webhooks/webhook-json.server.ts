import type { WebhookType } from "../../../db/schema";
import { type Locale, listOf } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
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

type EventChange = WebhookType extends `event.${infer Change}` ? Change : never;

/** Name of a domain event, in a word. */
export const webhookTypeText = (type: WebhookType, locale: Locale): string =>
  translatorFor(locale)(`account:webhooks.type.${type.slice("event.".length) as EventChange}`);

/** Description of a webhook's domain event, in a sentence. */
export function describeWebhook({ types, ...webhook }: WebhookJson, locale: Locale): string {
  const t = translatorFor(locale);
  const filters = [webhook.city, webhook.category, webhook.venue, webhook.organizer].filter(
    (one) => one !== null,
  );
  const parts = [webhook.ownOnly ? t("account:webhooks.own") : null, ...filters].filter(
    (part) => part !== null,
  );
  const said = listOf(
    locale,
    types.map((type) => webhookTypeText(type, locale)),
  );
  return [said, ...parts].join(" · ");
}

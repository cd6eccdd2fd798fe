import * as v from "valibot";
import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_TYPES } from "../../../db/schema";
import { listJson } from "../../lib/text/list-json";

const ADDRESS_LENGTH = 1_000;

/** The fields of an event that messages carry: all but its counters and creator. */
export function toldOf<E extends object>(
  event: E,
): Omit<E, "viewCount" | "interactionCount" | "creator"> {
  const told = { ...event } as Record<string, unknown>;
  for (const name of ["viewCount", "interactionCount", "creator"]) delete told[name];
  return told as Omit<E, "viewCount" | "interactionCount" | "creator">;
}

const Filter = v.optional(
  v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(300, "errors:issue.tooLong"))),
  null,
);

/**
 * A new webhook. Filters name a city and a venue by slug (`tehran`, `tehran/city-theater`) or page,
 * a category by name or slug.
 */
export const WebhookInput = v.strictObject({
  url: v.pipe(v.string(), v.trim(), v.maxLength(ADDRESS_LENGTH, "errors:issue.tooLong")),
  types: v.pipe(
    v.array(v.picklist(WEBHOOK_TYPES, "errors:issue.value")),
    v.minLength(1, "errors:issue.webhookTypes"),
  ),
  ownOnly: v.optional(v.boolean(), false),
  city: Filter,
  category: Filter,
  venue: Filter,
  organizer: Filter,
});
export type WebhookInput = v.InferInput<typeof WebhookInput>;

export const WebhookJson = v.pipe(
  v.object({
    id: v.string(),
    url: v.string(),
    types: v.array(v.picklist(WEBHOOK_TYPES)),
    ownOnly: v.boolean(),
    city: v.nullable(v.string()),
    category: v.nullable(v.string()),
    venue: v.nullable(v.string()),
    organizer: v.nullable(v.string()),
    isOn: v.boolean(),
    failingSince: v.nullable(v.string()),
    createdAt: v.string(),
  }),
  v.metadata({ ref: "Webhook" }),
);
export type WebhookJson = v.InferOutput<typeof WebhookJson>;

export const NewWebhookJson = v.pipe(
  v.object({ id: v.string(), secret: v.string() }),
  v.metadata({ ref: "WebhookSecret" }),
);

export const WebhookDeliveryJson = v.pipe(
  v.object({
    id: v.string(),
    messageId: v.string(),
    type: v.string(),
    eventId: v.nullable(v.string()),
    status: v.picklist(WEBHOOK_DELIVERY_STATUSES),
    attempts: v.number(),
    lastStatus: v.nullable(v.number()),
    lastError: v.nullable(v.string()),
    dueAt: v.string(),
    createdAt: v.string(),
    sentAt: v.nullable(v.string()),
  }),
  v.metadata({ ref: "WebhookDelivery" }),
);
export type WebhookDeliveryJson = v.InferOutput<typeof WebhookDeliveryJson>;

export const WebhookListJson = listJson("WebhookList", WebhookJson);
export const WebhookDeliveryListJson = listJson("WebhookDeliveryList", WebhookDeliveryJson);

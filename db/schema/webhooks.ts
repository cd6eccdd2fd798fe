import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { users } from "./users";

/** Domain events a webhook can subscribe to. */
export const WEBHOOK_TYPES = [
  "event.published",
  "event.changed",
  "event.cancelled",
  "event.removed",
  "guest.changed",
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/**
 * An endpoint for domain events (docs/decisions/webhooks.md). Filters that are null match
 * everything.
 */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    types: text("types", { mode: "json" }).$type<WebhookType[]>().notNull(),
    /** Only events that its owner created. */
    isOwnOnly: integer("is_own_only", { mode: "boolean" }).notNull(),
    /** Ids of a city, venue and organizer that are gone match nothing. */
    cityId: text("city_id"),
    /** English name. */
    category: text("category"),
    venueId: text("venue_id"),
    organizerId: text("organizer_id"),
    sealedSecret: text("sealed_secret").notNull(),
    /** Signs too until `oldSecretUntil`. */
    oldSealedSecret: text("old_sealed_secret"),
    oldSecretUntil: instant("old_secret_until"),
    /** Since when every delivery has failed. */
    failingSince: instant("failing_since"),
    /** Null is on. */
    offSince: instant("off_since"),
    /** Whether failures switched it off. */
    isOffByFailures: integer("is_off_by_failures", { mode: "boolean" }).notNull().default(false),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("webhook_endpoints_by_user").on(t.userId, t.createdAt),
    index("webhook_endpoints_on").on(t.id).where(sql`off_since IS NULL`),
  ],
);

/**
 * Changes of public events without a message yet. Written by the triggers of migration 0047 while
 * an endpoint is on.
 */
export const webhookCauses = sqliteTable(
  "webhook_causes",
  {
    eventId: text("event_id").notNull(),
    type: text("type", { enum: WEBHOOK_TYPES }).notNull(),
    at: instant("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.type] }), index("webhook_causes_in_order").on(t.at)],
);

/** The sent bytes: a retry and a resend are the same message. */
export const webhookMessages = sqliteTable(
  "webhook_messages",
  {
    id: id(),
    type: text("type").notNull(),
    eventId: text("event_id"),
    body: text("body").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("webhook_messages_by_age").on(t.createdAt)],
);

export const WEBHOOK_DELIVERY_STATUSES = ["pending", "sending", "sent", "dead"] as const;

/** The webhook outbox: a message for an endpoint. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: id(),
    messageId: text("message_id")
      .notNull()
      .references(() => webhookMessages.id, { onDelete: "cascade" }),
    endpointId: text("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    status: text("status", { enum: WEBHOOK_DELIVERY_STATUSES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull(),
    /** When the first attempt was due; it is given up three days later. */
    beganAt: instant("began_at").notNull(),
    /** HTTP status of the last answer. */
    lastStatus: integer("last_status"),
    lastError: text("last_error"),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
  },
  (t) => [
    uniqueIndex("webhook_deliveries_once").on(t.messageId, t.endpointId),
    index("webhook_deliveries_by_due").on(t.status, t.dueAt),
    index("webhook_deliveries_of_endpoint").on(t.endpointId, t.createdAt),
    index("webhook_deliveries_waiting").on(t.endpointId, t.dueAt).where(sql`status = 'pending'`),
  ],
);

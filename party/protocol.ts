import * as v from "valibot";

/** A notification as sockets carry it: that of the API (product.md §3). */
export const Notification = v.object({
  id: v.string(),
  type: v.picklist(["mention", "approval", "rejection", "reaction", "other"]),
  title: v.string(),
  message: v.string(),
  read: v.boolean(),
  /** ISO 8601. */
  createdAt: v.string(),
  actionUrl: v.nullable(v.string()),
  relatedEntityId: v.nullable(v.string()),
});
export type NotificationMessage = v.InferOutput<typeof Notification>;

const EventChanged = v.object({
  type: v.literal("event:changed"),
  eventId: v.string(),
  city: v.string(),
  change: v.picklist(["created", "changed", "cancelled"]),
});
export type EventChanged = v.InferOutput<typeof EventChanged>;

/** News of a city on their way from its room to those of its followers. */
export interface CityNotification {
  city: string;
  notification: Record<"en" | "fa", NotificationMessage>;
  /** Interests (`interest:<name>`), any of which must match; null reaches every follower. */
  topics: readonly string[] | null;
  /** The user who is not notified. */
  actorId: string | null;
}

/** Messages from rooms to clients (decisions.md §10): JSON with a `type`. */
export const ServerMessage = v.variant("type", [
  EventChanged,
  v.object({ type: v.literal("notification:new"), notification: Notification }),
  v.object({ type: v.literal("error"), code: v.string(), message: v.string() }),
]);
export type ServerMessage = v.InferOutput<typeof ServerMessage>;

const City = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/));
const EventId = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/** Messages from clients to a user's own room (decisions.md §10). */
const ClientMessage = v.variant("type", [
  v.object({ type: v.literal("joinCity"), city: City }),
  v.object({ type: v.literal("leaveCity"), city: City }),
  v.object({ type: v.literal("subscribe:event"), eventId: EventId }),
  v.object({ type: v.literal("unsubscribe:event"), eventId: EventId }),
]);
export type ClientMessage = v.InferOutput<typeof ClientMessage>;

/** Parses a client's message; null when invalid. */
export function readMessage(text: string): ClientMessage | null {
  try {
    const result = v.safeParse(ClientMessage, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

export const encode = (message: ServerMessage): string => JSON.stringify(message);

import * as v from "valibot";

/** A notification as sockets carry it: that of the API (product.md §3). */
const Notification = v.object({
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

/** What rooms say to those who listen (decisions.md §10). Messages are JSON with a `type`. */
export const ServerMessage = v.variant("type", [
  v.object({
    type: v.literal("event:changed"),
    eventId: v.string(),
    city: v.string(),
    change: v.picklist(["created", "changed", "cancelled"]),
  }),
  v.object({ type: v.literal("notification:new"), notification: Notification }),
  v.object({ type: v.literal("error"), code: v.string(), message: v.string() }),
]);
export type ServerMessage = v.InferOutput<typeof ServerMessage>;

export const encode = (message: ServerMessage): string => JSON.stringify(message);

import * as v from "valibot";

/** What rooms say to those who listen (decisions.md §10). Messages are JSON with a `type`. */
export const ServerMessage = v.variant("type", [
  v.object({
    type: v.literal("event:changed"),
    eventId: v.string(),
    city: v.string(),
    change: v.picklist(["created", "changed", "cancelled"]),
  }),
  v.object({ type: v.literal("error"), code: v.string(), message: v.string() }),
]);
export type ServerMessage = v.InferOutput<typeof ServerMessage>;

export const encode = (message: ServerMessage): string => JSON.stringify(message);

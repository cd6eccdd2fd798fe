import { type Actor, can } from "../../../lib/permissions";
import type { EventRow } from "../event-columns.server";

/**
 * Whether a reader may see the link of an online event (decisions.md §3): everyone, or its creator,
 * staff and people who have saved it.
 * @param hasSaved whether the reader has saved the event
 */
export const seesOnlineUrl = (
  event: Pick<EventRow, "onlineUrlFor" | "creatorId">,
  reader: Actor | null,
  hasSaved: boolean,
): boolean =>
  event.onlineUrlFor === "everyone" ||
  (reader !== null &&
    (hasSaved || event.creatorId === reader.id || can(reader, "event:manage-all")));

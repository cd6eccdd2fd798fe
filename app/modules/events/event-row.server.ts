import type { events } from "../../../db/schema";
import { localDay } from "../../lib/dates.server";
import { searchKey, titleKey } from "../../lib/search-text";
import { searchRowid } from "../search/search-rowid";

type EventInsert = typeof events.$inferInsert;

/** An event without what follows from the rest. */
export type EventDraft = Omit<EventInsert, "localDay" | "tagKeys" | "titleKey" | "searchRowid">;

/** Completes an event with the columns that follow from others: local day, keys, and its place in the search index. */
export function eventRow(draft: EventDraft): EventInsert {
  return {
    ...draft,
    localDay: localDay(draft.startsAt, draft.timeZone),
    tagKeys: [...new Set(draft.tags.map(searchKey).filter(Boolean))],
    titleKey: titleKey(draft.titleEn),
    searchRowid: searchRowid(draft.startsAt, draft.id),
  };
}

import type { events } from "../../../db/schema";
import { localDay } from "../../lib/dates/dates.server";
import {
  EVENT_FIELD_NAMES,
  EVENT_FIELDS,
  type EventFieldName,
  type EventValues,
  type NameOfType,
} from "../../lib/event/event-fields";
import type { FieldColumnName } from "../../lib/event/field-groups";
import { searchKey, titleKey } from "../../lib/text/search-text";
import { searchRowid } from "../search/search-rowid";

type EventInsert = typeof events.$inferInsert;

/** An event without derived columns. */
export type EventDraft = Omit<EventInsert, "localDay" | "tagKeys" | "titleKey" | "searchRowid">;

/**
 * Completes an event with the columns that follow from others: local day, keys, and its place in
 * the search index.
 */
export function eventRow(draft: EventDraft): EventInsert {
  return {
    ...draft,
    localDay: localDay(draft.startsAt, draft.timeZone),
    tagKeys: [...new Set(draft.tags.map(searchKey).filter(Boolean))],
    titleKey: titleKey(draft.titleEn),
    searchRowid: searchRowid(draft.startsAt, draft.id),
  };
}

/**
 * Columns computed from more than one value: instants need the city's time zone, the currency its
 * default.
 */
type CityColumnName = NameOfType<"time" | "currency">;
export type FieldColumns = Required<Pick<EventInsert, Exclude<FieldColumnName, CityColumnName>>>;

/**
 * The columns of an author's values, except times and currency. A missing required text is empty.
 */
export function columnsOfValues(values: EventValues): FieldColumns {
  const columns = EVENT_FIELD_NAMES.flatMap((name: EventFieldName): [string, unknown][] => {
    const field = EVENT_FIELDS[name];
    if (field.type === "text") {
      const { en, fa } = values[name as NameOfType<"text">];
      return [
        [`${name}En`, "required" in field ? (en ?? "") : en],
        [`${name}Fa`, fa],
      ];
    }
    return field.type === "city" || field.type === "time" || field.type === "currency"
      ? []
      : [[name, values[name]]];
  });
  return Object.fromEntries(columns) as FieldColumns;
}

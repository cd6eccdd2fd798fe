import { events } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import type { WallPeriod } from "../../../lib/event/schedule";
import { atOccurrence, noteOf, type OccurrenceRow } from "../event-occurrences.server";
import type { EventRow } from "../list/list-events.server";
import { EVENT_JSON_COLUMNS } from "../present/event-json.server";

/** Event columns of a calendar entry. */
export const ICS_COLUMNS = {
  ...EVENT_JSON_COLUMNS,
  sequence: events.sequence,
  previousStartsAt: events.previousStartsAt,
  occurrenceCount: events.occurrenceCount,
  scheduleVersion: events.scheduleVersion,
};
export type IcsEvent = Pick<EventRow, keyof typeof ICS_COLUMNS> & {
  /** Of an event with a schedule: an entry each. */
  occurrences?: readonly OccurrenceRow[];
};

/** An entry of a calendar: an event, one date of it, or a series. */
export interface IcsEntry extends IcsEvent {
  uid: string;
  at: string | null;
  note: string;
  /** Properties that make it a series, or a changed date of one. */
  recurrence?: readonly string[];
  /** Of a series: its times on the clock of the zone. */
  wall?: WallPeriod & { end: string };
  /** Of a series: when its last date is, UTC epoch ms. */
  lastsUntil?: number;
}

/** One date of an event. */
export function onDate(event: IcsEvent, occurrence: OccurrenceRow, locale: Locale): IcsEntry {
  return {
    ...atOccurrence(event, occurrence),
    // Either rises with a change of this date.
    sequence: event.sequence + occurrence.sequence,
    updatedAt: Math.max(event.updatedAt, occurrence.updatedAt),
    uid: `${event.id}-${occurrence.originalStart}`,
    at: occurrence.originalStart,
    note: noteOf(occurrence, locale),
  };
}

/** The entries of an event: one, or with a schedule one for each of its occurrences. */
export const icsEntriesOf = (event: IcsEvent, locale: Locale): IcsEntry[] =>
  event.occurrences?.map((occurrence) => onDate(event, occurrence, locale)) ?? [
    { ...event, uid: event.id, at: null, note: "" },
  ];

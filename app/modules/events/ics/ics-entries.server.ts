import { events } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import type { WallPeriod } from "../../../lib/event/schedule";
import { type RowOf, SCHEDULE_HEAD } from "../event-columns.server";
import { atOccurrence, noteOf, type OccurrenceRow } from "../get-event.server";

/** Event columns of a calendar entry: each costs time per row, and a schedule the most. */
export const ICS_COLUMNS = {
  id: events.id,
  cityId: events.cityId,
  titleEn: events.titleEn,
  titleFa: events.titleFa,
  descriptionEn: events.descriptionEn,
  descriptionFa: events.descriptionFa,
  venueEn: events.venueEn,
  venueFa: events.venueFa,
  addressEn: events.addressEn,
  addressFa: events.addressFa,
  latitude: events.latitude,
  longitude: events.longitude,
  attendance: events.attendance,
  publicOnlineUrl: events.publicOnlineUrl,
  organizerEn: events.organizerEn,
  organizerFa: events.organizerFa,
  price: events.price,
  currency: events.currency,
  ticketUrl: events.ticketUrl,
  categories: events.categories,
  lifecycle: events.lifecycle,
  soldOut: events.soldOut,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  previousStartsAt: events.previousStartsAt,
  localDay: events.localDay,
  timeZone: events.timeZone,
  allDay: events.allDay,
  schedule: SCHEDULE_HEAD,
  occurrenceCount: events.occurrenceCount,
  sequence: events.sequence,
  createdAt: events.createdAt,
  updatedAt: events.updatedAt,
};
export type IcsEvent = Omit<RowOf<typeof ICS_COLUMNS>, "times"> & {
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
  /** Of a changed date: the time of its place in the series, UTC epoch ms. */
  placeAt?: number;
}

/** The name of an entry, which no change may change; of an event itself without a date. */
export const icsUid = ({ id }: Pick<IcsEvent, "id">, date: OccurrenceRow | null): string =>
  date ? `${id}-${date.originalStart}` : id;

/** One date of an event. */
export function onDate(event: IcsEvent, occurrence: OccurrenceRow, locale: Locale): IcsEntry {
  return {
    ...atOccurrence(event, occurrence),
    // Either rises with a change of this date.
    sequence: event.sequence + occurrence.sequence,
    updatedAt: Math.max(event.updatedAt, occurrence.updatedAt),
    uid: icsUid(event, occurrence),
    at: occurrence.originalStart,
    note: noteOf(occurrence, locale),
  };
}

/** Dates of an event that are entries: those of its schedule, or null for its own. */
export const icsDatesOf = ({ occurrences }: IcsEvent): readonly (OccurrenceRow | null)[] =>
  occurrences ?? [null];

/** The entry of a date of an event; null for its own. */
export const icsEntryOf = (
  event: IcsEvent,
  date: OccurrenceRow | null,
  locale: Locale,
): IcsEntry =>
  date ? onDate(event, date, locale) : { ...event, uid: icsUid(event, date), at: null, note: "" };

/** The entries of an event: one, or with a schedule one for each of its occurrences. */
export const icsEntriesOf = (event: IcsEvent, locale: Locale): IcsEntry[] =>
  icsDatesOf(event).map((date) => icsEntryOf(event, date, locale));

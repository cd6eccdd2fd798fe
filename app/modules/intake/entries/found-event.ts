import type { EventValues } from "../../../lib/event/event-fields";
import type { ImportNote } from "../../authoring/import-notes";
import type { ReadRecurrence } from "../../schedule/read-recurrence.server";

/** An event described by another site; null is unknown. Texts keep their original language. */
export interface FoundEvent {
  title: string | null;
  description: string | null;
  venue: string | null;
  address: string | null;
  organizer: string | null;
  latitude: number | null;
  longitude: number | null;
  /** ISO 8601: with an offset an instant, without one wall time of wherever it takes place. */
  startsAt: string | null;
  endsAt: string | null;
  allDay: boolean;
  /** IANA zone or offset in which the source states the times; null for none. */
  timeZone: string | null;
  /** Reads several dates, in the wall time of the event's zone; null for one date. */
  readSchedule: ((timeZone: string) => ReadRecurrence | null) | null;
  price: number | null;
  currency: string | null;
  ticketUrl: string | null;
  imageUrl: string | null;
  /** Names of categories in the other program's words. */
  categories: string[];
  tags: string[];
  /** Fields that are taken as they are stated. */
  others: Partial<EventValues>;
  notes: ImportNote[];
}

export const EMPTY_FOUND_EVENT: FoundEvent = {
  title: null,
  description: null,
  venue: null,
  address: null,
  organizer: null,
  latitude: null,
  longitude: null,
  startsAt: null,
  endsAt: null,
  allDay: false,
  timeZone: null,
  readSchedule: null,
  price: null,
  currency: null,
  ticketUrl: null,
  imageUrl: null,
  categories: [],
  tags: [],
  others: {},
  notes: [],
};

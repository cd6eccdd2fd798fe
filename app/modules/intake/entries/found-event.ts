import type { EventValues } from "../../../lib/event/event-fields";
import type { ImportNote } from "../../authoring/import-notes";
import type { ReadRecurrence } from "../../schedule/read-recurrence.server";
import type { EntryStatus } from "../fields/read-status";
import type { ParseIssue } from "./parsed-event";

/** A finding of a reader: the field and a code of the closed list. */
export type EntryFinding = Pick<ParseIssue, "field" | "code">;

/** An event described by another site; null is unknown. Texts keep their original language. */
export interface FoundEvent {
  title: string | null;
  /** Beside an English title. */
  titleFa: string | null;
  description: string | null;
  venue: string | null;
  address: string | null;
  /** What the address says of its city and country, each as written; null for nothing. */
  locality: { city: string | null; country: string | null } | null;
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
  status: EntryStatus;
  findings: EntryFinding[];
}

export const EMPTY_FOUND_EVENT: FoundEvent = {
  title: null,
  titleFa: null,
  description: null,
  venue: null,
  address: null,
  locality: null,
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
  status: "scheduled",
  findings: [],
};

const TEXTS = ["title", "description", "venue", "address", "organizer"] as const;

/** Persian that was decoded as a Latin set: "Ø´Ø¨". */
const isMisread = (text: string | null): boolean =>
  (text?.match(/[\u00d8-\u00db][\u0080-\u00bf\u0152-\u02dc\u2013-\u2122]/g)?.length ?? 0) > 2;

/** The event with its lost letters (U+FFFD) taken out of its texts, each with a finding. */
export function withoutBrokenLetters(found: FoundEvent): FoundEvent {
  const broken = TEXTS.filter((name) => found[name]?.includes("\uFFFD") || isMisread(found[name]));
  if (broken.length === 0) return found;
  const texts = broken.map((name) => [
    name,
    (found[name] ?? "").replace(/\uFFFD+/g, "").trim() || null,
  ]);
  return {
    ...found,
    ...Object.fromEntries(texts),
    findings: [
      ...found.findings,
      ...broken.map((field): EntryFinding => ({ field, code: "broken-letters" })),
    ],
  };
}

import { addDays } from "../../../lib/dates/days";
import { announcementContext } from "./announcement-context.server";
import { EMPTY_FOUND_EVENT, type EntryFinding, type FoundEvent } from "./found-event";
import type { ParsedFieldName } from "./parsed-event";
import {
  type AnnouncedEvent,
  type AnnouncedField,
  readAnnouncementText,
} from "./read-announcement-text";
import type { ReadingContext } from "./source-item";

const FIELD_OF: Record<AnnouncedField, ParsedFieldName | "entry"> = {
  title: "title",
  starts: "date",
  ends: "endDate",
  city: "venue",
  venue: "venue",
  price: "price",
  ticketUrl: "url",
  ageLimit: "ageLimit",
  status: "entry",
  category: "category",
};

/** An announced event in the terms of all readers of entries. */
export function foundAnnouncement(event: AnnouncedEvent): FoundEvent {
  const { times, price, place } = event;
  const [first] = times.showings;
  const { lastDay, lastEnd, allDay, schedule } = times;
  const startsAt = first ? `${first.day}T${first.start ?? "00:00"}` : null;
  const end = !first
    ? null
    : allDay
      ? `${addDays(lastDay ?? first.day, 1)}T00:00`
      : schedule
        ? first.end &&
          `${first.end > (first.start ?? "") ? first.day : addDays(first.day, 1)}T${first.end}`
        : lastDay !== null && lastEnd !== null
          ? `${lastDay}T${lastEnd}`
          : null;
  return {
    ...EMPTY_FOUND_EVENT,
    title: event.title,
    description: event.description,
    venue: place.venue,
    address: place.address,
    startsAt,
    endsAt: end,
    allDay,
    readSchedule: schedule ? () => ({ schedule }) : null,
    price: price.free === true ? 0 : price.min,
    currency: price.currency,
    ticketUrl: event.links.ticketUrl,
    others: {
      ...(place.attendance !== "in-person" && { attendance: place.attendance }),
      ...(event.links.onlineUrl?.startsWith("https:") && { onlineUrl: event.links.onlineUrl }),
      ...(event.ageLimit !== null && { ageLimit: event.ageLimit }),
      ...(event.status === "sold-out" && { soldOut: true }),
    },
    status: event.status,
    // That a place or price is not stated is no fault of a post.
    findings: event.findings.flatMap(({ field, code }): EntryFinding[] =>
      field === "status" || (code === "unclear-place" && place.venue === null)
        ? []
        : [{ field: FIELD_OF[field], code }],
    ),
  };
}

/** The events that a post announces, with days counted from its publication. */
export function announcedIn(
  text: string,
  published: string | null,
  { now, timeZone, countryCode, citySlug, cities }: ReadingContext,
): FoundEvent[] {
  const at = published === null ? now : Date.parse(published);
  const context = announcementContext(
    { timeZone, countryCode },
    citySlug,
    cities,
    Number.isNaN(at) ? now : at,
  );
  return readAnnouncementText(text, context)
    .map(foundAnnouncement)
    .filter(({ startsAt }) => startsAt !== null);
}

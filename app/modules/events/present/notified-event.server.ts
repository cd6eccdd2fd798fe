import { events } from "../../../../db/schema";
import { localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import type { Reader } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { type City, citiesById } from "../../cities/queries.server";
import { type EventListRow, eventsInOrder, LIST_COLUMNS } from "../event-columns.server";
import { formatDays, formatHours, isMultiDay } from "./event-times.server";
import { cityName, coverOf, priceText } from "./present-event.server";
import { withZone } from "./zoned-when.server";

const COLUMNS = {
  ...LIST_COLUMNS,
  isFeatured: events.isFeatured,
  isListed: events.isListed,
  creatorId: events.creatorId,
};

/** The present state of an event that a notification is about. */
export interface NotifiedEvent {
  event: EventListRow & { isFeatured: boolean; isListed: boolean };
  /** Null where the account is gone. */
  creatorId: string | null;
  city: City | undefined;
}

/** @returns null for a deleted event */
export async function findNotifiedEvent(
  deps: Pick<Deps, "db" | "memo">,
  id: string,
): Promise<NotifiedEvent | null> {
  const [found] = await eventsInOrder(deps.db, COLUMNS, [id]);
  if (!found) return null;
  const { creatorId, ...event } = found;
  return { event, creatorId, city: (await citiesById(deps)).get(event.cityId) };
}

/** "Tuesday 8 December 2026, 20:30", in the event's own wall time. */
function localWhen(event: EventListRow, reader: Reader): string {
  const days = formatDays(event, reader, { weekday: true });
  if (event.allDay || isMultiDay(event)) return days;
  return translatorFor(reader.locale)("pages:event.dayTime", {
    day: days,
    time: formatHours(event, reader.locale),
  });
}

/**
 * The same, with city and zone beside it where the reader's clock shows another time (decisions.md
 * §2).
 */
export function whenOfEvent(
  event: EventListRow,
  city: City | undefined,
  reader: Reader & { timeZone?: string | null },
): string {
  const moment = {
    at: event.startsAt,
    timeZone: event.timeZone,
    allDay: event.allDay || isMultiDay(event),
    city,
  };
  return withZone(localWhen(event, reader), moment, {
    ...reader,
    timeZone: reader.timeZone ?? null,
  });
}

/** Values of a mail about an event, in its reader's language. */
export function notifiedEventValues(
  { event, city }: { event: EventListRow; city: City | undefined },
  reader: Reader & { timeZone?: string | null },
  siteUrl: string,
) {
  return {
    title: localized({ en: event.titleEn, fa: event.titleFa }, reader.locale),
    when: whenOfEvent(event, city, reader),
    venue: localized({ en: event.venueEn, fa: event.venueFa }, reader.locale),
    city: cityName(city, reader.locale),
    price: priceText(event, reader.locale),
    imageUrl: new URL(coverOf(event), siteUrl).href,
  };
}

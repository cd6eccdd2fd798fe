import { eq, sql } from "drizzle-orm";
import { eventOccurrences, events } from "../../../../db/schema";
import { listOf, localized } from "../../../i18n/locale";
import { formatDate, formatTime, type Reader } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type City, citiesById } from "../../cities/queries.server";
import { hoursText } from "../../schedule/format-opening-hours.server";
import { type EventListRow, eventsInOrder, LIST_COLUMNS } from "../event-columns.server";
import { atOccurrence } from "../get-event.server";
import { eventFacts, priceFacts } from "./event-facts.server";
import {
  clockOf,
  formatDays,
  withZone,
  type ZonedMoment,
  type ZonedReader,
} from "./event-times.server";
import { cityName, coverOf } from "./present-event.server";

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
  /** It is about one date of a series, which `event` has the times of. */
  isDate?: boolean;
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

/**
 * When an event is, as mails and posts say it, with city and zone beside one moment where the
 * reader's clock shows another time (decisions.md §2).
 */
export function whenOfEvent(
  { event, city, isDate }: Pick<NotifiedEvent, "city" | "isDate"> & { event: EventListRow },
  reader: Reader & { timeZone?: string | null },
): string {
  const { startsAt, timeZone, allDay } = event;
  const dated = isDate ? { ...event, schedule: null, runsUntil: null } : event;
  const moment = { at: startsAt, timeZone, allDay, city };
  const zoned = { ...reader, timeZone: reader.timeZone ?? null };
  // As of its next date: the text stays true until then.
  return eventFacts(dated, { ...reader, now: startsAt, city }).sent((when) =>
    withZone(when, moment, zoned),
  );
}

/** Values of a mail about an event, in its reader's language. */
export function notifiedEventValues(
  about: Pick<NotifiedEvent, "city" | "isDate"> & { event: EventListRow },
  reader: Reader & { timeZone?: string | null },
  siteUrl: string,
) {
  const { event, city } = about;
  return {
    title: localized({ en: event.titleEn, fa: event.titleFa }, reader.locale),
    when: whenOfEvent(about, reader),
    venue: localized({ en: event.venueEn, fa: event.venueFa }, reader.locale),
    city: cityName(city, reader.locale),
    price: priceFacts(event, reader.locale, event.startsAt).whole,
    imageUrl: new URL(coverOf(event), siteUrl).href,
  };
}

/**
 * "Monday 23 November · 20:30", with the zone where the reader's clock shows another time
 * (`withZone`).
 */
export function zonedStart(moment: ZonedMoment, reader: ZonedReader): string {
  const { at, timeZone, allDay } = moment;
  const day = formatDate(at, timeZone, reader, { year: false });
  return withZone(
    allDay ? day : `${day} · ${formatTime(at, timeZone, reader.locale)}`,
    moment,
    reader,
  );
}

interface Span {
  /** UTC epoch ms. */
  startsAt: number;
  endsAt: number;
  timeZone: string;
}

/** The first to the last of several days. */
export const daysInWords = (span: Span, reader: Reader): string =>
  formatDays({ ...span, allDay: true }, reader, { year: false });

/** A day of an exhibition with its hours. */
export const dayWithHours = ({ startsAt, endsAt, timeZone }: Span, reader: Reader): string =>
  listOf(reader.locale, [
    formatDate(startsAt, timeZone, reader, { year: false }),
    hoursText(clockOf(startsAt, timeZone), clockOf(endsAt, timeZone), reader),
  ]);

/** An event as it is on the date of a showing, with its city. */
export async function eventAt(deps: Pick<Deps, "db" | "memo">, eventId: string, occ: string) {
  const found = await deps.db
    .select({ event: events, occurrence: eventOccurrences })
    .from(events)
    .leftJoin(
      eventOccurrences,
      sql`${eventOccurrences.eventId} = ${events.id} AND ${eventOccurrences.originalStart} = ${occ.slice(eventId.length + 1)}`,
    )
    .where(eq(events.id, eventId))
    .get();
  if (!found) throw new AppError("not-found");
  const { event, occurrence } = found;
  const city = (await citiesById(deps)).get(event.cityId);
  return {
    event: occurrence ? atOccurrence(event, occurrence) : event,
    city,
    isDate: occurrence !== null && event.schedule !== null,
  };
}

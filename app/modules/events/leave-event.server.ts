import { type Locale, localized } from "../../i18n/locale";
import { readerOf } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { excerpt } from "../../lib/text/excerpt";
import { findCityById } from "../cities/queries.server";
import { atOccurrence, getListedEvent, getOccurrence } from "./get-event.server";
import type { EventRow } from "./list/list-events.server";
import { eventDays, stateSentence } from "./present/event-times.server";
import {
  type CalendarEntry,
  googleCalendarUrl,
  locationLine,
  outlookCalendarUrl,
  statedTitle,
  ticketLink,
} from "./present/present-event.server";

/** As much of the description as an address of some kilobytes can carry in Persian. */
const DETAILS_LENGTH = 280;

const SERVICES: Record<string, (entry: CalendarEntry) => string> = {
  google: googleCalendarUrl,
  outlook: outlookCalendarUrl,
};

/** An event that everyone may see, on the date that `at` names. @throws AppError("not-found") */
async function listedEventAt(deps: Deps, id: string, at: string | null): Promise<EventRow> {
  const event = await getListedEvent(deps, id);
  return at === null || !event.schedule
    ? event
    : atOccurrence(event, await getOccurrence(deps.db, id, at));
}

/**
 * Where tickets are sold, or the waiting list once they are sold out. @throws AppError("not-found")
 * where the event or a web address is missing
 */
export async function ticketUrlOf(deps: Deps, id: string, at: string | null): Promise<string> {
  const event = await listedEventAt(deps, id, at);
  const url = ticketLink(event);
  if (!url) throw new AppError("not-found");
  return url.href;
}

/**
 * The page of a calendar service with the event filled in. @throws AppError("not-found") for
 * services we do not know
 */
export async function calendarUrlOf(
  { deps, locale, origin }: { deps: Deps; locale: Locale; origin: string },
  id: string,
  service: string,
  at: string | null,
): Promise<string> {
  const toUrl = Object.hasOwn(SERVICES, service) ? SERVICES[service] : undefined;
  if (!toUrl) throw new AppError("not-found");
  const event = await listedEventAt(deps, id, at);
  const city = await findCityById(deps, event.cityId);
  const { first, afterLast } = eventDays(event);
  const description = localized({ en: event.descriptionEn, fa: event.descriptionFa }, locale);
  return toUrl({
    title: statedTitle(event, locale),
    details: [
      stateSentence(event, city, { ...readerOf(locale), timeZone: "unknown" }),
      excerpt(description, DETAILS_LENGTH),
      `${origin}${paths.event(event.id, { at })}`,
    ]
      .filter(Boolean)
      .join("\n\n"),
    location: locationLine(event, city, locale),
    timeZone: event.timeZone,
    time: event.allDay ? { first, afterLast } : { startsAt: event.startsAt, endsAt: event.endsAt },
  });
}

import { addToCalendar, calendarText, createCalendar } from "../events/event-ics.server";
import { FEED_REFRESH, type Feed } from "./feed";

/** The feed as a calendar (RFC 5545, RFC 7986): cancelled events stay, as cancelled. */
export function writeIcs({
  title,
  description,
  locale,
  origin,
  url,
  page,
  events,
  cities,
}: Feed): string {
  const calendar = createCalendar(locale, {
    name: title,
    description,
    url: page,
    source: url,
    refresh: FEED_REFRESH,
  });
  for (const event of events)
    addToCalendar(calendar, event, cities.get(event.cityId), { locale, origin });
  return calendarText(calendar);
}

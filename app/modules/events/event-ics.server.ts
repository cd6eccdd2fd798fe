import ical, { ICalEventStatus } from "ical-generator";
import { type Locale, listOf, localized } from "../../lib/locale";
import { translatorFor } from "../../lib/messages.server";
import { paths } from "../../lib/paths";
import type { City } from "../cities/queries.server";
import { eventDays } from "./event-times.server";
import type { EventRow } from "./list-events.server";
import { categoryView, cityName, priceText } from "./present-event.server";

interface IcsContext {
  locale: Locale;
  origin: string;
}

const STATUS = {
  scheduled: ICalEventStatus.CONFIRMED,
  postponed: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
} as const;

/** TEXT takes no control characters but the line break, which the library escapes (RFC 5545 §3.3.11). */
const plain = (text: string) => text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n]/gu, " ");

/** Venue, address and city on one line, each said once. */
export function locationLine(event: EventRow, city: City | undefined, locale: Locale): string {
  const venue = localized({ en: event.venueEn, fa: event.venueFa }, locale);
  const address = localized({ en: event.addressEn ?? "", fa: event.addressFa }, locale);
  const town = cityName(city, locale);
  return listOf(locale, [venue, address, address.includes(town) ? "" : town]);
}

/**
 * An event as an iCalendar file (RFC 5545). Times are UTC, so that no VTIMEZONE has to agree with the reader's own
 * zone data; whole days are dates with an exclusive end. Without a METHOD, DTSTAMP is when the event last changed
 * (§3.8.7.2), so an unchanged event is an unchanged file.
 */
export function eventIcs(event: EventRow, city: City | undefined, { locale, origin }: IcsContext): string {
  const t = translatorFor(locale);
  const { afterLast, first } = eventDays(event);
  const changed = new Date(event.updatedAt);
  const url = `${origin}${paths.event(event.id)}`;
  const organizer = localized({ en: event.organizerEn ?? "", fa: event.organizerFa }, locale);
  const details = [
    localized({ en: event.descriptionEn, fa: event.descriptionFa }, locale),
    [
      organizer && t("pages:event.labelled", { label: t("pages:event.fact.organizer"), value: organizer }),
      event.price !== null && t("pages:event.labelled", { label: t("pages:event.fact.price"), value: priceText(event, locale) }),
      url,
    ]
      .filter(Boolean)
      .join("\n"),
  ].filter(Boolean);
  const calendar = ical({ prodId: { company: "Rooydad", product: "Events", language: locale.toUpperCase() }, scale: "GREGORIAN" });
  calendar.createEvent({
    // Never to change: calendars know the event by it (RFC 5545 §3.8.4.7).
    id: `${event.id}@rooydad`,
    sequence: event.sequence,
    stamp: changed,
    created: new Date(event.createdAt),
    lastModified: changed,
    allDay: event.allDay,
    start: event.allDay ? new Date(`${first}T00:00:00Z`) : new Date(event.startsAt),
    end: event.allDay ? new Date(`${afterLast}T00:00:00Z`) : event.endsAt > event.startsAt ? new Date(event.endsAt) : null,
    summary: plain(localized({ en: event.titleEn, fa: event.titleFa }, locale)).replaceAll("\n", " "),
    description: plain(details.join("\n\n")),
    location: {
      title: plain(locationLine(event, city, locale)),
      ...(event.latitude !== null && event.longitude !== null ? { geo: { lat: event.latitude, lon: event.longitude } } : null),
    },
    categories: event.categories.map((name) => ({ name: categoryView(name, locale)?.label ?? name })),
    status: STATUS[event.lifecycle],
    url,
  });
  return `${calendar.toString()}\r\n`;
}

/** A name for the file that every system takes: ASCII of the English title. */
export function icsFileName(event: Pick<EventRow, "titleEn">): string {
  const name = event.titleEn
    .normalize("NFKD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return `${name || "event"}.ics`;
}

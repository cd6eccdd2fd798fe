import ical, {
  escape as escapeText,
  ICalCalendarMethod,
  ICalEvent,
  ICalEventClass,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import { type Locale, listOf, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { readerOf } from "../../../lib/dates/dates.server";
import { DAY } from "../../../lib/dates/durations";
import { clockDate, onClock, writeTimeZone } from "../../../lib/dates/write-time-zone.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { SCHEDULE_LIMITS } from "../../../lib/event/schedule";
import { conditionalResponse } from "../../../lib/http/conditional-response.server";
import { paths } from "../../../lib/paths";
import { type City, findCityById } from "../../cities/queries.server";
import { readOccurrences, selectOccurrences } from "../event-occurrences.server";
import { getListedEvent } from "../get-event.server";
import type { EventRow } from "../list/list-events.server";
import { priceText } from "../present/event-facts.server";
import { eventDays, stateSentence } from "../present/event-times.server";
import { categoryView, choiceText, cityName, statedTitle } from "../present/present-event.server";
import { foldLines } from "./fold-lines";
import { type IcsEntry, type IcsEvent, icsEntriesOf } from "./ics-entries.server";
import { seriesEntries } from "./series-ics.server";

interface IcsContext {
  locale: Locale;
  origin: string;
}

const STATUS = {
  scheduled: ICalEventStatus.CONFIRMED,
  postponed: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
} as const;

/**
 * TEXT takes no control characters but the line break, which the library escapes (RFC 5545
 * §3.3.11).
 */
const plain = (text: string) => text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n]/gu, " ");

type PlacedEvent = Pick<EventRow, "venueEn" | "venueFa" | "addressEn" | "addressFa" | "attendance">;

/**
 * Venue, address and city on one line, each said once, and that one can take part online; of an
 * event that is online alone nothing else.
 */
export function locationLine(event: PlacedEvent, city: City | undefined, locale: Locale): string {
  const online = event.attendance === "in-person" ? "" : choiceText("attendance", "online", locale);
  const venue = localized({ en: event.venueEn, fa: event.venueFa }, locale);
  const address = localized({ en: event.addressEn ?? "", fa: event.addressFa }, locale);
  if (event.attendance === "online" && venue === "" && address === "") return online;
  const town = cityName(city, locale);
  return listOf(locale, [venue, address, address.includes(town) ? "" : town, online]);
}

/** A subscribed calendar's own properties. */
interface CalendarHead {
  name: string;
  description: string;
  /** The page that shows the same, absolute. */
  url: string;
  /** The calendar's own absolute address; null when it must stay secret. */
  source: string | null;
  /** How often it is worth asking again, seconds. */
  refresh: number;
}

/** The library escapes values of events, but not of the calendar. */
const escapedText = (text: string) => escapeText(plain(text), false);

const END = "END:VCALENDAR\r\n";

/**
 * The beginning of a published calendar (RFC 5545, RFC 7986), up to its parts. Without a head it is
 * a file to be taken in once.
 */
export function beginCalendar(locale: Locale, head?: CalendarHead): string {
  const calendar = ical({
    prodId: { company: "Rooydad", product: "Events", language: locale.toUpperCase() },
    scale: "GREGORIAN",
    method: ICalCalendarMethod.PUBLISH,
    ...(head && {
      name: escapedText(head.name),
      description: escapedText(head.description),
      url: head.url,
      source: head.source,
      ttl: head.refresh,
    }),
  });
  return `${calendar}\r\n`.slice(0, -END.length);
}

/** A calendar of its beginning and its parts. */
export const endCalendar = (beginning: string, parts: readonly string[]): string =>
  `${beginning}${parts.join("")}${END}`;

/** A property of a calendar, folded. @param name with its parameters */
export const calendarProperty = (name: string, text: string): string =>
  `${foldLines(`${name}:${escapedText(text)}`)}\r\n`;

/** The zones of entries that are on a clock, for the time in which they are. */
export function writeZones(entries: readonly IcsEntry[]): string {
  const timed = entries.filter(({ allDay }) => !allDay);
  const from = Math.min(...timed.map(({ startsAt }) => startsAt));
  const to = Math.max(...timed.map(({ endsAt, lastsUntil }) => lastsUntil ?? endsAt));
  const zones = new Set(timed.map(({ timeZone }) => timeZone));
  return [...zones].map((zone) => writeTimeZone(zone, from, to)).join("");
}

/** What entries are made for; it has none itself. */
const CALENDAR = ical();

/**
 * An entry as text. Calendars do not make a person busy. Times are on the clock of the zone, whose
 * VTIMEZONE the calendar has (`writeZones`); those that come twice there are in UTC. All-day events are dates with an
 * exclusive end. Title and description start with cancellations, postponements and moves, since few
 * calendars show STATUS. DTSTAMP is the last change, so an unchanged event gives unchanged text.
 */
export function writeEntry(
  event: IcsEntry,
  city: City | undefined,
  {
    locale,
    origin,
    isUnlisted = false,
    isPrivate = false,
  }: IcsContext & { isUnlisted?: boolean; isPrivate?: boolean },
): string {
  const t = translatorFor(locale);
  const { afterLast, first } = eventDays(event);
  const changed = new Date(event.updatedAt);
  const url = `${origin}${paths.event(event.id, { at: event.at })}`;
  const organizer = localized({ en: event.organizerEn ?? "", fa: event.organizerFa }, locale);
  const details = [
    stateSentence(event, city, { ...readerOf(locale), timeZone: "unknown" }),
    [event.soldOut && t("pages:event.notice.soldOut"), event.note].filter(Boolean).join(" "),
    localized({ en: event.descriptionEn, fa: event.descriptionFa }, locale),
    [
      organizer &&
        t("pages:event.labelled", { label: t("pages:event.fact.organizer"), value: organizer }),
      event.price !== null &&
        t("pages:event.labelled", {
          label: t("pages:event.fact.price"),
          value: priceText(event, locale),
        }),
      event.publicOnlineUrl &&
        t("pages:event.labelled", {
          label: t("events:attendance.online"),
          value: event.publicOnlineUrl,
        }),
      !isUnlisted && url,
    ]
      .filter(Boolean)
      .join("\n"),
  ].filter(Boolean);
  const status = STATUS[event.lifecycle];
  const clock = (at: number, wall?: string) =>
    event.allDay ? null : wall ? clockDate(new Date(`${wall}Z`)) : onClock(at, event.timeZone);
  const [startClock, endClock] = [
    clock(event.startsAt, event.wall?.start),
    clock(event.endsAt, event.wall?.end),
  ];
  const isZoned = startClock !== null && endClock !== null;
  const [start, end] = isZoned
    ? [startClock, endClock]
    : [new Date(event.startsAt), new Date(event.endsAt)];
  const data = {
    // Never to change: calendars know the event by it (RFC 5545 §3.8.4.7).
    id: `${event.uid}@rooydad`,
    sequence: event.sequence,
    stamp: changed,
    created: new Date(event.createdAt),
    lastModified: changed,
    allDay: event.allDay,
    start: event.allDay ? new Date(`${first}T00:00:00Z`) : start,
    end: event.allDay
      ? new Date(`${afterLast}T00:00:00Z`)
      : event.endsAt > event.startsAt
        ? end
        : null,
    ...(isZoned ? { timezone: event.timeZone } : null),
    transparency: ICalEventTransparency.TRANSPARENT,
    summary: plain(statedTitle(event, locale)).replaceAll("\n", " "),
    description: plain(details.join("\n\n")),
    location: {
      title: plain(locationLine(event, city, locale)),
      ...(event.latitude !== null && event.longitude !== null
        ? { geo: { lat: event.latitude, lon: event.longitude } }
        : null),
    },
    categories: event.categories.map((name) => ({
      name: categoryView(name, locale)?.label ?? name,
    })),
    // An event that awaits a moderator is tentative.
    status: isUnlisted && status === ICalEventStatus.CONFIRMED ? ICalEventStatus.TENTATIVE : status,
    ...(isUnlisted ? null : { url }),
    ...(isPrivate ? { class: ICalEventClass.PRIVATE } : null),
  };
  const entry = new ICalEvent(data, CALENDAR);
  if (event.publicOnlineUrl)
    entry.x(
      CONFERENCE_STAND_IN,
      event.publicOnlineUrl.replace(/[\\;,]/g, (letter) => encodeURIComponent(letter)),
    );
  const recurrence = (event.recurrence ?? []).map((line) => `\r\n${line}`).join("");
  const text = String(entry).replace("\r\nSUMMARY:", (summary) => recurrence + summary);
  return foldLines(text).replace(`\r\n${CONFERENCE_STAND_IN}:`, `\r\n${CONFERENCE}:`);
}

/**
 * The link of an online event (RFC 7986 §5.11). The library writes own properties alone, as folded
 * text: a name of the same length takes its place.
 */
const CONFERENCE = "CONFERENCE;VALUE=URI";
const CONFERENCE_STAND_IN = "X-ROOYDAD-CONFERENCE";

/** A calendar file of entries, to be taken in once. */
export const entriesIcs = (
  entries: readonly IcsEntry[],
  cities: (cityId: string) => City | undefined,
  context: IcsContext,
): string =>
  endCalendar(beginCalendar(context.locale), [
    writeZones(entries),
    ...entries.map((entry) => writeEntry(entry, cities(entry.cityId), context)),
  ]);

/** One event as an iCalendar file: a series as it is, or with `at` the one date. */
export function eventIcs(
  event: IcsEvent,
  city: City | undefined,
  context: IcsContext & { at?: string | null },
): string {
  const { schedule, occurrences } = event;
  const isSeries = schedule && occurrences?.length && context.at == null;
  const entries = isSeries
    ? seriesEntries({ ...event, schedule }, occurrences, context.locale)
    : icsEntriesOf(event, context.locale);
  return entriesIcs(entries, () => city, context);
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

/** Past dates of a series that a file still has, ms. */
const PAST = 30 * DAY;

interface FileContext {
  deps: Deps;
  locale: Locale;
  origin: string;
}

/**
 * The answer of `/events/{id}/ics`, of the page's and the API's alike: of a series all dates, or
 * the one that `at` names. @throws AppError("not-found")
 */
export async function eventFile(
  { deps, locale, origin }: FileContext,
  request: Request,
  id: string,
): Promise<Response> {
  const event = await getListedEvent(deps, id);
  const now = deps.clock.now();
  const [rows, city] = await Promise.all([
    event.schedule
      ? selectOccurrences(
          deps.db,
          [id],
          { from: now - PAST, to: Number.MAX_SAFE_INTEGER },
          SCHEDULE_LIMITS.occurrences,
        )
      : [],
    findCityById(deps, event.cityId),
  ]);
  const at = new URL(request.url).searchParams.get("at");
  const chosen = readOccurrences(rows).filter(
    ({ originalStart }) => at === null || originalStart === at,
  );
  if (event.schedule && at !== null && chosen.length === 0) throw new AppError("not-found");
  const occurrences = chosen.length > 0 ? chosen : undefined;
  const body = eventIcs({ ...event, occurrences }, city, { locale, origin, at });
  return conditionalResponse(request, body, {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `attachment; filename="${icsFileName(event)}"`,
    "Content-Language": locale,
    Vary: "Accept-Language, Cookie",
  });
}

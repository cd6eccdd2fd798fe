import { type Locale, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { readerOf } from "../../../lib/dates/dates.server";
import { DAY } from "../../../lib/dates/durations";
import { basicTime, onClock, writeTimeZone } from "../../../lib/dates/write-time-zone.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { SCHEDULE_LIMITS } from "../../../lib/event/schedule";
import { conditionalResponse } from "../../../lib/http/conditional-response.server";
import { paths } from "../../../lib/paths";
import { type City, findCityById } from "../../cities/queries.server";
import { getListedEvent, readOccurrences, selectOccurrences } from "../get-event.server";
import type { EventRow } from "../list/list-events.server";
import { priceText } from "../present/event-facts.server";
import { eventDays, stateSentence } from "../present/event-times.server";
import { categoryView, locationLine, statedTitle } from "../present/present-event.server";
import { type IcsEntry, type IcsEvent, icsEntriesOf } from "./ics-entries.server";
import { dateEntry, seriesEntries } from "./series-ics.server";

interface IcsContext {
  locale: Locale;
  origin: string;
}

const STATUS = {
  scheduled: "CONFIRMED",
  postponed: "TENTATIVE",
  cancelled: "CANCELLED",
} as const;

/** A subscribed calendar's own properties. */
interface CalendarHead {
  name: string;
  description: string;
  /** The page that shows the same, absolute. */
  url: string;
  /** The calendar's own absolute address; null when it must stay secret. */
  source: string | null;
  /** How often it is worth asking again, seconds; said in whole hours. */
  refresh: number;
}

const lines = (all: readonly (string | false | null)[]): string =>
  all.map((line) => (line ? foldLine(line) : "")).join("");

/**
 * The beginning of a published calendar (RFC 5545, RFC 7986), up to its parts. Without a head it is
 * a file to be taken in once.
 */
export function beginCalendar(locale: Locale, head?: CalendarHead): string {
  const name = head && escapeText(head.name);
  const refresh = head && `PT${Math.ceil(head.refresh / 3_600)}H`;
  return lines([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//Rooydad//Events//${locale.toUpperCase()}`,
    ...(head ? [`URL:${head.url}`, head.source !== null && `SOURCE;VALUE=URI:${head.source}`] : []),
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    ...(head
      ? [
          `NAME:${name}`,
          `X-WR-CALNAME:${name}`,
          `X-WR-CALDESC:${escapeText(head.description)}`,
          `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
          `X-PUBLISHED-TTL:${refresh}`,
        ]
      : []),
  ]);
}

/** A calendar of its beginning and its parts. */
export const endCalendar = (beginning: string, parts: readonly string[]): string =>
  `${beginning}${parts.join("")}${foldLine("END:VCALENDAR")}`;

/** A property of a calendar, folded. @param name with its parameters */
export const calendarProperty = (name: string, text: string): string =>
  foldLine(`${name}:${escapeText(text)}`);

/** The zones of entries that are on a clock, for the time in which they and their places in series are. */
export function writeZones(entries: readonly IcsEntry[]): string {
  const timed = entries.filter(({ allDay }) => !allDay);
  const times = timed.flatMap(({ startsAt, endsAt, lastsUntil = endsAt, placeAt = startsAt }) => [
    startsAt,
    lastsUntil,
    placeAt,
  ]);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const zones = new Set(timed.map(({ timeZone }) => timeZone));
  return [...zones].map((zone) => writeTimeZone(zone, from, to)).join("");
}

const utcTime = (at: number): string => `${basicTime(at)}Z`;

/** Start and end of an entry as properties; one without a known end has none. */
function timesOf(event: IcsEntry): string[] {
  const { startsAt, endsAt, timeZone, wall } = event;
  if (event.allDay) {
    const { first, afterLast } = eventDays(event);
    return [
      `DTSTART;VALUE=DATE:${first.replaceAll("-", "")}`,
      `DTEND;VALUE=DATE:${afterLast.replaceAll("-", "")}`,
      "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
      "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE",
    ];
  }
  const clock = (at: number, said: string | undefined) =>
    said === undefined ? onClock(at, timeZone) : basicTime(Date.parse(`${said}Z`));
  const [start, end] = [clock(startsAt, wall?.start), clock(endsAt, wall?.end)];
  const isZoned = start !== null && end !== null;
  const property = (name: string, at: number, zoned: string | null) =>
    isZoned ? `${name};TZID=${timeZone}:${zoned}` : `${name}:${utcTime(at)}`;
  return [
    property("DTSTART", startsAt, start),
    ...(endsAt > startsAt ? [property("DTEND", endsAt, end)] : []),
  ];
}

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
  const location = locationLine(event, city, locale);
  const categories = event.categories.map((name) => categoryView(name, locale)?.label ?? name);
  const status = STATUS[event.lifecycle];
  const changed = utcTime(event.updatedAt);
  return lines([
    "BEGIN:VEVENT",
    // Never to change: calendars know the event by it (RFC 5545 §3.8.4.7).
    `UID:${event.uid}@rooydad`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${changed}`,
    ...timesOf(event),
    ...(event.recurrence ?? []),
    `SUMMARY:${escapeText(statedTitle(event, locale).replace(/\r\n?|\n/g, " "))}`,
    "TRANSP:TRANSPARENT",
    location !== "" && `LOCATION:${escapeText(location)}`,
    event.latitude !== null &&
      event.longitude !== null &&
      `GEO:${event.latitude};${event.longitude}`,
    details.length > 0 && `DESCRIPTION:${escapeText(details.join("\n\n"))}`,
    categories.length > 0 && `CATEGORIES:${categories.map(escapeText).join(",")}`,
    !isUnlisted && `URL;VALUE=URI:${url}`,
    // An event that awaits a moderator is tentative.
    `STATUS:${isUnlisted && status === STATUS.scheduled ? STATUS.postponed : status}`,
    // The link of an online event (RFC 7986 §5.11).
    event.publicOnlineUrl &&
      `CONFERENCE;VALUE=URI:${event.publicOnlineUrl.replace(/[\\;,\p{Cc}]/gu, encodeURIComponent)}`,
    `CREATED:${utcTime(event.createdAt)}`,
    `LAST-MODIFIED:${changed}`,
    isPrivate && "CLASS:PRIVATE",
    "END:VEVENT",
  ]);
}

/** One event as an iCalendar file: a series as it is, or with `at` the one date of it. */
export function eventIcs(
  event: FileEvent,
  city: City | undefined,
  context: IcsContext & { at?: string | null },
): string {
  const entries = fileEntries(event, context.locale, context.at ?? null);
  return endCalendar(beginCalendar(context.locale), [
    writeZones(entries),
    ...entries.map((entry) => writeEntry(entry, city, context)),
  ]);
}

type FileEvent = IcsEvent & Pick<EventRow, "schedule" | "scheduleVersion">;

/** The entries that an event's file has: of a series itself or, with `at`, that one date. */
export function fileEntries(event: FileEvent, locale: Locale, at: string | null): IcsEntry[] {
  const { schedule, occurrences } = event;
  if (!schedule || !occurrences) return icsEntriesOf(event, locale);
  const series = { ...event, schedule };
  return at === null
    ? seriesEntries(series, occurrences, locale)
    : occurrences
        .filter(({ originalStart }) => originalStart === at)
        .map((date) => dateEntry(series, date, locale));
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

/** A statement that reads the dates that files of these series have; `readOccurrences` reads it. */
export const selectFileDates = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  ids: readonly string[],
) =>
  selectOccurrences(
    db,
    ids,
    { from: clock.now() - PAST, to: Number.MAX_SAFE_INTEGER },
    SCHEDULE_LIMITS.occurrences,
  );

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
  const [rows, city] = await Promise.all([
    event.schedule ? selectFileDates(deps, [id]) : [],
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

/** Bytes of a line, with one to spare for the space before its continuation (RFC 5545 §3.1). */
const MOST = 74;

/** Bytes of UTF-8 of a character by its first unit. */
const bytesOf = (unit: number): number =>
  unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit <= 0xdbff ? 4 : 3;

/** A line of a calendar with its end, folded, no character in two. */
export function foldLine(line: string): string {
  // No character has more than three bytes a unit.
  if (line.length * 3 <= MOST) return `${line}\r\n`;
  let folded = "";
  let [start, bytes] = [0, 0];
  for (let at = 0; at < line.length; at += 1) {
    const size = bytesOf(line.charCodeAt(at));
    bytes += size;
    if (bytes > MOST) {
      folded += `${line.slice(start, at)}\r\n `;
      [start, bytes] = [at, size];
    }
    if (size === 4) at += 1;
  }
  return `${start === 0 ? line : folded + line.slice(start)}\r\n`;
}

const RESERVED = /[\\;,\p{Cc}]/u;

/**
 * A value of type TEXT (RFC 5545 §3.3.11): escaped, its line breaks too, since a line break would
 * begin a property. It takes no other control characters.
 */
export function escapeText(text: string): string {
  if (!RESERVED.test(text)) return text;
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\p{Cc}/gu, " ");
}

import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { isTimeZone } from "../../../lib/dates/time-zone";
import { AppError } from "../../../lib/errors";
import { webUrl } from "../../../lib/http/web-url";
import { materialise } from "../../schedule/expand-schedule.server";
import {
  asShowings,
  isRecurring,
  readSeries,
  withRawRules,
} from "../../schedule/read-series.server";
import { EMPTY_FOUND_EVENT, type FoundEvent } from "./found-event";

/** Of a calendar file, characters: many thousand events, and nothing that takes long to read. */
export const CALENDAR_FILE_MAX = 1_048_576;

/** Limits of the search for the next entry: entries read, and series expanded. */
const LOOKED = 1_000;
const EXPANDED = 50;

/** More parts no property has; the parser takes their number squared. */
const PARTS = 200;

const broken = () =>
  new AppError("invalid", [{ path: "file", message: "errors:issue.calendarFile" }]);

/**
 * The event of a calendar file (RFC 5545): the next of several, with its schedule when it has
 * several dates. Showings that are events of their own, with the same title and place, are one
 * event. @param now UTC ms
 * @throws AppError("invalid") with an issue at `file`
 */
export function readCalendarFile(text: string, now: number): FoundEvent {
  if (text.length > CALENDAR_FILE_MAX)
    throw new AppError("invalid", [{ path: "file", message: "errors:issue.fileTooLarge" }]);
  const { calendar, events } = parseCalendar(text);
  const [first] = events;
  if (!first) throw broken();
  const usualZone = textOf(calendar, "x-wr-timezone");
  let expanded = 0;
  const isToCome = (event: FileEvent) => {
    if (event.entries.some((entry) => isNotOver(entry, now))) return true;
    if (!event.isSeries || expanded++ >= EXPANDED) return false;
    const timeZone = zoneOf(event, usualZone) ?? "UTC";
    const read = readSeries(event.entries, timeZone);
    return (
      "schedule" in read && materialise(read.schedule, { eventId: "", timeZone }, now).length > 0
    );
  };
  const chosen = events.find(isToCome) ?? first;
  const found = foundEvent(
    chosen,
    usualZone,
    chosen.entries.find((entry) => isNotOver(entry, now)),
  );
  return { ...found, notes: events.length > 1 ? [...found.notes, "several"] : found.notes };
}

/** An event of a calendar with what identifies it there. */
export interface CalendarFileEvent {
  /** UID, or of showings with UIDs of their own their common title and place; null without any. */
  id: string | null;
  /** Whether all of it is cancelled. */
  isCancelled: boolean;
  found: FoundEvent;
}

/**
 * All events of a calendar (RFC 5545), up to 1,000 entries. @throws AppError("invalid") with an
 * issue at `file`
 */
export function readCalendar(text: string): CalendarFileEvent[] {
  const { calendar, events } = parseCalendar(text);
  const usualZone = textOf(calendar, "x-wr-timezone");
  const isCancelled = (entry: ICAL.Component) =>
    textOf(entry, "status")?.toUpperCase() === "CANCELLED";
  return events.map((event) => {
    const [first] = event.entries;
    const isShowings =
      event.isSeries &&
      first !== undefined &&
      event.entries.length > 1 &&
      event.entries.every(isOverride);
    const id =
      first &&
      (isShowings
        ? JSON.stringify([textOf(first, "summary"), textOf(first, "location")])
        : textOf(first, "uid"));
    return {
      id: id ?? null,
      isCancelled:
        first !== undefined &&
        (isOverride(first) ? event.entries.every(isCancelled) : isCancelled(first)),
      found: foundEvent(event, usualZone),
    };
  });
}

function foundEvent(
  event: FileEvent,
  usualZone: string | null,
  shown = event.entries[0],
): FoundEvent {
  if (!shown) throw broken();
  return {
    ...readEntry(shown),
    timeZone: zoneOf(event, usualZone),
    readSchedule: event.isSeries ? (timeZone) => readSeries(event.entries, timeZone) : null,
  };
}

function parseCalendar(text: string): { calendar: ICAL.Component; events: FileEvent[] } {
  const lines = text.replace(/\r?\n[ \t]/g, "").split(/\r?\n/);
  if (lines.some((line) => line.replaceAll("\\;", "").split(";").length > PARTS)) throw broken();
  try {
    const parsed: unknown[] = ICAL.parse(withRawRules(text));
    // Several calendars in one file come as a list of them.
    const calendar = new ICAL.Component(Array.isArray(parsed[0]) ? parsed[0] : parsed);
    return { calendar, events: eventsOf(calendar.getAllSubcomponents("vevent").slice(0, LOOKED)) };
  } catch {
    throw broken();
  }
}

/** The entries of one event, the one with its rule or its first date in front. */
interface FileEvent {
  entries: ICAL.Component[];
  isSeries: boolean;
}

const isNotOver = (entry: ICAL.Component, now: number): boolean =>
  Date.parse(readTime(entry, "dtstart")?.at ?? "") >= now;

function grouped(
  entries: readonly ICAL.Component[],
  keyOf: (entry: ICAL.Component) => string | null,
): ICAL.Component[][] {
  const groups = new Map<string, ICAL.Component[]>();
  for (const [index, entry] of entries.entries()) {
    const key = keyOf(entry) ?? String(index);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()];
}

/**
 * Events of a file in its order: entries of one UID, and single entries with the same title and
 * place.
 */
function eventsOf(entries: readonly ICAL.Component[]): FileEvent[] {
  const ofUid = grouped(entries, (entry) => {
    const uid = textOf(entry, "uid");
    return uid && `uid ${uid}`;
  });
  const isSingle = (group: readonly ICAL.Component[]) => !group.some(isRecurring);
  const singles = ofUid.filter(isSingle).flatMap(([entry]) => entry ?? []);
  const showings = new Map(
    grouped(singles, (entry) => {
      const title = textOf(entry, "summary");
      return title && JSON.stringify([title, textOf(entry, "location")]);
    }).map((group) => [group[0], group]),
  );
  return ofUid.flatMap((group): FileEvent[] => {
    if (!isSingle(group))
      return [
        {
          entries: [...group].sort((a, b) => Number(isOverride(a)) - Number(isOverride(b))),
          isSeries: true,
        },
      ];
    const together = showings.get(group[0]);
    if (!together) return [];
    return [
      together.length > 1
        ? { entries: asShowings(together), isSeries: true }
        : { entries: together, isSeries: false },
    ];
  });
}

const isOverride = (entry: ICAL.Component): boolean => entry.hasProperty("recurrence-id");

/**
 * The zone that the times of an event are written in; null for UTC and floating times of a calendar
 * without a zone.
 */
function zoneOf({ entries }: FileEvent, usual: string | null): string | null {
  const named = entries[0]?.getFirstProperty("dtstart")?.getParameter("tzid");
  return (
    [named, usual].find((zone): zone is string => typeof zone === "string" && isTimeZone(zone)) ??
    null
  );
}

/** Values are parsed lazily; an invalid one counts as missing. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const textOf = (entry: ICAL.Component, name: string): string | null =>
  orNull(() => {
    const value = entry.getFirstPropertyValue(name);
    return value === null || value === undefined ? null : String(value).trim() || null;
  });

function readEntry(entry: ICAL.Component): FoundEvent {
  const location = textOf(entry, "location");
  const start = readTime(entry, "dtstart");
  const end = readTime(entry, "dtend") ?? afterDuration(start, textOf(entry, "duration"));
  const position = orNull(() => entry.getFirstPropertyValue("geo") as unknown);
  const [latitude, longitude] = Array.isArray(position) ? position.map(Number) : [];
  const hasPosition = Number.isFinite(latitude) && Number.isFinite(longitude);
  const organizer = entry.getFirstProperty("organizer")?.getParameter("cn");
  return {
    ...EMPTY_FOUND_EVENT,
    title: textOf(entry, "summary"),
    description: textOf(entry, "description"),
    venue: location?.split(/[,،\n]/)[0]?.trim() ?? null,
    address: location?.replace(/\n/g, ", ") ?? null,
    organizer: typeof organizer === "string" ? organizer : null,
    latitude: hasPosition ? (latitude as number) : null,
    longitude: hasPosition ? (longitude as number) : null,
    startsAt: start?.at ?? null,
    endsAt: end?.at ?? null,
    allDay: start?.isDate ?? false,
    ticketUrl: textOf(entry, "url"),
    // RFC 7986 §5.10.
    imageUrl: webUrl(textOf(entry, "image"))?.href ?? null,
    categories:
      orNull(() =>
        entry
          .getAllProperties("categories")
          .flatMap((property) => property.getValues().map(String)),
      ) ?? [],
    notes: start && !end ? ["noEnd"] : [],
  };
}

interface ReadTime {
  at: string;
  isDate: boolean;
}

/** Rules by which clocks really change: once a year. */
const YEARLY =
  /^(FREQ=YEARLY|INTERVAL=1|BYMONTH=\d{1,2}|BYDAY=[+-]?\d?(SU|MO|TU|WE|TH|FR|SA)|BYMONTHDAY=[\d,-]{1,30}|UNTIL=[\dTZ]+|WKST=\w\w)$/;
const OBSERVANCES = 100;
const RULES = 10;

/**
 * Whether the zone that a file describes can be followed: other rules could repeat every second for
 * centuries.
 */
function isFollowable(zone: ICAL.Component): boolean {
  const observances = [
    ...zone.getAllSubcomponents("standard"),
    ...zone.getAllSubcomponents("daylight"),
  ];
  const rules = observances.flatMap((observance) =>
    observance.getAllProperties("rrule").map((rule) => String(rule.getFirstValue())),
  );
  return (
    observances.length > 0 &&
    observances.length <= OBSERVANCES &&
    rules.length <= RULES &&
    rules.every((rule) => rule.split(";").every((part) => YEARLY.test(part)))
  );
}

/**
 * A time as it is meant: UTC, wall time of a zone that is known by name or described in the file,
 * or floating.
 */
const readTime = (entry: ICAL.Component, name: string): ReadTime | null =>
  orNull(() => timeIn(entry, name));

function timeIn(entry: ICAL.Component, name: string): ReadTime | null {
  const property = entry.getFirstProperty(name);
  const value = property?.getFirstValue();
  if (!property || !(value instanceof ICAL.Time)) return null;
  const wall = value.toString().replace(/Z$/, "");
  if (value.isDate) return { at: `${wall.slice(0, 10)}T00:00`, isDate: true };
  if (value.toString().endsWith("Z")) return { at: `${wall}Z`, isDate: false };
  const zone = property.getParameter("tzid");
  if (typeof zone === "string" && isTimeZone(zone)) {
    const instant = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).toInstant();
    return { at: instant.toString(), isDate: false };
  }
  if (
    typeof zone === "string" &&
    value.zone &&
    value.zone.tzid !== "floating" &&
    isFollowable(value.zone.component)
  )
    return { at: `${value.toJSDate().toISOString().slice(0, 19)}Z`, isDate: false };
  return { at: wall, isDate: false };
}

function afterDuration(start: ReadTime | null, duration: string | null): ReadTime | null {
  if (!start || !duration) return null;
  return orNull(() => {
    const length = Temporal.Duration.from(duration);
    const at = start.at.endsWith("Z")
      ? Temporal.Instant.from(start.at).toZonedDateTimeISO("UTC").add(length).toInstant().toString()
      : Temporal.PlainDateTime.from(start.at).add(length).toString({ smallestUnit: "second" });
    return { at, isDate: start.isDate };
  });
}

import ICAL from "ical.js";
import { DAY } from "../../../lib/dates/durations";
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
import { isOnlinePlace, meetingUrl } from "../fields/online-place";
import { type EntryStatus, readStatusValue, readTitleStatus } from "../fields/read-status";
import { calendarLines, IMPOSSIBLE, SOLAR, UNKNOWN_ZONE } from "../text/calendar-lines";
import { htmlText } from "../text/html-text";
import { readZone } from "../zones/read-zone";
import {
  afterDuration,
  type EntryTime,
  entryText,
  entryTime,
  isWholeDays,
  timeOfEntry,
  unlessBroken,
} from "./calendar-times.server";
import { EMPTY_FOUND_EVENT, type EntryFinding, type FoundEvent } from "./found-event";

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
    throw new AppError("invalid", [{ path: "file", message: "errors:issue.calendarTooLarge" }]);
  const { events, past, usualZone } = parseCalendar(text, now);
  const [first] = events;
  if (!first) throw broken();
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
  return { ...found, notes: events.length + past > 1 ? [...found.notes, "several"] : found.notes };
}

/** An event of a calendar with what identifies it there. */
export interface CalendarFileEvent {
  /** UID, or of showings with UIDs of their own their common title and place; null without any. */
  id: string | null;
  /** UID of its first entry. */
  uid: string | null;
  /** How many entries of the file it is made of. */
  entries: number;
  found: FoundEvent;
}

/** The events of a calendar that are not over, and what of it was not read. */
export interface CalendarEvents {
  events: CalendarFileEvent[];
  /** Single entries that are over. */
  past: number;
  /** Entries beyond those that one reading takes. */
  unread: number;
}

/**
 * All events of a calendar (RFC 5545), up to 1,000 entries that are not over. @param now UTC ms
 * @throws AppError("invalid") with an issue at `file`
 */
export function readCalendar(text: string, now: number): CalendarEvents {
  const { events, past, unread, usualZone } = parseCalendar(text, now);
  const statusOf = (entry: ICAL.Component) => entryStatus(entry).status;
  const read = events.map((event) => {
    const [first] = event.entries;
    const isShowings =
      event.isSeries &&
      first !== undefined &&
      event.entries.length > 1 &&
      event.entries.every(isOverride);
    const id =
      first &&
      (isShowings
        ? JSON.stringify([entryText(first, "summary"), entryText(first, "location")])
        : entryText(first, "uid"));
    const found = foundEvent(event, usualZone);
    // One cancelled showing of several is a date of the schedule.
    const isAll = !isShowings || event.entries.every((entry) => statusOf(entry) === found.status);
    return {
      id: id ?? null,
      uid: first ? entryText(first, "uid") : null,
      entries: event.entries.length,
      found: isAll ? found : { ...found, status: "scheduled" as const },
    };
  });
  return { events: read, past, unread };
}

function foundEvent(
  event: FileEvent,
  usualZone: string | null,
  shown = event.entries[0],
): FoundEvent {
  if (!shown) throw broken();
  const read = readEntry(shown);
  // A date with a name or place of its own is told: a schedule has one for all.
  const isOther = event.entries.some(
    (entry) =>
      isOverride(entry) &&
      event.entries[0] !== undefined &&
      !isOverride(event.entries[0]) &&
      ["summary", "location"].some((name) => entryText(entry, name) !== entryText(shown, name)),
  );
  return {
    ...read,
    findings: isOther
      ? [...read.findings, { field: "schedule", code: "unread-rule" }]
      : read.findings,
    timeZone: zoneOf(event, usualZone),
    readSchedule: event.isSeries ? (timeZone) => readSeries(event.entries, timeZone) : null,
  };
}

/** How long after its start an entry without an end may go on, ms. */
const LONGEST = 60 * DAY;

/** A single entry that is over; cheap, since a file may have many thousand. */
function isPast(entry: ICAL.Component, now: number): boolean {
  if (isRecurring(entry)) return false;
  const end = timeOfEntry(entry, "dtend") ?? timeOfEntry(entry, "dtstart");
  const at = Date.parse(end?.at.replace(/(?<!Z)$/, "Z") ?? "");
  return at < now - (entry.hasProperty("dtend") ? DAY : LONGEST);
}

function parseCalendar(text: string, now: number) {
  const file = calendarLines(text);
  const lines = file.split("\r\n");
  if (lines.some((line) => line.replaceAll("\\;", "").split(";").length > PARTS)) throw broken();
  try {
    const parsed: unknown[] = ICAL.parse(withRawRules(file));
    // Several calendars in one file come as a list of them.
    const calendars = Array.isArray(parsed[0]) ? parsed : [parsed];
    const entries = calendars.flatMap((calendar) =>
      new ICAL.Component(calendar as unknown[]).getAllSubcomponents("vevent"),
    );
    const current = latestVersions(entries);
    const open = current.filter((entry) => !isPast(entry, now));
    // A file of the past alone still shows what it has.
    const kept = (open.length > 0 ? open : current).slice(0, LOOKED);
    const usual = calendars
      .map((calendar) => entryText(new ICAL.Component(calendar as unknown[]), "x-wr-timezone"))
      .find((name) => name !== null);
    return {
      events: eventsOf(kept),
      usualZone: readZone(usual ?? ""),
      past: open.length > 0 ? current.length - open.length : 0,
      unread: Math.max(open.length - LOOKED, 0),
    };
  } catch {
    throw broken();
  }
}

const versionOf = (entry: ICAL.Component): [number, string] => [
  Number(entryText(entry, "sequence") ?? 0) || 0,
  entryText(entry, "last-modified") ?? "",
];

/** Of several versions of an entry the latest: by SEQUENCE, then by its last change. */
function latestVersions(entries: readonly ICAL.Component[]): ICAL.Component[] {
  return grouped(entries, (entry) => {
    const uid = entryText(entry, "uid");
    return uid && JSON.stringify([uid, entryText(entry, "recurrence-id")]);
  }).flatMap(([first, ...others]) => {
    if (!first) return [];
    return others.reduce((latest, entry) => {
      const [[sequence, changed], [own, ownChange]] = [versionOf(latest), versionOf(entry)];
      return own > sequence || (own === sequence && ownChange > changed) ? entry : latest;
    }, first);
  });
}

/** The entries of one event, the one with its rule or its first date in front. */
interface FileEvent {
  entries: ICAL.Component[];
  isSeries: boolean;
}

const isNotOver = (entry: ICAL.Component, now: number): boolean =>
  Date.parse(timeOfEntry(entry, "dtstart")?.at ?? "") >= now;

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
    const uid = entryText(entry, "uid");
    return uid && `uid ${uid}`;
  });
  const isSingle = (group: readonly ICAL.Component[]) => !group.some(isRecurring);
  const singles = ofUid.filter(isSingle).flatMap(([entry]) => entry ?? []);
  const showings = new Map(
    grouped(singles, (entry) => {
      const title = entryText(entry, "summary");
      return title && JSON.stringify([title, entryText(entry, "location")]);
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
function zoneOf({ entries }: FileEvent, usualZone: string | null): string | null {
  const named = entries[0]?.getFirstProperty("dtstart")?.getParameter("tzid");
  return typeof named === "string" && isTimeZone(named) ? named : usualZone;
}

const cleanTextOf = (entry: ICAL.Component, name: string): string | null =>
  htmlText(entryText(entry, name));

/** What the status, the class or the title of an entry says, and the title without it. */
function entryStatus(entry: ICAL.Component): { status: EntryStatus; title: string | null } {
  const title = cleanTextOf(entry, "summary");
  const named = readTitleStatus(title ?? "");
  const status = readStatusValue(entryText(entry, "status"));
  const isPrivate = /^(?:PRIVATE|CONFIDENTIAL)$/i.test(entryText(entry, "class") ?? "");
  return {
    status: status !== "scheduled" ? status : isPrivate ? "private" : named.status,
    title: title === null ? null : named.title,
  };
}

/** Properties by which programs state the address of a meeting. */
const MEETINGS = [
  "conference",
  "x-google-conference",
  "x-microsoft-skypeteamsmeetingurl",
  "x-microsoft-onlinemeetingexternallink",
];

/** The place of an entry: a venue with its address, a link for taking part, or both. */
function placeOf(entry: ICAL.Component, description: string | null) {
  const location = cleanTextOf(entry, "location");
  const isOnline = location !== null && isOnlinePlace(location);
  const stated = MEETINGS.map((name) => webUrl(entryText(entry, name))).find(
    (url) => url?.protocol === "https:",
  )?.href;
  const link = stated ?? meetingUrl(location) ?? (isOnline ? meetingUrl(description) : null);
  const place = isOnline ? null : location;
  return {
    venue: place?.split(/[,،\n]/)[0]?.trim() || null,
    address: place?.replace(/\n/g, ", ") ?? null,
    others: {
      ...(link && { onlineUrl: link }),
      ...((isOnline || (link && place === null)) && { attendance: "online" as const }),
      ...(stated && place !== null && { attendance: "hybrid" as const }),
    },
  };
}

/** Findings on the times of an entry. */
function findingsOf(
  entry: ICAL.Component,
  start: EntryTime | null,
  end: EntryTime | null,
): EntryFinding[] {
  const impossible = entry
    .getAllProperties(IMPOSSIBLE.toLowerCase())
    .map((property) => String(property.getFirstValue()));
  return [
    ...impossible.map(
      (name): EntryFinding => ({
        field: name === "DTEND" ? "endDate" : name === "DTSTART" ? "date" : "schedule",
        code: name === "DTSTART" || name === "DTEND" ? "impossible-date" : "unread-rule",
      }),
    ),
    ...(entry.hasProperty(UNKNOWN_ZONE.toLowerCase())
      ? [{ field: "time", code: "unknown-zone" } as const]
      : []),
    ...(entry.hasProperty(SOLAR.toLowerCase())
      ? [{ field: "date", code: "ambiguous-date" } as const]
      : []),
    // Days do not end at an hour.
    ...(start?.isDate && end && !end.isDate
      ? [{ field: "time", code: "unknown-time" } as const]
      : []),
    ...(entry.hasProperty("exrule") ? [{ field: "schedule", code: "unread-rule" } as const] : []),
    ...(start === null && impossible.length === 0
      ? [{ field: "date", code: "missing-date" } as const]
      : []),
    ...(start && end && end.at < start.at && end.at.endsWith("Z") === start.at.endsWith("Z")
      ? [{ field: "endTime", code: "end-before-start" } as const]
      : []),
  ];
}

function readEntry(entry: ICAL.Component): FoundEvent {
  const isWhole = isWholeDays(entry);
  const start = entryTime(entry, "dtstart", isWhole);
  const end =
    entryTime(entry, "dtend", isWhole) ?? afterDuration(start, entryText(entry, "duration"));
  const position = unlessBroken(() => entry.getFirstPropertyValue("geo") as unknown);
  const [latitude, longitude] = Array.isArray(position) ? position.map(Number) : [];
  const hasPosition = Number.isFinite(latitude) && Number.isFinite(longitude);
  const organizer = entry.getFirstProperty("organizer")?.getParameter("cn");
  const findings = findingsOf(entry, start, end);
  const isEndDropped = findings.some(({ code }) => code === "end-before-start");
  const description = cleanTextOf(entry, "description") ?? cleanTextOf(entry, "x-alt-desc");
  return {
    ...EMPTY_FOUND_EVENT,
    ...placeOf(entry, description),
    ...entryStatus(entry),
    description,
    organizer: typeof organizer === "string" ? organizer.replace(/^"|"$/g, "") : null,
    latitude: hasPosition ? (latitude as number) : null,
    longitude: hasPosition ? (longitude as number) : null,
    startsAt: start?.at ?? null,
    endsAt: isEndDropped ? null : (end?.at ?? null),
    allDay: start?.isDate ?? false,
    ticketUrl: entryText(entry, "url"),
    // RFC 7986 §5.10.
    imageUrl: webUrl(entryText(entry, "image"))?.href ?? null,
    categories:
      unlessBroken(() =>
        entry
          .getAllProperties("categories")
          .flatMap((property) => property.getValues().map(String)),
      ) ?? [],
    findings,
    notes: start && (!end || isEndDropped) ? ["noEnd"] : [],
  };
}

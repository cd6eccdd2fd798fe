import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { AppError } from "../../lib/errors";
import { webUrl } from "../../lib/http/web-url";
import { EMPTY_FOUND_EVENT, type FoundEvent } from "./found-event";

/** Of a calendar file, characters: many thousand events, and nothing that takes long to read. */
export const CALENDAR_FILE_MAX = 1_048_576;

/** Entries that are looked through for the next one. */
const LOOKED = 1_000;

/** More parts no property has; the parser takes their number squared. */
const PARTS = 200;

const broken = () => new AppError("invalid", [{ path: "file", message: "errors:issue.calendarFile" }]);

/**
 * The event of a calendar file (RFC 5545): the next of several. Recurrence rules are reported but not expanded, so that
 * none is endless. @param now UTC ms
 * @throws AppError("invalid") with an issue at `file`
 */
export function readCalendarFile(text: string, now: number): FoundEvent {
  if (text.length > CALENDAR_FILE_MAX) throw new AppError("invalid", [{ path: "file", message: "errors:issue.fileTooLarge" }]);
  const lines = text.replace(/\r?\n[ \t]/g, "").split(/\r?\n/);
  if (lines.some((line) => line.replaceAll("\\;", "").split(";").length > PARTS)) throw broken();
  let entries: ICAL.Component[];
  try {
    const parsed: unknown[] = ICAL.parse(text);
    // Several calendars in one file come as a list of them.
    const calendar = Array.isArray(parsed[0]) ? parsed[0] : parsed;
    entries = new ICAL.Component(calendar).getAllSubcomponents("vevent");
  } catch {
    throw broken();
  }
  const [first] = entries;
  if (!first) throw broken();
  const isToCome = (entry: ICAL.Component) => Date.parse(readTime(entry, "dtstart")?.at ?? "") >= now;
  const next = readEntry(entries.slice(0, LOOKED).find(isToCome) ?? first);
  return entries.length > 1 ? { ...next, notes: [...next.notes, "several"] } : next;
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
    categories: orNull(() => entry.getAllProperties("categories").flatMap((property) => property.getValues().map(String))) ?? [],
    notes: [
      ...(entry.getFirstProperty("rrule") || entry.getFirstProperty("rdate") ? (["repeats"] as const) : []),
      ...(start && !end ? (["noEnd"] as const) : []),
    ],
  };
}

interface ReadTime {
  at: string;
  isDate: boolean;
}

const isZone = (name: string): boolean => orNull(() => new Intl.DateTimeFormat("en", { timeZone: name })) !== null;

/** Rules by which clocks really change: once a year. */
const YEARLY =
  /^(FREQ=YEARLY|INTERVAL=1|BYMONTH=\d{1,2}|BYDAY=[+-]?\d?(SU|MO|TU|WE|TH|FR|SA)|BYMONTHDAY=[\d,-]{1,30}|UNTIL=[\dTZ]+|WKST=\w\w)$/;
const OBSERVANCES = 100;
const RULES = 10;

/** Whether the zone that a file describes can be followed: other rules could repeat every second for centuries. */
function isFollowable(zone: ICAL.Component): boolean {
  const observances = [...zone.getAllSubcomponents("standard"), ...zone.getAllSubcomponents("daylight")];
  const rules = observances.flatMap((observance) => observance.getAllProperties("rrule").map((rule) => String(rule.getFirstValue())));
  return (
    observances.length > 0 &&
    observances.length <= OBSERVANCES &&
    rules.length <= RULES &&
    rules.every((rule) => rule.split(";").every((part) => YEARLY.test(part)))
  );
}

/** A time as it is meant: UTC, wall time of a zone that is known by name or described in the file, or floating. */
const readTime = (entry: ICAL.Component, name: string): ReadTime | null => orNull(() => timeIn(entry, name));

function timeIn(entry: ICAL.Component, name: string): ReadTime | null {
  const property = entry.getFirstProperty(name);
  const value = property?.getFirstValue();
  if (!property || !(value instanceof ICAL.Time)) return null;
  const wall = value.toString().replace(/Z$/, "");
  if (value.isDate) return { at: `${wall.slice(0, 10)}T00:00`, isDate: true };
  if (value.toString().endsWith("Z")) return { at: `${wall}Z`, isDate: false };
  const zone = property.getParameter("tzid");
  if (typeof zone === "string" && isZone(zone)) {
    const instant = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).toInstant();
    return { at: instant.toString(), isDate: false };
  }
  if (typeof zone === "string" && value.zone && value.zone.tzid !== "floating" && isFollowable(value.zone.component))
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

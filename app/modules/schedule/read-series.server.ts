import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { addDays, weekdayOf } from "../../lib/dates/days";
import { SECOND } from "../../lib/dates/durations";
import { isTimeZone } from "../../lib/dates/time-zone";
import { wallTimeIn } from "../../lib/dates/written-times.server";
import type { Schedule } from "../../lib/event/schedule";
import { type ReadRecurrence, readRecurrence } from "./read-recurrence.server";
import type { RecurrenceEntry, RecurrenceRefusal } from "./recurrence";
import { isFollowable } from "./recurrence";
import { WEEKDAY_CODES } from "./rule-days.server";
import { readSchedule } from "./schedule-schema";
import { addWallDays, addWallDuration, type WallTime, wallDaysBetween } from "./wall-time";

const CODES: readonly string[] = WEEKDAY_CODES;

/** Dates of one entry that are read, and its rules; more is no event of this product. */
const DATES_MAX = 1_000;
const RULES_MAX = 50;

const RAW_RULE = "x-rrule";

/**
 * A calendar file whose events keep their rules as text: ical.js drops RSCALE and SKIP (RFC 7529),
 * and a Solar Hijri rule would be read as a Gregorian one. For `readSeries`, before the file is
 * parsed. Rules of zones stay as they are.
 */
export function withRawRules(file: string): string {
  let isInEvent = false;
  // One pass: events without an end must not be searched for one again and again.
  return file.replace(/^(?:(?:BEGIN|END):VEVENT(?=\r?$)|RRULE(?:;[^:\r\n]*)?:)/gim, (head) => {
    if (/^RRULE/i.test(head)) return isInEvent ? `${RAW_RULE.toUpperCase()}:` : head;
    isInEvent = /^BEGIN/i.test(head);
    return head;
  });
}

interface Read {
  at: WallTime;
  isDate: boolean;
}

/**
 * A time as wall time of the event's zone, also of a zone that only the file describes. A floating
 * one keeps its clock: organizers mean the clock on the wall.
 */
function wallOf(value: ICAL.Time, tzid: string | undefined, timeZone: string): Read {
  const text = value.toString();
  if (value.isDate) return { at: `${text.slice(0, 10)}T00:00`, isDate: true };
  const wall = text.slice(0, 16);
  const own = value.zone;
  if (
    !text.endsWith("Z") &&
    !(tzid !== undefined && isTimeZone(tzid)) &&
    own &&
    own.tzid !== "floating" &&
    isFollowable(own.component)
  )
    return { at: wallTimeIn(value.toJSDate().toISOString(), timeZone), isDate: false };
  const zone = text.endsWith("Z")
    ? "UTC"
    : tzid !== undefined && isTimeZone(tzid)
      ? tzid
      : timeZone;
  if (zone === timeZone) return { at: wall, isDate: false };
  const there = Temporal.PlainDateTime.from(wall)
    .toZonedDateTime(zone)
    .withTimeZone(timeZone)
    .toPlainDateTime();
  return { at: there.toString({ smallestUnit: "minute" }), isDate: false };
}

interface ReadPeriod {
  start: Read;
  end: WallTime | null;
}

function timesOf(entry: ICAL.Component, name: string, timeZone: string): ReadPeriod[] {
  let left = DATES_MAX;
  return entry.getAllProperties(name).flatMap((property) => {
    if (left <= 0) return [];
    const tzid = property.getParameter("tzid");
    const zone = typeof tzid === "string" ? tzid : undefined;
    const values: unknown[] = property.getValues().slice(0, left);
    left -= values.length;
    return values.flatMap((value): ReadPeriod[] => {
      if (value instanceof ICAL.Time) return [{ start: wallOf(value, zone, timeZone), end: null }];
      if (!(value instanceof ICAL.Period)) return [];
      return [
        {
          start: wallOf(value.start, zone, timeZone),
          end: wallOf(value.getEnd(), zone, timeZone).at,
        },
      ];
    });
  });
}

/** The UNTIL of a rule as wall time of the event's zone. */
function withWallUntil(rrule: string, timeZone: string): string {
  return rrule.replace(
    /UNTIL=(\d{4})-?(\d{2})-?(\d{2})T(\d{2}):?(\d{2}):?\d{2}Z/i,
    (_whole, ...parts: string[]) => {
      const [year, month, day, hour, minute] = parts;
      const at = Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}Z`)
        .toZonedDateTimeISO(timeZone)
        .toPlainDateTime();
      return `UNTIL=${at.toString({ smallestUnit: "minute" }).replace(/[-:]/g, "")}00`;
    },
  );
}

/**
 * Weekdays that another zone's calendar names, on the day that they are in the event's zone; null
 * where other days are named.
 */
function withShiftedDays(rrule: string, days: number): string | null {
  if (days === 0) return rrule;
  if (!/FREQ=(DAILY|WEEKLY)/i.test(rrule) || /BYMONTH/i.test(rrule)) return null;
  return rrule.replace(/BYDAY=([A-Z,]+)/i, (_whole, list: string) => {
    const shifted = list.split(",").map((code) => {
      const weekday = CODES.indexOf(code.toUpperCase());
      return weekday < 0 ? code : CODES[(weekday + days + 7) % 7];
    });
    return `BYDAY=${shifted.join(",")}`;
  });
}

/** A VEVENT's part in its recurrence set; a reason where it has none. */
function entryOf(entry: ICAL.Component, timeZone: string): RecurrenceEntry | RecurrenceRefusal {
  const [first] = timesOf(entry, "dtstart", timeZone);
  const written = entry.getFirstPropertyValue("dtstart");
  if (!first || !(written instanceof ICAL.Time)) return "invalid";
  if (entry.getFirstProperty("recurrence-id")?.getParameter("range") !== undefined) return "range";
  const { at: start, isDate } = first.start;
  const duration = entry.getFirstPropertyValue("duration");
  const stated =
    timesOf(entry, "dtend", timeZone)[0]?.start.at ??
    (duration instanceof ICAL.Duration
      ? addWallDuration(start, duration.toSeconds() * SECOND)
      : null);
  // A whole day without an end is that day (RFC 5545 §3.6.1).
  const end = stated ?? (isDate ? addWallDays(start, 1) : null);
  const value = entry.getFirstPropertyValue(RAW_RULE) ?? entry.getFirstPropertyValue("rrule");
  const rrule = value
    ? withShiftedDays(
        withWallUntil(String(value), timeZone),
        wallDaysBetween(written.toString(), start),
      )
    : null;
  if (value && rrule === null) return "zone";
  return {
    start,
    end: end !== null && end > start ? end : null,
    isDate,
    rrule,
    exDates: timesOf(entry, "exdate", timeZone).map((time) => time.start.at),
    rDates: timesOf(entry, "rdate", timeZone).map((time) => ({
      start: time.start.at,
      end: time.end,
    })),
    recurrenceId: timesOf(entry, "recurrence-id", timeZone)[0]?.start.at ?? null,
    isCancelled: String(entry.getFirstPropertyValue("status") ?? "").toUpperCase() === "CANCELLED",
  };
}

/** Whether a VEVENT states more than one date. The file was parsed after `withRawRules`. */
export const isRecurring = (component: ICAL.Component): boolean =>
  [RAW_RULE, "rrule", "rdate", "recurrence-id"].some((name) => component.hasProperty(name));

/**
 * VEVENTs with UIDs of their own as overrides of one series, each at its own start: a list of
 * dates, cancelled ones included.
 */
export const asShowings = (components: readonly ICAL.Component[]): ICAL.Component[] =>
  components.map((component) => {
    const [name, properties, inner] = component.toJSON() as [
      string,
      [string, ...unknown[]][],
      unknown[],
    ];
    const start = properties.find(([property]) => property === "dtstart");
    return new ICAL.Component([
      name,
      [...properties, ...(start ? [["recurrence-id", ...start.slice(1)]] : [])],
      inner,
    ]);
  });

type JCalProperty = [string, Record<string, unknown>, string, ...unknown[]];

/** Days from a start to the first weekday that a weekly rule names; 0 where it names none. */
function daysToFirst(rrule: string, start: string): number {
  const named = /FREQ=WEEKLY/i.test(rrule) ? /BYDAY=([A-Z,]+)/i.exec(rrule)?.[1] : undefined;
  const days = (named?.split(",") ?? []).map((code) => CODES.indexOf(code.toUpperCase()) + 1);
  const from = weekdayOf(start.slice(0, 10));
  return days.length === 0 ? 0 : Math.min(...days.map((day) => (day - from + 7) % 7));
}

/** An entry with several rules as one entry a rule, which starts on the first day of its rule. */
function byRule(component: ICAL.Component, rules: readonly ICAL.Property[]): ICAL.Component[] {
  const [name, properties, inner] = component.toJSON() as [string, JCalProperty[], unknown[]];
  const start = properties.find(([property]) => property === "dtstart")?.[3];
  const own = properties.filter(([property]) => property !== RAW_RULE && property !== "rrule");
  return rules.map((rule, place) => {
    const days =
      place === 0 || typeof start !== "string"
        ? 0
        : daysToFirst(String(rule.getFirstValue()), start);
    const moved = own.map((property): JCalProperty => {
      const [, parameters, type, value] = property;
      return days > 0 && /^dt(?:start|end)$/.test(property[0]) && typeof value === "string"
        ? [property[0], parameters, type, `${addDays(value.slice(0, 10), days)}${value.slice(10)}`]
        : property;
    });
    return new ICAL.Component([name, [...moved, rule.toJSON()], inner]);
  });
}

/** Schedules of the rules of one event as one; a reason where they cannot be one. */
function joined(read: readonly ReadRecurrence[]): ReadRecurrence {
  const schedules: Schedule[] = [];
  for (const one of read) {
    if ("refused" in one) return one;
    schedules.push(one.schedule);
  }
  const [first] = schedules;
  if (first?.kind !== "rule") return { refused: "pattern" };
  const rules = schedules.flatMap((schedule) =>
    schedule.kind === "rule" && schedule.allDay === first.allDay ? [schedule] : [],
  );
  if (rules.length < schedules.length) return { refused: "pattern" };
  const whole = readSchedule({
    kind: "rule",
    allDay: first.allDay,
    rules: rules.flatMap((schedule) => schedule.rules),
    dropped: [...new Set(rules.flatMap(({ dropped }) => dropped))].sort(),
    dates: rules.flatMap(({ dates }) => dates),
  });
  return "schedule" in whole ? whole : { refused: "pattern" };
}

/**
 * The schedule of the VEVENTs of one UID, in the wall time of the event's zone. A series that is
 * written in another zone keeps the clock that its first date shows here: organizers mean the clock
 * on the wall. The file was parsed after `withRawRules`. @param timeZone IANA
 */
export function readSeries(
  components: readonly ICAL.Component[],
  timeZone: string,
): ReadRecurrence {
  const [first, ...others] = components;
  const rules = [RAW_RULE, "rrule"].flatMap((name) => first?.getAllProperties(name) ?? []);
  if (rules.length > RULES_MAX) return { refused: "pattern" };
  if (first && rules.length > 1)
    return joined(byRule(first, rules).map((part) => readSeriesOf([part, ...others], timeZone)));
  return readSeriesOf(components, timeZone);
}

function readSeriesOf(components: readonly ICAL.Component[], timeZone: string): ReadRecurrence {
  const entries: RecurrenceEntry[] = [];
  try {
    for (const component of components) {
      const entry = entryOf(component, timeZone);
      if (typeof entry === "string") return { refused: entry };
      entries.push(entry);
    }
  } catch {
    // ical.js parses values as they are read, and throws for invalid ones.
    return { refused: "invalid" };
  }
  return readRecurrence(entries);
}

import { Temporal } from "temporal-polyfill";
import { addDays, isDay } from "../../lib/dates/days";
import {
  type OpenHours,
  type RecurrenceRule,
  SCHEDULE_LIMITS,
  type Schedule,
  type ScheduleOfKind,
} from "../../lib/event/schedule";
import { type ReadRecurrence, readRecurrence } from "./read-recurrence.server";
import type { RecurrenceEntry } from "./recurrence";
import { FREQ, isJalaliRule, weekdayCode } from "./rule-days.server";
import { readSchedule } from "./schedule-schema";
import {
  addWallDays,
  dayOfWall,
  isWallTime,
  timeOfWall,
  type WallTime,
  wallDaysBetween,
  wallTime,
} from "./wall-time";

const SCHEMA = "https://schema.org/";
const SCHEMA_DAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;
/** ISO 8601 durations of `repeatFrequency`. */
const PERIODS = { daily: "D", weekly: "W", monthly: "M", yearly: "Y" } as const;

const dayUrl = (weekday: number) => SCHEMA + SCHEMA_DAYS[weekday - 1];

/** Excluded dates as wall times, which `scheduleTimezone` places. */
const exceptions = (dropped: readonly WallTime[]) =>
  dropped.length > 0 ? { exceptDate: dropped.map((at) => `${at}:00`) } : null;

function ofRule(
  rule: RecurrenceRule,
  { dropped, allDay }: ScheduleOfKind<"rule">,
  timeZone: string,
): object {
  const { frequency, interval, weekdays, months, monthDays, monthWeekdays, ends, start, end } =
    rule;
  return {
    "@type": "Schedule",
    repeatFrequency: `P${interval}${PERIODS[frequency]}`,
    ...(weekdays.length > 0 ? { byDay: weekdays.map(dayUrl) } : null),
    // schema.org takes RFC 5545's "2MO" as text.
    ...(monthWeekdays.length > 0
      ? { byDay: monthWeekdays.map(({ nth, weekday }) => `${nth}${weekdayCode(weekday)}`) }
      : null),
    ...(months.length > 0 ? { byMonth: months } : null),
    ...(monthDays.length > 0 ? { byMonthDay: monthDays } : null),
    startDate: dayOfWall(start),
    ...(ends && "until" in ends ? { endDate: ends.until } : null),
    ...(ends && "count" in ends ? { repeatCount: ends.count } : null),
    ...(allDay
      ? null
      : { startTime: timeOfWall(start), ...(end === null ? null : { endTime: timeOfWall(end) }) }),
    scheduleTimezone: timeZone,
    ...exceptions(dropped.filter((at) => timeOfWall(at) === timeOfWall(start))),
  };
}

/** Opening hours: a schedule for each group of weekdays with the same hours. */
function ofOpeningHours(
  { hours, from, to, dropped, dates }: ScheduleOfKind<"openingHours">,
  timeZone: string,
): object[] {
  const groups = new Map<string, { open: OpenHours; weekdays: number[] }>();
  hours.forEach((open, index) => {
    if (!open) return;
    const key = `${open.opens} ${open.closes}`;
    const weekdays = [...(groups.get(key)?.weekdays ?? []), index + 1];
    groups.set(key, { open, weekdays });
  });
  // Days with other hours are among the events' own dates.
  const special = [...dropped, ...dates.map(({ originalStart }) => originalStart)].sort();
  return [...groups.values()].map(({ open, weekdays }) => ({
    "@type": "Schedule",
    repeatFrequency: "P1W",
    byDay: weekdays.map(dayUrl),
    startDate: from,
    endDate: to,
    startTime: open.opens,
    endTime: open.closes,
    scheduleTimezone: timeZone,
    ...exceptions(special.map((at) => `${dayOfWall(at)}T${open.opens}`)),
  }));
}

/**
 * A rule whose moved dates are those of another rule: weekly ones on other days, and those moved by
 * the clock alone.
 */
function atShownTimes(rule: RecurrenceRule): RecurrenceRule | null {
  const { moved, frequency, start, weekdays, ends } = rule;
  if (!moved) return rule;
  const days = wallDaysBetween(start, moved.start);
  if (days !== 0 && frequency !== "weekly" && frequency !== "daily") return null;
  return {
    ...rule,
    ...moved,
    moved: null,
    weekdays: weekdays.map((weekday) => ((((weekday - 1 + days) % 7) + 7) % 7) + 1),
    ends: ends && "until" in ends ? { until: addDays(ends.until, days) } : ends,
  };
}

/**
 * `eventSchedule` of schema.org: of Gregorian rules and opening hours. Null where schema.org cannot
 * say it: single dates and Solar Hijri rules are `subEvent`s alone.
 */
export function eventSchedule(schedule: Schedule, timeZone: string): object[] | null {
  if (schedule.kind === "openingHours") return ofOpeningHours(schedule, timeZone);
  if (schedule.kind !== "rule") return null;
  const written = schedule.rules.flatMap((rule) => {
    const shown = isJalaliRule(rule) ? null : atShownTimes(rule);
    const days = shown ? wallDaysBetween(rule.start, shown.start) : 0;
    const dropped = schedule.dropped.map(
      (at) => `${dayOfWall(addWallDays(at, days))}T${timeOfWall(shown?.start ?? at)}`,
    );
    return shown ? [ofRule(shown, { ...schedule, dropped }, timeZone)] : [];
  });
  return written.length === schedule.rules.length ? written : null;
}

type Json = Record<string, unknown>;

/** Schedules and events of a page that are looked at. */
const LOOKED = 400;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objects = (value: unknown): Json[] => [value].flat().filter(isObject).slice(0, LOOKED);
const texts = (value: unknown): string[] =>
  [value]
    .flat()
    .slice(0, LOOKED)
    .flatMap((one) =>
      typeof one === "string" ? one.trim() : typeof one === "number" ? String(one) : [],
    )
    .flatMap((one) => one.split(","))
    .slice(0, LOOKED)
    .map((one) => one.trim())
    .filter(Boolean);

/** A date or time of schema.org as wall time of the event's zone; `isDate` for a day alone. */
function wallOf(value: unknown, timeZone: string): { at: WallTime; isDate: boolean } | null {
  const [, day, time, offset] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      texts(value)[0] ?? "",
    ) ?? [];
  if (!day || !isDay(day)) return null;
  const at = wallTime(day, time ?? "00:00");
  if (!offset) return isWallTime(at) ? { at, isDate: !time } : null;
  const zoned = Temporal.Instant.from(`${at}${offset}`)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime();
  return { at: zoned.toString({ smallestUnit: "minute" }), isDate: false };
}

const clockOf = (value: unknown): string | null =>
  /^(?:.*T)?([01]\d|2[0-3]):([0-5]\d)/
    .exec(texts(value)[0] ?? "")
    ?.slice(1)
    .join(":") ?? null;

/** "https://schema.org/Tuesday", "Tuesday", "TU" and "2TU" as RFC 5545 has them. */
function byDay(value: unknown): string[] {
  return texts(value).map((text) => {
    const name = text.replace(/^https?:\/\/schema\.org\//, "");
    const weekday = SCHEMA_DAYS.findIndex((day) => day.toLowerCase() === name.toLowerCase()) + 1;
    return weekday > 0 ? weekdayCode(weekday) : name.toUpperCase();
  });
}

/** `repeatFrequency` as FREQ and INTERVAL; null for periods that are neither. */
function frequencyOf(value: unknown): string | null {
  const [, count, unit] = /^P(\d{1,2})([DWMY])$/i.exec(texts(value)[0] ?? "") ?? [];
  if (!count || !unit) return null;
  // Some sites write a week as seven days.
  const isWeeks = unit.toUpperCase() === "D" && Number(count) % 7 === 0;
  const [number, letter] = isWeeks ? [Number(count) / 7, "W"] : [Number(count), unit.toUpperCase()];
  const name = (Object.keys(PERIODS) as (keyof typeof PERIODS)[]).find(
    (key) => PERIODS[key] === letter,
  );
  return name && number > 0 ? `FREQ=${FREQ[name]};INTERVAL=${number}` : null;
}

/** A Schedule as a recurrence entry; null without a start or period. */
function entryOf(schedule: Json, timeZone: string): RecurrenceEntry | null {
  const frequency = frequencyOf(schedule.repeatFrequency);
  const first = wallOf(schedule.startDate, timeZone);
  if (!frequency || !first) return null;
  const time = clockOf(schedule.startTime) ?? (first.isDate ? null : timeOfWall(first.at));
  const endTime = clockOf(schedule.endTime);
  const day = first.at.slice(0, 10);
  const start = wallTime(day, time ?? "00:00");
  const last = wallOf(schedule.endDate, timeZone);
  const days = byDay(schedule.byDay).join(",");
  const months = texts(schedule.byMonth).join(",");
  const monthDays = texts(schedule.byMonthDay).join(",");
  const count = texts(schedule.repeatCount)[0];
  const end =
    time === null
      ? wallTime(addDays(day, 1), "00:00")
      : endTime && wallTime(endTime > time ? day : addDays(day, 1), endTime);
  const rrule = [
    frequency,
    days && `BYDAY=${days}`,
    months && `BYMONTH=${months}`,
    monthDays && `BYMONTHDAY=${monthDays}`,
    // The end's clock is that of the last occurrence, so its day counts.
    last ? `UNTIL=${last.at.slice(0, 10).replaceAll("-", "")}` : count && `COUNT=${count}`,
  ];
  return {
    start,
    end: end || null,
    isDate: time === null,
    rrule: rrule.filter(Boolean).join(";"),
    exDates: texts(schedule.exceptDate).flatMap((one) => wallOf(one, timeZone)?.at ?? []),
    rDates: [],
    recurrenceId: null,
    isCancelled: false,
  };
}

const hoursOf = ({ start, end }: RecurrenceEntry): OpenHours | null =>
  end === null ? null : { opens: timeOfWall(start), closes: timeOfWall(end) };

/**
 * Weekly schedules of the same days from and to, each weekday once, with other hours: opening
 * hours.
 */
function asOpeningHours(
  list: readonly Json[],
  entries: readonly RecurrenceEntry[],
): Schedule | null {
  const [first] = list;
  const isAlike = list.every(
    (one) =>
      one.startDate === first?.startDate &&
      one.endDate === first?.endDate &&
      one.endDate !== undefined,
  );
  if (!first || !isAlike) return null;
  const hours: (OpenHours | null)[] = Array.from({ length: 7 }, () => null);
  for (const [index, entry] of entries.entries()) {
    const open = hoursOf(entry);
    if (!open || !entry.rrule?.startsWith("FREQ=WEEKLY;INTERVAL=1")) return null;
    for (const code of byDay(list[index]?.byDay)) {
      const weekday = [1, 2, 3, 4, 5, 6, 7].find((number) => weekdayCode(number) === code);
      if (!weekday || hours[weekday - 1]) return null;
      hours[weekday - 1] = open;
    }
  }
  const closed = [
    ...new Set(
      entries.flatMap(({ exDates }) => exDates.map((at) => wallTime(at.slice(0, 10), "00:00"))),
    ),
  ];
  const to = texts(first.endDate)[0]?.slice(0, 10);
  const read = readSchedule({
    kind: "openingHours",
    from: entries[0]?.start.slice(0, 10),
    to,
    hours,
    dropped: closed.sort(),
  });
  return "schedule" in read ? read.schedule : null;
}

/** Several schedules that are no opening hours: several rules of one event. */
function joined(schedules: readonly Schedule[]): Schedule | null {
  const [first, ...others] = schedules;
  if (!first || others.length === 0) return first ?? null;
  if (first.kind !== "rule") return null;
  const rules = schedules.flatMap((schedule) =>
    schedule.kind === "rule" && schedule.allDay === first.allDay ? [schedule] : [],
  );
  if (rules.length < schedules.length) return null;
  const read = readSchedule({
    kind: "rule",
    allDay: first.allDay,
    rules: rules.flatMap((schedule) => schedule.rules),
    dropped: rules.flatMap(({ dropped }) => dropped),
    dates: rules.flatMap(({ dates }) => dates),
  });
  return "schedule" in read ? read.schedule : null;
}

const STATUS = /Event(Cancelled|Postponed)$/;

/** `subEvent`s as a list of dates. */
function ofSubEvents(events: readonly Json[], timeZone: string): ReadRecurrence {
  const dates = events.flatMap(({ startDate, endDate, eventStatus, offers }) => {
    const start = wallOf(startDate, timeZone);
    const end = wallOf(endDate, timeZone);
    if (!start) return [];
    const [, status = "scheduled"] = STATUS.exec(texts(eventStatus)[0] ?? "") ?? [];
    const isSoldOut =
      status === "scheduled" &&
      objects(offers).some(({ availability }) => /SoldOut$/.test(texts(availability)[0] ?? ""));
    const close = start.isDate
      ? wallTime(addDays((end ?? start).at.slice(0, 10), 1), "00:00")
      : end && !end.isDate
        ? end.at
        : null;
    return [
      {
        isDate: start.isDate,
        originalStart: start.at,
        end: close !== null && close > start.at ? close : null,
        status: isSoldOut ? "sold-out" : status.toLowerCase(),
      },
    ];
  });
  const unique = [...new Map(dates.map((date) => [date.originalStart, date])).values()].sort(
    (a, b) => (a.originalStart < b.originalStart ? -1 : 1),
  );
  if (unique.length === 0) return { refused: "invalid" };
  const allDay = unique.every(({ isDate }) => isDate);
  const read = readSchedule({
    kind: unique.length === 1 ? "single" : "dates",
    allDay,
    dates: unique.map(({ isDate: _isDate, ...date }) => date),
  });
  if ("schedule" in read) return read;
  return { refused: unique.length > SCHEDULE_LIMITS.occurrences ? "too-many" : "invalid" };
}

/**
 * The schedule of a schema.org Event: its `eventSchedule`, else its `subEvent`s. Null where it has
 * neither.
 * @param timeZone IANA zone of the event, in which times without an offset are wall times
 */
export function readEventSchedule(event: Json, timeZone: string): ReadRecurrence | null {
  const schedules = objects(event.eventSchedule);
  const entries = schedules.flatMap((schedule) => entryOf(schedule, timeZone) ?? []);
  const parts = objects(event.subEvent);
  if (schedules.length > 0 && entries.length === schedules.length) {
    const open = entries.length > 1 ? asOpeningHours(schedules, entries) : null;
    const read = entries.map((entry) => readRecurrence([entry]));
    const refused = read.find((one) => "refused" in one);
    const schedule =
      open ??
      (refused ? null : joined(read.flatMap((one) => ("schedule" in one ? one.schedule : []))));
    if (schedule) return { schedule };
    if (parts.length === 0) return refused ?? { refused: "pattern" };
  }
  if (parts.length > 0) return ofSubEvents(parts, timeZone);
  return schedules.length > 0 ? { refused: "invalid" } : null;
}

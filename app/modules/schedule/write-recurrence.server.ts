import { fromWallTime } from "../../lib/dates/dates.server";
import { usualOccurrences } from "./expand-schedule.server";
import type { RecurrenceEntry } from "./recurrence";
import { FREQ, firstKeyFrom, isJalaliRule, weekdayCode } from "./rule-days.server";
import { PLAIN_DETAILS, type RecurrenceRule, type Schedule, type ScheduledDate } from "./schedule";
import { addWallDays, dayOfWall, timeOfWall, type WallTime, wallDaysBetween } from "./wall-time";

/** "20261208T183000", or "20261208" for a day. */
const compact = (at: WallTime, isDate: boolean): string => (isDate ? dayOfWall(at) : `${at}:00`).replace(/[-:]/g, "");

/** A rule as RRULE, with UNTIL as wall time. The frequency's own fields alone are set (`completeRule`). */
function rruleOf(
  { frequency, interval, weekdays, months, monthDays, monthWeekdays, weekStart, ends, start }: RecurrenceRule,
  isDate: boolean,
): string {
  const byDay = weekdays.length > 0 ? weekdays.map(weekdayCode) : monthWeekdays.map(({ nth, weekday }) => `${nth}${weekdayCode(weekday)}`);
  return [
    `FREQ=${FREQ[frequency]}`,
    interval > 1 && `INTERVAL=${interval}`,
    months.length > 0 && `BYMONTH=${months.join(",")}`,
    byDay.length > 0 && `BYDAY=${byDay.join(",")}`,
    monthDays.length > 0 && `BYMONTHDAY=${monthDays.join(",")}`,
    weekStart !== 1 && `WKST=${weekdayCode(weekStart)}`,
    ends && ("until" in ends ? `UNTIL=${compact(`${ends.until}T${timeOfWall(start)}`, isDate)}` : `COUNT=${ends.count}`),
  ]
    .filter(Boolean)
    .join(";");
}

const NO_RECURRENCE: Omit<RecurrenceEntry, "start" | "end" | "isDate"> = {
  rrule: null,
  exDates: [],
  rDates: [],
  recurrenceId: null,
  isCancelled: false,
};

/** An override of one date, which the rule or an RDATE names. */
const overrideOf = (date: ScheduledDate, usual: { start: WallTime; end: WallTime | null }, isDate: boolean): RecurrenceEntry => ({
  ...NO_RECURRENCE,
  start: date.start ?? usual.start,
  end: date.end ?? usual.end,
  isDate,
  recurrenceId: date.originalStart,
  isCancelled: date.status === "cancelled",
});

const isPlain = ({ status, note, price, ticketUrl }: ScheduledDate) =>
  JSON.stringify({ status, note, price, ticketUrl }) === JSON.stringify(PLAIN_DETAILS);

/**
 * A single date or a simple rule as a recurrence set: one Gregorian rule that was not moved. Null for all others, of which calendars get
 * one entry an occurrence: no program can be trusted with RSCALE (RFC 7529).
 */
export function writeRecurrence(schedule: Schedule): RecurrenceEntry[] | null {
  const { allDay: isDate } = schedule;
  if (schedule.kind === "single") {
    const [{ originalStart, start, end, status }] = schedule.dates;
    return [{ ...NO_RECURRENCE, start: start ?? originalStart, end, isDate, isCancelled: status === "cancelled" }];
  }
  if (schedule.kind !== "rule") return null;
  const [rule, ...others] = schedule.rules;
  if (!rule || others.length > 0 || rule.moved || isJalaliRule(rule)) return null;
  // DTSTART is the first occurrence, while a rule may begin before it.
  const start = firstKeyFrom(rule, rule.start);
  if (start === null) return null;
  const end = rule.end === null ? null : addWallDays(rule.end, wallDaysBetween(rule.start, start));
  const usualOf = ({ originalStart }: ScheduledDate) =>
    usualOccurrences(schedule, { from: dayOfWall(originalStart), to: dayOfWall(originalStart) }).get(originalStart);
  const beside = schedule.dates.filter((date) => !usualOf(date) && date.start !== null);
  const shift = (date: ScheduledDate) => ({ start: date.originalStart, end: date.end });
  const main: RecurrenceEntry = {
    ...NO_RECURRENCE,
    start,
    end,
    isDate,
    rrule: rruleOf({ ...rule, start }, isDate),
    exDates: schedule.dropped,
    rDates: beside.map(shift),
    isCancelled: rule.status === "cancelled",
  };
  const overrides = schedule.dates.flatMap((date) => {
    const usual = usualOf(date);
    if (usual) return overrideOf(date, usual, isDate);
    const isElsewhere = date.start !== null && date.start !== date.originalStart;
    return beside.includes(date) && (isElsewhere || !isPlain(date)) ? overrideOf(date, shift(date), isDate) : [];
  });
  return [main, ...overrides];
}

/**
 * An entry's properties of RFC 5545, one a line, without folding: DTSTART, DTEND, RECURRENCE-ID, RRULE, EXDATE, RDATE, STATUS. They name
 * the zone, so the calendar needs its VTIMEZONE.
 */
export function recurrenceLines(entry: RecurrenceEntry, timeZone: string): string[] {
  const { isDate } = entry;
  const parameter = isDate ? ";VALUE=DATE" : `;TZID=${timeZone}`;
  const line = (name: string, at: WallTime) => `${name}${parameter}:${compact(at, isDate)}`;
  // A DTSTART with a zone takes an UNTIL in UTC (§3.3.10).
  const inUtc = (_whole: string, year: string, month: string, day: string, hour: string, minute: string) => {
    const at = new Date(fromWallTime(`${year}-${month}-${day}`, `${hour}:${minute}`, timeZone));
    return `UNTIL=${at.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  };
  return [
    line("DTSTART", entry.start),
    ...(entry.end === null ? [] : [line("DTEND", entry.end)]),
    ...(entry.recurrenceId === null ? [] : [line("RECURRENCE-ID", entry.recurrenceId)]),
    ...(entry.rrule === null ? [] : [`RRULE:${entry.rrule.replace(/UNTIL=(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})00/, inUtc)}`]),
    ...entry.exDates.map((at) => line("EXDATE", at)),
    ...entry.rDates.map(({ start, end }) =>
      end === null || isDate ? line("RDATE", start) : `RDATE;VALUE=PERIOD;TZID=${timeZone}:${compact(start, false)}/${compact(end, false)}`,
    ),
    ...(entry.isCancelled ? ["STATUS:CANCELLED"] : []),
  ];
}

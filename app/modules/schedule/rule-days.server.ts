import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { addDays, daysBetween, weekdayOf } from "../../lib/dates/days";
import { gregorianOf, jalaliOf } from "../../lib/dates/jalali";
import type { RecurrenceRule } from "../../lib/event/schedule";
import { dayOfWall, timeOfWall, type WallTime, wallTime } from "./wall-time";

const ESFAND = 12;

/**
 * First day (YYYY-MM-DD, Gregorian) of a Solar Hijri month, and its length. @param month from 1;
 * may pass 12
 */
function jalaliMonth(
  year: number,
  month: number,
): { first: string; length: number; month: number } | null {
  const at = (months: number) => ({
    year: year + Math.floor((months - 1) / 12),
    month: ((months - 1) % 12) + 1,
    day: 1,
  });
  const first = gregorianOf(at(month));
  const next = gregorianOf(at(month + 1));
  return first && next ? { first, length: daysBetween(first, next), month: at(month).month } : null;
}

/** Days of a month that a rule names, as days of the month in order. */
function namedDays(
  { monthDays, monthWeekdays, esfand30 }: RecurrenceRule,
  { first, length, month }: { first: string; length: number; month: number },
) {
  const byNumber = monthDays.flatMap((day) => {
    if (day === -1) return length;
    if (day <= length) return day;
    return day === 30 && month === ESFAND && esfand30 === "last-day" ? length : [];
  });
  const byWeekday = monthWeekdays.flatMap(({ nth, weekday }) => {
    const earliest = 1 + ((weekday - weekdayOf(first) + 7) % 7);
    const day =
      nth === -1 ? earliest + 7 * Math.floor((length - earliest) / 7) : earliest + 7 * (nth - 1);
    return day <= length ? day : [];
  });
  return [...new Set([...byNumber, ...byWeekday])].sort((a, b) => a - b);
}

/**
 * Days (YYYY-MM-DD, Gregorian) of a monthly or yearly rule in the Solar Hijri calendar, in order,
 * from its start to `to`. Days that a month does not have are skipped, as RFC 5545 does; 30 Esfand
 * follows `esfand30` (decisions.md §3).
 */
function* jalaliDays(rule: RecurrenceRule, to: string): Generator<string> {
  const start = dayOfWall(rule.start);
  const { year, month } = jalaliOf(start);
  for (let step = 0; ; step += rule.interval) {
    const months =
      rule.frequency === "monthly"
        ? [jalaliMonth(year, month + step)]
        : rule.months.map((m) => jalaliMonth(year + step, m));
    for (const found of months) {
      if (!found || found.first > to) return;
      for (const day of namedDays(rule, found)) {
        const date = addDays(found.first, day - 1);
        if (date > to) return;
        if (date >= start) yield date;
      }
    }
  }
}

/** Names of ISO weekdays in RFC 5545, Monday first. */
export const WEEKDAY_CODES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export const weekdayCode = (weekday: number): string => WEEKDAY_CODES[weekday - 1] ?? "MO";

export const FREQ = {
  daily: "DAILY",
  weekly: "WEEKLY",
  monthly: "MONTHLY",
  yearly: "YEARLY",
} as const;

/**
 * Midnight UTC stands for a day: days then follow from the calendar alone, and clock changes are
 * left to the conversion.
 */
const asDate = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime("UTC");

function gregorianDays(rule: RecurrenceRule, from: string, to: string): string[] {
  const {
    frequency,
    interval,
    weekdays,
    months,
    monthDays,
    monthWeekdays,
    weekStart,
    start,
    ends,
  } = rule;
  const count = ends && "count" in ends ? ends.count : null;
  const byDay =
    weekdays.length > 0
      ? weekdays.map(weekdayCode)
      : monthWeekdays.map(({ nth, weekday }) => `${nth}${weekdayCode(weekday)}`);
  const rrule = new RRuleTemporal({
    temporal: Temporal,
    freq: FREQ[frequency],
    interval,
    dtstart: asDate(dayOfWall(start)),
    wkst: weekdayCode(weekStart),
    ...(count === null ? null : { count }),
    ...(byDay.length > 0 ? { byDay } : null),
    ...(months.length > 0 ? { byMonth: months } : null),
    ...(monthDays.length > 0 ? { byMonthDay: monthDays } : null),
  });
  const first = from > dayOfWall(start) ? from : dayOfWall(start);
  if (first > to) return [];
  const dates = rrule.between(asDate(first), asDate(to), true);
  return dates.map((date) => date.toPlainDate().toString());
}

/** Days of a Solar Hijri rule until `to`, as many as its count allows. */
function countedJalaliDays(rule: RecurrenceRule, from: string, to: string): string[] {
  const count = rule.ends && "count" in rule.ends ? rule.ends.count : Number.POSITIVE_INFINITY;
  const found: string[] = [];
  let number = 0;
  for (const day of jalaliDays(rule, to)) {
    if (number++ >= count) break;
    if (day >= from) found.push(day);
  }
  return found;
}

/** Whether a rule's days depend on its calendar. */
export const isJalaliRule = ({ calendar, frequency }: RecurrenceRule): boolean =>
  calendar === "jalali" && (frequency === "monthly" || frequency === "yearly");

/**
 * Original days (YYYY-MM-DD) of a rule within a range, both ends included, in order; `moved` is not
 * applied. Dates that are left out count towards `count`, as EXDATE does (RFC 5545 §3.3.10).
 */
export function ruleDays(rule: RecurrenceRule, from: string, to: string): string[] {
  const { ends } = rule;
  const until = ends && "until" in ends && ends.until < to ? ends.until : to;
  return isJalaliRule(rule)
    ? countedJalaliDays(rule, from, until)
    : gregorianDays(rule, from, until);
}

/** Where counted rules are cut off: 370 yearly dates would outlast the calendars of the runtime. */
const FAR = "2199-12-31";

/** Last original day of a rule with a count; null where it has no day. */
export const lastCountedDay = (rule: RecurrenceRule, count: number): string | null =>
  ruleDays({ ...rule, ends: { count } }, dayOfWall(rule.start), FAR).at(-1) ?? null;

/** First original start of a rule at or after a moment; null when there is none. */
export function firstKeyFrom(rule: RecurrenceRule, from: WallTime): WallTime | null {
  const time = timeOfWall(rule.start);
  const first = from > rule.start ? from : rule.start;
  const day = timeOfWall(first) > time ? addDays(dayOfWall(first), 1) : dayOfWall(first);
  // Rules leave out years at most, such as one for 29 February.
  for (let years = 1; years <= 128; years *= 2) {
    const found = ruleDays(rule, day, addDays(day, 366 * years))[0];
    if (found) return wallTime(found, time);
  }
  return null;
}

import { addDays, daysBetween, weekdayOf } from "../../lib/dates/days";
import { gregorianOf, jalaliOf } from "../../lib/dates/jalali";
import type { RecurrenceRule } from "../../lib/event/schedule";
import { dayOfWall } from "./wall-time";

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
export function* jalaliDays(rule: RecurrenceRule, to: string): Generator<string> {
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

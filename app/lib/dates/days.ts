import type { Locale } from "../../i18n/locale";
import type { CalendarSystem } from "./dates.server";
import { DAY } from "./durations";
import { jalaliOf } from "./jalali";

/** Days are ISO 8601 (YYYY-MM-DD), independent of the displayed calendar. */
export interface DayRange {
  first: string;
  last: string;
}

/** Days of a week. */
export const WEEK_LENGTH = 7;

/** Whether a text is a day that there is: 2028-02-29, and not 2026-02-29. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(at) &&
    new Date(at).toISOString().startsWith(text)
  );
}

/** @throws RangeError where the text is no date */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY;

/** The day of the month in a calendar. */
const dayOfMonth = (day: string, calendar: CalendarSystem): number =>
  calendar === "jalali" ? jalaliOf(day).day : Number(day.slice(8));

/** The month of a calendar that a day is in. */
export function monthOf(day: string, calendar: CalendarSystem): DayRange {
  const first = addDays(day, 1 - dayOfMonth(day, calendar));
  // No month of either calendar is shorter than 28 days or longer than 31.
  let last = addDays(first, 27);
  while (dayOfMonth(addDays(last, 1), calendar) !== 1) last = addDays(last, 1);
  return { first, last };
}

/** ISO weekday, Monday is 1. */
export const weekdayOf = (day: string): number =>
  new Date(`${day}T00:00:00Z`).getUTCDay() || WEEK_LENGTH;

/** Weeks start on Saturday in Persian, on Monday in English (decisions.md §2). */
const firstWeekday = (locale: Locale): number => (locale === "fa" ? 6 : 1);

/** The week that a day is in. */
export function weekOf(day: string, locale: Locale): DayRange {
  const first = addDays(
    day,
    -((weekdayOf(day) - firstWeekday(locale) + WEEK_LENGTH) % WEEK_LENGTH),
  );
  return { first, last: addDays(first, WEEK_LENGTH - 1) };
}

/** Whole weeks that cover a range, day by day. */
export function weeksOf({ first, last }: DayRange, locale: Locale): string[][] {
  const from = weekOf(first, locale).first;
  const weeks = (daysBetween(from, weekOf(last, locale).last) + 1) / WEEK_LENGTH;
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: WEEK_LENGTH }, (_, day) => addDays(from, week * WEEK_LENGTH + day)),
  );
}

/** The usual days off of a language's readers: Thursday and Friday, or Saturday and Sunday. */
export const isRestDay = (day: string, locale: Locale): boolean =>
  (locale === "fa" ? [4, 5] : [6, 7]).includes(weekdayOf(day));

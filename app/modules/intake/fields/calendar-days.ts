import { addDays, daysBetween } from "../../../lib/dates/days";
import { gregorianOf, jalaliOf } from "../../../lib/dates/jalali";
import { remembered } from "../../../lib/runtime/remembered";
import { gregorianOfLunar, isLunarYear } from "./lunar-days";

export type Calendar = "gregorian" | "jalali" | "lunar";

/** Whether a year is read as Solar Hijri; same range as `app/lib/jalali`. */
export const isJalaliYear = (year: number): boolean => year >= 1200 && year <= 1600;

/** Conversions call Intl several times, and answers repeat days. */
const DAYS = 4_000;
const jalaliDay = remembered(DAYS, (year: number, month: number, day: number) =>
  gregorianOf({ year, month, day }),
);
const lunarDay = remembered(DAYS, gregorianOfLunar);

const pad = (value: number, length: number) => String(value).padStart(length, "0");

/** Converts a day to Gregorian YYYY-MM-DD; null if the calendar has no such day. */
export function dayOf(year: number, month: number, day: number, calendar: Calendar): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  if (calendar === "jalali") return isJalaliYear(year) ? jalaliDay(year, month, day) : null;
  if (calendar === "lunar") return isLunarYear(year) ? lunarDay(year, month, day) : null;
  if (year < 1900 || year > 2200) return null;
  const text = `${year}-${pad(month, 2)}-${pad(day, 2)}`;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null;
}

/** The requested month as days. */
export interface RequestedMonth {
  first: string;
  last: string;
  /** Solar Hijri year of the first day. */
  jalaliYear: number;
  year: number;
}

/** @param month YYYY-MM */
export const requestedMonth = remembered(50, (month: string): RequestedMonth => {
  const first = `${month}-01`;
  let last = addDays(first, 27);
  while (addDays(last, 1).startsWith(month)) last = addDays(last, 1);
  return { first, last, jalaliYear: jalaliOf(first).year, year: Number(month.slice(0, 4)) };
});

export const isWithin = (day: string, { first, last }: RequestedMonth): boolean =>
  day >= first && day <= last;

/** Approximate lunar Hijri year of a Gregorian one, at most one off. */
const lunarYear = (year: number): number => Math.round((year - 622) * (365.2425 / 354.367)) + 1;

/** Maximum distance of a numeric year from the requested one. */
const NEAR_YEARS = 2;

/**
 * Calendar of a numeric year. Years from 1400 exist in both Hijri calendars: lunar if only that is
 * near the requested month.
 */
export function calendarOfYear(year: number, near: RequestedMonth): Calendar {
  if (!isJalaliYear(year)) return "gregorian";
  const isNear = (other: number) => Math.abs(year - other) <= NEAR_YEARS;
  return isLunarYear(year) && isNear(lunarYear(near.year)) && !isNear(near.jalaliYear)
    ? "lunar"
    : "jalali";
}

/** The occurrence of a day and month nearest to the requested month; null if there is none. */
export function nearestDay(
  month: number,
  day: number,
  calendar: Calendar,
  near: RequestedMonth,
): string | null {
  const year = { gregorian: near.year, jalali: near.jalaliYear, lunar: lunarYear(near.year) }[
    calendar
  ];
  const middle = addDays(near.first, 14);
  const days = [year - 1, year, year + 1].flatMap(
    (candidate) => dayOf(candidate, month, day, calendar) ?? [],
  );
  // A leap day may not exist in another year: 30 Esfand takes the nearest year that has it.
  return (
    days.sort((a, b) => Math.abs(daysBetween(middle, a)) - Math.abs(daysBetween(middle, b)))[0] ??
    null
  );
}

import { addDays, type DayRange, daysBetween, isDay, weekdayOf } from "../../../lib/dates/days";
import { gregorianOf, jalaliOf } from "../../../lib/dates/jalali";

/**
 * A numbered week of a city. `key` is its address: `1405-35`, or `2026-47` where weeks are
 * Gregorian.
 */
export interface NumberedWeek extends DayRange {
  key: string;
  year: number;
  number: number;
}

/**
 * Whose weeks run from Saturday to Friday and belong to a Solar Hijri year; others have the weeks
 * of ISO 8601.
 */
const isJalali = (countryCode: string) => countryCode === "IR" || countryCode === "AF";

/** Days of the week from Monday (1), which begins the weeks of ISO 8601. */
const SATURDAY = 6;
const MONDAY = 1;
const WEEK = 7;

/** The day that begins a week, on or before another day. */
const weekStart = (day: string, countryCode: string): string => {
  const first = isJalali(countryCode) ? SATURDAY : MONDAY;
  return addDays(day, -((weekdayOf(day) - first + WEEK) % WEEK));
};

/**
 * Begin of a year's first week: that with its fourth day, so most of the week is in the year (as in
 * ISO 8601).
 */
function firstWeek(year: number, countryCode: string): string | null {
  const fourth = isJalali(countryCode) ? gregorianOf({ year, month: 1, day: 4 }) : `${year}-01-04`;
  return fourth !== null && isDay(fourth) ? weekStart(fourth, countryCode) : null;
}

/** The week of a city's country that a day is in. @param day YYYY-MM-DD */
export function numberedWeekOf(day: string, countryCode: string): NumberedWeek {
  const first = weekStart(day, countryCode);
  const middle = addDays(first, 3);
  const year = isJalali(countryCode) ? jalaliOf(middle).year : Number(middle.slice(0, 4));
  const number = daysBetween(firstWeek(year, countryCode) ?? first, first) / WEEK + 1;
  return {
    key: `${year}-${String(number).padStart(2, "0")}`,
    year,
    number,
    first,
    last: addDays(first, WEEK - 1),
  };
}

/** The week of a key; null where the country has none of that key. */
export function numberedWeek(key: string, countryCode: string): NumberedWeek | null {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(key) ?? [];
  if (!year || !number) return null;
  // Years of the other calendar would be read as a distant past or future.
  const first =
    Number(year) < 1600 === isJalali(countryCode) ? firstWeek(Number(year), countryCode) : null;
  if (first === null) return null;
  const week = numberedWeekOf(addDays(first, (Number(number) - 1) * WEEK), countryCode);
  return week.key === key ? week : null;
}

/**
 * How long before its first day a week's picks are sent: Thursday before a Saturday, Friday before
 * a Monday.
 */
export const publishingDay = ({ first }: DayRange, countryCode: string): string =>
  addDays(first, isJalali(countryCode) ? -2 : -3);

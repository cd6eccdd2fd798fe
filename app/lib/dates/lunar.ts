import { remembered } from "../runtime/remembered";
import { addDays, daysBetween } from "./days";
import { dayReader } from "./jalali";

/**
 * The day of the lunar Hijri calendar (Umm al-Qura) of a Gregorian one. In Iran months begin with it
 * or a day later, as the moon is seen. @param day YYYY-MM-DD
 */
export const lunarOf = remembered(5_000, dayReader("islamic-umalqura"));

const MONTHS = 12;
const MEAN_MONTH = 29.530588;

/** The first day of a lunar month of a Gregorian day. */
const monthStart = (day: string): string => addDays(day, 1 - lunarOf(day).day);

/** The coming lunar month of a number, or the one that a day is in: its first and last day. */
export function lunarMonthFrom(today: string, month: number): { first: string; last: string } {
  const ahead = (month - lunarOf(today).month + MONTHS) % MONTHS;
  const middle = addDays(monthStart(today), Math.round(MEAN_MONTH * (ahead + 0.5)));
  const first = monthStart(middle);
  return { first, last: addDays(monthStart(addDays(first, 31)), -1) };
}

/** The coming day of a lunar month, today too; null for one that the month does not have. */
export function nextLunarDay(today: string, month: number, day: number): string | null {
  const inMonth = ({ first, last }: { first: string; last: string }) =>
    daysBetween(first, last) >= day - 1 ? addDays(first, day - 1) : null;
  const found = inMonth(lunarMonthFrom(today, month));
  return found === null || found >= today
    ? found
    : inMonth(lunarMonthFrom(addDays(monthStart(today), 31), month));
}

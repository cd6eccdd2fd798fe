import { addDays, daysBetween } from "../../../lib/dates/days";
import { gregorianOf, jalaliOf } from "../../../lib/dates/jalali";
import { gregorianOfLunar, isLunarYear } from "./lunar-days";

export type Calendar = "gregorian" | "jalali" | "lunar";

/** Years that are read as Solar Hijri ones, as `app/lib/jalali` has it. */
export const isJalaliYear = (year: number): boolean => year >= 1200 && year <= 1600;

const pad = (value: number, length: number) => String(value).padStart(length, "0");

/** A day of a calendar as YYYY-MM-DD of the Gregorian one; null where that calendar has no such day. */
export function dayOf(year: number, month: number, day: number, calendar: Calendar): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  if (calendar === "jalali") return isJalaliYear(year) ? known(`${year}/${month}/${day}`, () => gregorianOf({ year, month, day })) : null;
  if (calendar === "lunar")
    return isLunarYear(year) ? known(`lunar ${year}/${month}/${day}`, () => gregorianOfLunar(year, month, day)) : null;
  if (year < 1900 || year > 2200) return null;
  const text = `${year}-${pad(month, 2)}-${pad(day, 2)}`;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null;
}

/** Conversions ask Intl some times each, and an answer has the same days over and over. */
const conversions = new Map<string, string | null>();
const MAX_KNOWN = 4_000;

function known(key: string, find: () => string | null): string | null {
  let day = conversions.get(key);
  if (day === undefined) {
    day = find();
    if (conversions.size >= MAX_KNOWN) conversions.clear();
    conversions.set(key, day);
  }
  return day;
}

/** The month that was asked for, as its days. */
export interface AskedMonth {
  first: string;
  last: string;
  /** The Solar Hijri year of its first day. */
  jalaliYear: number;
  year: number;
}

const asked = new Map<string, AskedMonth>();

/** @param month YYYY-MM */
export function askedMonth(month: string): AskedMonth {
  let found = asked.get(month);
  if (!found) {
    const first = `${month}-01`;
    let last = addDays(first, 27);
    while (addDays(last, 1).startsWith(month)) last = addDays(last, 1);
    found = { first, last, jalaliYear: jalaliOf(first).year, year: Number(month.slice(0, 4)) };
    if (asked.size >= 50) asked.clear();
    asked.set(month, found);
  }
  return found;
}

export const isWithin = (day: string, { first, last }: AskedMonth): boolean => day >= first && day <= last;

/** The lunar Hijri year that most of a Gregorian one lies in, or the one beside it. */
const lunarYear = (year: number): number => Math.round((year - 622) * (365.2425 / 354.367)) + 1;

/** Years about the one asked for in which a year in figures may lie. */
const NEAR_YEARS = 2;

/** The calendar of a year in figures. Years of both Hijri calendars begin with 14: the lunar one is meant where that alone lies near the month asked for. */
export function calendarOfYear(year: number, near: AskedMonth): Calendar {
  if (!isJalaliYear(year)) return "gregorian";
  const isNear = (other: number) => Math.abs(year - other) <= NEAR_YEARS;
  return isLunarYear(year) && isNear(lunarYear(near.year)) && !isNear(near.jalaliYear) ? "lunar" : "jalali";
}

/** The day of a month without a year that lies nearest to the month that was asked for; null where there is none. */
export function nearestDay(month: number, day: number, calendar: Calendar, near: AskedMonth): string | null {
  const year = { gregorian: near.year, jalali: near.jalaliYear, lunar: lunarYear(near.year) }[calendar];
  const middle = addDays(near.first, 14);
  const days = [year - 1, year, year + 1].flatMap((candidate) => dayOf(candidate, month, day, calendar) ?? []);
  // A leap day of another year is none: 30 Esfand is asked of the nearest year first.
  return days.sort((a, b) => Math.abs(daysBetween(middle, a)) - Math.abs(daysBetween(middle, b)))[0] ?? null;
}

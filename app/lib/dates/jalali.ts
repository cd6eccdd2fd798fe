import { foldDigits } from "../text/digits";
import { DAY } from "./durations";

/** 1 Farvardin of the year 1, in the proleptic Gregorian calendar. */
const EPOCH = Date.UTC(622, 2, 22);
const MEAN_YEAR = 365.2422;
/** Years read as Solar Hijri ones: no listing has the Gregorian years 1200 to 1600. */
const YEAR_MIN = 1200;
const YEAR_MAX = 1600;

/** A day in the figures of a calendar; `month` from 1. */
export interface DayParts {
  year: number;
  month: number;
  day: number;
}

/** Reads a Gregorian day (YYYY-MM-DD) in another calendar. @param name of the calendar in Intl */
export function dayReader(name: string): (day: string) => Readonly<DayParts> {
  let format: Intl.DateTimeFormat | undefined;
  return (day) => {
    format ??= new Intl.DateTimeFormat(`en-u-ca-${name}-nu-latn`, {
      timeZone: "UTC",
      year: "numeric",
      month: "numeric",
      day: "numeric",
    });
    const found: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(Date.parse(`${day}T00:00:00Z`)))
      found[type] = Number.parseInt(value, 10);
    return {
      year: found.year ?? found.relatedYear ?? 0,
      month: found.month ?? 0,
      day: found.day ?? 0,
    };
  };
}

/** The Solar Hijri day of a Gregorian one. @param day YYYY-MM-DD */
export const jalaliOf = dayReader("persian");

/**
 * The Gregorian day (YYYY-MM-DD) of a Solar Hijri one; null for a day that its year does not have.
 */
export function gregorianOf({ year, month, day }: DayParts): string | null {
  const dayOfYear = Math.min(month - 1, 6) * 31 + Math.max(month - 7, 0) * 30 + day;
  // Leap years follow the equinox, which only Intl knows: the mean year is at most two days off.
  const guess = EPOCH + (Math.floor((year - 1) * MEAN_YEAR) + dayOfYear - 1) * DAY;
  for (const off of [0, 1, -1, 2, -2]) {
    const candidate = new Date(guess + off * DAY).toISOString().slice(0, 10);
    const found = jalaliOf(candidate);
    if (found.year === year && found.month === month && found.day === day) return candidate;
  }
  return null;
}

/**
 * Normalizes a typed day to YYYY-MM-DD, Gregorian: any digits, separators - / . or none, and Solar
 * Hijri for years between 1200 and 1600 (۱۴۰۵/۰۹/۱۵). Returns an invalid day unchanged but for
 * folded digits.
 */
export function readTypedDay(text: string): string {
  const folded = foldDigits(text).trim();
  const parts = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))$/.exec(folded);
  if (!parts) return folded;
  const [year = 0, month = 0, day = 0] = [parts[1], parts[3] ?? parts[5], parts[4] ?? parts[6]].map(
    Number,
  );
  if (year >= YEAR_MIN && year <= YEAR_MAX) return gregorianOf({ year, month, day }) ?? folded;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/**
 * A day as one types it in the Solar Hijri calendar, in ASCII digits: "1405/09/15". @param day
 * YYYY-MM-DD, Gregorian
 */
export function typedJalali(day: string): string {
  const { year, month, day: ofMonth } = jalaliOf(day);
  return [year, String(month).padStart(2, "0"), String(ofMonth).padStart(2, "0")].join("/");
}

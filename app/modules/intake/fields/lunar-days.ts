import { DAY } from "../../../lib/dates/durations";

/** 1 Muharram of year 1 in the civil tabular calendar (16 July 622, Julian). */
const EPOCH = Date.UTC(622, 6, 19);

let format: Intl.DateTimeFormat | null | undefined;

/**
 * Formatter of the Umm al-Qura calendar; null if the platform lacks it, in which case the tabular
 * calendar is at most a day off.
 */
function umalqura(): Intl.DateTimeFormat | null {
  if (format === undefined) {
    const made = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
      timeZone: "UTC",
      year: "numeric",
      month: "numeric",
      day: "numeric",
    });
    format = made.resolvedOptions().calendar === "islamic-umalqura" ? made : null;
  }
  return format;
}

/** Lunar Hijri years that an answer may contain. */
export const isLunarYear = (year: number): boolean => year >= 1400 && year <= 1500;

/**
 * Gregorian day (YYYY-MM-DD) of a lunar Hijri one; null if the month has no such day. Iran's moon
 * sighting may differ by a day, so results need a doubt.
 */
export function gregorianOfLunar(year: number, month: number, day: number): string | null {
  const days =
    (year - 1) * 354 + Math.floor((3 + 11 * year) / 30) + Math.ceil(29.5 * (month - 1)) + day - 1;
  const guess = EPOCH + days * DAY;
  const calendar = umalqura();
  if (!calendar) return day <= 30 ? iso(guess) : null;
  for (const off of [0, -1, 1, -2, 2]) {
    const at = guess + off * DAY;
    const parts: Record<string, number> = {};
    for (const { type, value } of calendar.formatToParts(at))
      parts[type] = Number.parseInt(value, 10);
    if ((parts.year ?? parts.relatedYear) === year && parts.month === month && parts.day === day)
      return iso(at);
  }
  return null;
}

const iso = (at: number): string => new Date(at).toISOString().slice(0, 10);

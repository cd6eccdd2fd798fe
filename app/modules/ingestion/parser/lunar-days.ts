import { DAY } from "../../../lib/dates/durations";

/** 1 Muharram of the year 1 in the tabular calendar, as the civil reckoning has it (16 July 622, Julian). */
const EPOCH = Date.UTC(622, 6, 19);

let format: Intl.DateTimeFormat | null | undefined;

/** The calendar of Umm al-Qura where the machine has it; the reckoned one, a day off at most, where it has not. */
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

/** Years of the lunar Hijri calendar that an answer can mean. */
export const isLunarYear = (year: number): boolean => year >= 1400 && year <= 1500;

/**
 * The Gregorian day (YYYY-MM-DD) of a lunar Hijri one; null where its month has no such day. Iran's sighting of the moon
 * may differ by a day from what is reckoned: what is read by this is to be doubted.
 */
export function gregorianOfLunar(year: number, month: number, day: number): string | null {
  const days = (year - 1) * 354 + Math.floor((3 + 11 * year) / 30) + Math.ceil(29.5 * (month - 1)) + day - 1;
  const guess = EPOCH + days * DAY;
  const calendar = umalqura();
  if (!calendar) return day <= 30 ? iso(guess) : null;
  for (const off of [0, -1, 1, -2, 2]) {
    const at = guess + off * DAY;
    const parts: Record<string, number> = {};
    for (const { type, value } of calendar.formatToParts(at)) parts[type] = Number.parseInt(value, 10);
    if ((parts.year ?? parts.relatedYear) === year && parts.month === month && parts.day === day) return iso(at);
  }
  return null;
}

const iso = (at: number): string => new Date(at).toISOString().slice(0, 10);

import { COMMA, type Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import {
  type DateParts,
  dateParts,
  fromWallTime,
  localDay,
  type Reader,
} from "../../lib/dates/dates.server";
import { addDays, weekdayOf, weekOf } from "../../lib/dates/days";
import { gregorianOf } from "../../lib/dates/jalali";
import { localDigits } from "../../lib/text/digits";

/** Whom a sentence is for, and when. */
export interface ScheduleReader extends Reader {
  /** IANA zone of the event. */
  timeZone: string;
  /** UTC epoch ms. */
  now: number;
}

const MONDAY = "2026-11-23";
/** A year of each calendar, for the names of months. */
const NAMED_YEAR = { jalali: 1405, gregorian: 2026 } as const;

const partsOfDay = (day: string, { timeZone, locale, calendar }: ScheduleReader): DateParts =>
  dateParts(fromWallTime(day, "12:00", timeZone), timeZone, { locale, calendar });

export const todayOf = ({ now, timeZone }: ScheduleReader): string => localDay(now, timeZone);

/** "2 Dey"; with the year where it is not this year. */
export function dayText(day: string, reader: ScheduleReader, { weekday = false } = {}): string {
  const parts = partsOfDay(day, reader);
  const isThisYear = parts.year === partsOfDay(todayOf(reader), reader).year;
  return [weekday && parts.weekday, parts.day, parts.month, !isThisYear && parts.year]
    .filter(Boolean)
    .join(" ");
}

/** First and last day in words, the month only once: "3" and "11 December". */
export function periodTexts(
  from: string,
  to: string,
  reader: ScheduleReader,
): { from: string; to: string } {
  const [first, last] = [partsOfDay(from, reader), partsOfDay(to, reader)];
  if (first.year === last.year && first.month === last.month)
    return { from: first.day, to: dayText(to, reader) };
  return first.year === last.year
    ? { from: `${first.day} ${first.month}`, to: dayText(to, reader) }
    : { from: dayText(from, reader), to: dayText(to, reader) };
}

/** "18:00", «۱۸»; Persian leaves out full hours, and `short` does in English. */
export function clockText(time: string, locale: Locale, { short = false } = {}): string {
  const [hour = "", minute = ""] = time.split(":");
  const isFull = minute === "00";
  if (locale === "en" && !short) return time;
  return localDigits(isFull ? String(Number(hour)) : `${Number(hour)}:${minute}`, locale);
}

/** "a, b and c", «الف، ب و پ». */
export function allOf(parts: readonly string[], locale: Locale): string {
  const last = parts.at(-1) ?? "";
  if (parts.length < 2) return last;
  return translatorFor(locale)("schedule:and", {
    all: parts.slice(0, -1).join(COMMA[locale]),
    last,
  });
}

/** @param weekday ISO */
export const weekdayName = (
  weekday: number,
  reader: ScheduleReader,
  { short = false } = {},
): string => {
  const parts = partsOfDay(addDays(MONDAY, weekday - 1), reader);
  return short ? parts.weekdayShort : parts.weekday;
};

/** ISO weekdays from the reader's first. */
export function weekdaysInOrder(locale: Locale): number[] {
  const first = weekOf(MONDAY, locale).first;
  return Array.from({ length: 7 }, (_, day) => weekdayOf(addDays(first, day)));
}

/** The name of a month of a calendar. @param month from 1 */
export function monthName(
  month: number,
  calendar: Reader["calendar"],
  reader: ScheduleReader,
): string {
  const year = NAMED_YEAR[calendar];
  const first =
    calendar === "jalali"
      ? gregorianOf({ year, month, day: 1 })
      : `${year}-${String(month).padStart(2, "0")}-01`;
  return partsOfDay(first ?? MONDAY, { ...reader, calendar }).month;
}

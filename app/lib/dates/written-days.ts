import { foldDigits, localDigits } from "../text/digits";
import type { CalendarSystem } from "./dates.server";
import { isDay } from "./days";
import { readTypedDay, typedJalali } from "./jalali";

const WRITTEN = /^(\S+?)(?:[T\s,،]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?$/;

/** A typed day and hour: either calendar, digits of either script. */
export interface WrittenDay {
  /** YYYY-MM-DD, Gregorian. */
  day: string;
  /** HH:MM; null where none was typed. */
  time: string | null;
}

/**
 * Parses "2026-12-08T20:30", "2026/12/8 20:30", "۱۴۰۵/۹/۱۷ ۲۰:۳۰" or a day alone; null when
 * invalid.
 */
export function readWrittenDay(text: string): WrittenDay | null {
  const [, date = "", hour, minute] = WRITTEN.exec(foldDigits(text).trim()) ?? [];
  const day = readTypedDay(date);
  if (!isDay(day) || (hour !== undefined && (Number(hour) > 23 || Number(minute) > 59)))
    return null;
  return { day, time: hour === undefined ? null : `${hour.padStart(2, "0")}:${minute}` };
}

/**
 * Formats wall time YYYY-MM-DDTHH:MM as typed in a calendar: "۱۴۰۵/۰۹/۱۷ ۲۰:۳۰"; returns other text
 * unchanged.
 */
export function showWrittenDay(wallTime: string, calendar: CalendarSystem): string {
  const read = calendar === "jalali" ? readWrittenDay(wallTime) : null;
  return read
    ? localDigits([typedJalali(read.day), read.time].filter(Boolean).join(" "), "fa")
    : wallTime;
}

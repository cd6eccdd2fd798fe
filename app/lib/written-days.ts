import { Temporal } from "temporal-polyfill/full";
import type { CalendarSystem } from "./dates.server";
import { foldDigits } from "./digits";

/** Years below are Solar Hijri, as nobody announces anything for the Gregorian 14th century. */
const GREGORIAN_FROM = 1700;
const WRITTEN = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s,،]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?$/;

/** A day and an hour as somebody typed them: in either calendar, with digits of either script. */
export interface WrittenDay {
  /** YYYY-MM-DD, Gregorian. */
  day: string;
  /** HH:MM; null where none was typed. */
  time: string | null;
}

/** Reads "2026-12-08T20:30", "2026/12/8 20:30", "۱۴۰۵/۹/۱۷ ۲۰:۳۰" or a day alone; null where it is none of them or there is no such day. */
export function readWrittenDay(text: string): WrittenDay | null {
  const [, year, month, day, hour, minute] = WRITTEN.exec(foldDigits(text).trim()) ?? [];
  if (!year || !month || !day) return null;
  if (hour !== undefined && (Number(hour) > 23 || Number(minute) > 59)) return null;
  try {
    const parts = { year: Number(year), month: Number(month), day: Number(day) };
    const calendar = parts.year < GREGORIAN_FROM ? "persian" : "iso8601";
    const date = Temporal.PlainDate.from({ ...parts, calendar }, { overflow: "reject" }).withCalendar("iso8601");
    return { day: date.toString(), time: hour === undefined ? null : `${hour.padStart(2, "0")}:${minute}` };
  } catch {
    return null;
  }
}

const persian = (number: number, length: number) =>
  String(number)
    .padStart(length, "0")
    .replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)));

/** Wall time, YYYY-MM-DDTHH:MM, as one types it in a calendar: "۱۴۰۵/۰۹/۱۷ ۲۰:۳۰"; what is none stays as it is. */
export function showWrittenDay(wallTime: string, calendar: CalendarSystem): string {
  const read = calendar === "jalali" ? readWrittenDay(wallTime) : null;
  if (!read) return wallTime;
  const { year, month, day } = Temporal.PlainDate.from(read.day).withCalendar("persian");
  const time = read.time === null ? "" : ` ${read.time.replace(/\d/g, (digit) => persian(Number(digit), 1))}`;
  return `${persian(year, 4)}/${persian(month, 2)}/${persian(day, 2)}${time}`;
}

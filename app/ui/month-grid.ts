import type { Locale } from "../i18n/locale";
import type { CalendarSystem } from "../lib/dates/dates.server";
import { addDays, daysBetween, monthOf as daysOfMonth, weekOf, weeksOf } from "../lib/dates/days";
import { type DayParts, gregorianOf, jalaliOf } from "../lib/dates/jalali";

/** Step of the focus. Days and weeks are the same in all calendars; months and years are not. */
export type Step =
  | { days: number }
  | { months: number }
  | { years: number }
  | { week: "start" | "end" };

function gregorianParts(date: string): DayParts {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return { year, month, day };
}

/** Same day of the month after a number of months, or that month's last day. */
function addMonths(day: string, months: number, calendar: CalendarSystem): string {
  const { year, month, day: ofMonth } = calendar === "jalali" ? jalaliOf(day) : gregorianParts(day);
  const count = year * 12 + month - 1 + months;
  const first = { year: Math.floor(count / 12), month: (count % 12) + 1, day: 1 };
  const start =
    calendar === "jalali"
      ? gregorianOf(first)
      : new Date(Date.UTC(first.year, first.month - 1, 1)).toISOString().slice(0, 10);
  if (start === null) return day;
  const length = daysBetween(start, daysOfMonth(start, calendar).last) + 1;
  return addDays(start, Math.min(ofMonth, length) - 1);
}

/** Day after a step. @param day YYYY-MM-DD */
export function moved(day: string, step: Step, calendar: CalendarSystem, locale: Locale): string {
  if ("days" in step) return addDays(day, step.days);
  if ("week" in step)
    return step.week === "start" ? weekOf(day, locale).first : weekOf(day, locale).last;
  return addMonths(day, "months" in step ? step.months : step.years * 12, calendar);
}

export interface MonthDay {
  /** YYYY-MM-DD, Gregorian. */
  day: string;
  number: string;
  /** Full date, for screen readers. */
  label: string;
}

export interface Month {
  label: string;
  weekdays: { short: string; long: string }[];
  /** Null for days of adjacent months. */
  weeks: (MonthDay | null)[][];
}

/** Month that contains a day. @param day YYYY-MM-DD */
export function monthGridOf(day: string, calendar: CalendarSystem, locale: Locale): Month {
  const tag = `${locale === "fa" ? "fa-IR" : "en-GB"}-u-ca-${calendar === "jalali" ? "persian" : "gregory"}`;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone: "UTC", ...options });
  const [number, whole, monthYear] = [
    format({ day: "numeric" }),
    format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    format({ month: "long", year: "numeric" }),
  ];
  const instantOf = (date: string) => Date.parse(`${date}T00:00:00Z`);
  /** Omits the era that English adds to Solar Hijri years, and uses the usual word order. */
  const say = (parts: Intl.DateTimeFormat, at: number, names: string[]) => {
    const found = new Map(parts.formatToParts(at).map(({ type, value }) => [type, value]));
    return names
      .map((name) => found.get(name as Intl.DateTimeFormatPartTypes) ?? "")
      .filter(Boolean)
      .join(" ");
  };
  const range = daysOfMonth(day, calendar);
  const weeks = weeksOf(range, locale);
  const cellOf = (each: string): MonthDay | null =>
    each < range.first || each > range.last
      ? null
      : {
          day: each,
          number:
            number.formatToParts(instantOf(each)).find(({ type }) => type === "day")?.value ?? "",
          label: say(whole, instantOf(each), ["weekday", "day", "month", "year"]),
        };
  const weekday = (length: "short" | "narrow" | "long", each: string) =>
    format({ weekday: length }).format(instantOf(each));
  return {
    label: say(monthYear, instantOf(range.first), ["month", "year"]),
    weekdays: (weeks[0] ?? []).map((each) => ({
      short: weekday(locale === "fa" ? "narrow" : "short", each),
      long: weekday("long", each),
    })),
    weeks: weeks.map((week) => week.map(cellOf)),
  };
}

import { Temporal } from "temporal-polyfill/full";
import type { CalendarSystem } from "../../lib/dates.server";
import type { Locale } from "../../lib/locale";

/** How far one moves; days and weeks are the same in every calendar, months and years are not. */
export type Step = { days: number } | { months: number } | { years: number } | { week: "start" | "end" };

const idOf = (calendar: CalendarSystem) => (calendar === "jalali" ? "persian" : "iso8601");
/** ISO weekday on which a week begins (decisions.md §2). */
const weekStart = (locale: Locale) => (locale === "fa" ? 6 : 1);
const untilWeekday = (date: Temporal.PlainDate, locale: Locale) => (date.dayOfWeek - weekStart(locale) + 7) % 7;

/** The day that one comes to. @param day YYYY-MM-DD */
export function moved(day: string, step: Step, calendar: CalendarSystem, locale: Locale): string {
  const date = Temporal.PlainDate.from(day).withCalendar(idOf(calendar));
  const next =
    "week" in step
      ? date.add({ days: step.week === "start" ? -untilWeekday(date, locale) : 6 - untilWeekday(date, locale) })
      : date.add(step);
  return next.withCalendar("iso8601").toString();
}

export interface MonthDay {
  /** YYYY-MM-DD, Gregorian. */
  day: string;
  number: string;
  /** The whole date, for those who hear it. */
  label: string;
}

export interface Month {
  label: string;
  weekdays: { short: string; long: string }[];
  /** Null stands for days of the months around. */
  weeks: (MonthDay | null)[][];
}

/** The month that a day lies in. @param day YYYY-MM-DD */
export function monthOf(day: string, calendar: CalendarSystem, locale: Locale): Month {
  const tag = `${locale === "fa" ? "fa-IR" : "en-GB"}-u-ca-${calendar === "jalali" ? "persian" : "gregory"}`;
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { timeZone: "UTC", ...options });
  const [number, whole, monthYear] = [
    format({ day: "numeric" }),
    format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    format({ month: "long", year: "numeric" }),
  ];
  const instantOf = (date: Temporal.PlainDate) => date.withCalendar("iso8601").toZonedDateTime("UTC").epochMilliseconds;
  /** Without the era that English adds to Jalali years, and in the order that people say it. */
  const say = (parts: Intl.DateTimeFormat, at: number, names: string[]) => {
    const found = new Map(parts.formatToParts(at).map(({ type, value }) => [type, value]));
    return names
      .map((name) => found.get(name as Intl.DateTimeFormatPartTypes) ?? "")
      .filter(Boolean)
      .join(" ");
  };
  const date = Temporal.PlainDate.from(day).withCalendar(idOf(calendar));
  const first = date.with({ day: 1 });
  const days = Array.from({ length: date.daysInMonth }, (_, index) => first.add({ days: index }));
  const cells: (MonthDay | null)[] = [
    ...Array.from({ length: untilWeekday(first, locale) }, () => null),
    ...days.map((each) => ({
      day: each.withCalendar("iso8601").toString(),
      number: number.formatToParts(instantOf(each)).find(({ type }) => type === "day")?.value ?? String(each.day),
      label: say(whole, instantOf(each), ["weekday", "day", "month", "year"]),
    })),
  ];
  while (cells.length % 7 > 0) cells.push(null);
  // A week of which only the days' names are asked for.
  const monday = Temporal.PlainDate.from("2026-11-23");
  const weekday = (length: "short" | "narrow" | "long", index: number) =>
    format({ weekday: length }).format(instantOf(monday.add({ days: (weekStart(locale) - 1 + index) % 7 })));
  return {
    label: say(monthYear, instantOf(first), ["month", "year"]),
    weekdays: Array.from({ length: 7 }, (_, index) => ({
      short: weekday(locale === "fa" ? "narrow" : "short", index),
      long: weekday("long", index),
    })),
    weeks: Array.from({ length: cells.length / 7 }, (_, index) => cells.slice(index * 7, index * 7 + 7)),
  };
}

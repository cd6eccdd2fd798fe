import type { IssueCode } from "../issue-table";
import {
  type Calendar,
  calendarOfYear,
  dayOf,
  isWithin,
  nearestDay,
  type RequestedMonth,
} from "./calendar-days";
import { GREGORIAN_MONTHS, JALALI_MONTHS, LUNAR_MONTHS, monthPattern } from "./calendar-words";

/** A day in a text and its position. */
export interface WrittenDate {
  day: string | null;
  calendar: Calendar;
  confidence: number;
  codes: IssueCode[];
  from: number;
  to: number;
  /** Position of the day itself where the month precedes it. */
  at?: number;
}

const SEPARATOR = "\\s?[-–/.٫\\\\]\\s?";
const YEAR_FIRST = `(?<y1>\\d{4})(?<s1>${SEPARATOR})(?<m1>\\d{1,2})${SEPARATOR}(?<d1>\\d{1,2})(?!\\d)`;
const YEAR_LAST = `(?<a>\\d{1,2})(?<s2>${SEPARATOR})(?<b>\\d{1,2})${SEPARATOR}(?<y2>\\d{4})(?!\\d)`;
const COMPACT = "(?<c>(?:20[2-9]\\d|1[34]\\d\\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01]))(?!\\d)";
const SHORT = "(?<x>\\d{1,2})[-–/.](?<y>\\d{1,2})[-–/.](?<z>\\d{1,2})(?!\\d|[:])";
const NO_YEAR = "(?<p>\\d{1,2}(?=[/.])|\\d{2}(?=-))[-/.](?<q>\\d{2}|\\d(?!\\d))(?!\\d|[:/])";
const NUMERIC = new RegExp(
  `(?<![\\d])(?:${YEAR_FIRST}|${YEAR_LAST}|${COMPACT}|${SHORT}|${NO_YEAR})`,
  "gu",
);

const MONTH = monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS, LUNAR_MONTHS);
const MONTH_AFTER = new RegExp(`^\\s?(?:of )?(?:${MONTH})(?!\\p{L})`, "u");
const MONTH_BEFORE = new RegExp(`(?<!\\p{L})(?:${MONTH})\\s?$`, "u");

/** Countries that write the month before the day. */
const MONTH_FIRST = new Set(["US"]);

/** All numeric days of a folded text, in order. */
export function numericDates(text: string, near: RequestedMonth, country: string): WrittenDate[] {
  return [...text.matchAll(NUMERIC)].flatMap((match) => {
    const groups = match.groups ?? {};
    const [from, to] = [match.index, match.index + match[0].length];
    // "17-20 December": two days of a month.
    const isDash = groups.p !== undefined && match[0].includes("-");
    if (isDash && (MONTH_AFTER.test(text.slice(to)) || MONTH_BEFORE.test(text.slice(0, from))))
      return [];
    return [{ ...read(groups, near, country), from, to }];
  });
}

type Found = Omit<WrittenDate, "from" | "to">;

function exact(
  year: number,
  month: number,
  day: number,
  confidence: number,
  near: RequestedMonth,
): Found {
  const calendar = calendarOfYear(year, near);
  return readingOf(dayOf(year, month, day, calendar), calendar, confidence);
}

/** Lunar days depend on moon sighting, so they get a doubt. */
function readingOf(day: string | null, calendar: Calendar, confidence: number): Found {
  if (day === null) return { day, calendar, confidence, codes: ["impossible-date"] };
  return calendar === "lunar"
    ? { day, calendar, confidence: 0.5, codes: ["lunar-date"] }
    : { day, calendar, confidence, codes: [] };
}

function read(
  groups: Record<string, string | undefined>,
  near: RequestedMonth,
  country: string,
): Found {
  const [y1, m1, d1, c] = [groups.y1, groups.m1, groups.d1, groups.c];
  if (y1 !== undefined)
    return exact(Number(y1), Number(m1), Number(d1), groups.s1 === "-" ? 1 : 0.98, near);
  if (c !== undefined)
    return exact(Number(c.slice(0, 4)), Number(c.slice(4, 6)), Number(c.slice(6)), 0.95, near);
  if (groups.y2 !== undefined)
    return yearLast(
      Number(groups.a),
      Number(groups.b),
      Number(groups.y2),
      groups.s2?.trim() === ".",
      near,
      country,
    );
  if (groups.x !== undefined)
    return shortYear(Number(groups.x), Number(groups.y), Number(groups.z), near);
  return withoutYear(Number(groups.p), Number(groups.q), near, country);
}

const distinct = (days: readonly (string | null)[]): string[] => [
  ...new Set(days.filter((day) => day !== null)),
];

function yearLast(
  a: number,
  b: number,
  year: number,
  isDotted: boolean,
  near: RequestedMonth,
  country: string,
): Found {
  const calendar = calendarOfYear(year, near);
  const dayFirst = dayOf(year, b, a, calendar);
  const monthFirst = dayOf(year, a, b, calendar);
  // Hijri dates and dates with dots start with the day in all countries.
  if (dayFirst && (calendar !== "gregorian" || isDotted))
    return readingOf(dayFirst, calendar, 0.95);
  const days = distinct([dayFirst, monthFirst]);
  if (days.length < 2)
    return {
      day: days[0] ?? null,
      calendar,
      confidence: 0.95,
      codes: days.length ? [] : ["impossible-date"],
    };
  return choose(days, calendar, near, (MONTH_FIRST.has(country) ? monthFirst : dayFirst) ?? "");
}

/** The reading within the requested month, if unique; else the usual one with a doubt. */
function choose(
  days: readonly string[],
  calendar: Calendar,
  near: RequestedMonth,
  usual: string,
): Found {
  const within = days.filter((day) => isWithin(day, near));
  if (within.length === 1) return { day: within[0] ?? null, calendar, confidence: 0.85, codes: [] };
  return { day: usual, calendar, confidence: 0.4, codes: ["ambiguous-date"] };
}

/** Two-digit years: 05/12/26, 26-12-05, ۰۵/۰۹/۱۴. */
function shortYear(x: number, y: number, z: number, near: RequestedMonth): Found {
  const readings = [
    { day: dayOf(2000 + z, y, x, "gregorian"), calendar: "gregorian" },
    { day: dayOf(2000 + z, x, y, "gregorian"), calendar: "gregorian" },
    { day: dayOf(2000 + x, y, z, "gregorian"), calendar: "gregorian" },
    { day: dayOf(1400 + x, y, z, "jalali"), calendar: "jalali" },
    { day: dayOf(1400 + z, y, x, "jalali"), calendar: "jalali" },
  ] as const;
  const within = distinct(readings.map(({ day }) => day)).filter((day) => isWithin(day, near));
  const chosen = readings.find(
    ({ day }) => day !== null && (within.length === 0 || within.includes(day)),
  );
  if (!chosen?.day)
    return { day: null, calendar: "gregorian", confidence: 0, codes: ["impossible-date"] };
  const isSure = within.length === 1;
  return {
    day: chosen.day,
    calendar: chosen.calendar,
    confidence: isSure ? 0.8 : 0.3,
    codes: isSure ? [] : ["ambiguous-date"],
  };
}

/** Day and month without a year: 5/12, ۹/۱۴. */
function withoutYear(p: number, q: number, near: RequestedMonth, country: string): Found {
  const readings = [
    { day: nearestDay(q, p, "gregorian", near), calendar: "gregorian" },
    { day: nearestDay(p, q, "gregorian", near), calendar: "gregorian" },
    { day: nearestDay(p, q, "jalali", near), calendar: "jalali" },
    { day: nearestDay(q, p, "jalali", near), calendar: "jalali" },
  ] as const;
  const within = distinct(readings.map(({ day }) => day)).filter((day) => isWithin(day, near));
  if (within.length === 1) {
    const found = readings.find(({ day }) => day === within[0]);
    return {
      day: within[0] ?? null,
      calendar: found?.calendar ?? "gregorian",
      confidence: 0.7,
      codes: [],
    };
  }
  const usual =
    readings[MONTH_FIRST.has(country) ? 1 : 0].day ??
    readings.find(({ day }) => day !== null)?.day ??
    null;
  return {
    day: usual,
    calendar: "gregorian",
    confidence: 0.3,
    codes: [usual ? "ambiguous-date" : "impossible-date"],
  };
}

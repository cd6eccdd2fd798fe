import type { IssueCode } from "../issue-table";
import {
  type Calendar,
  dayOf,
  isJalaliYear,
  nearestDay,
  type RequestedMonth,
} from "./calendar-days";
import {
  GREGORIAN_MONTHS,
  JALALI_MONTHS,
  LUNAR_MONTHS,
  monthPattern,
  monthsNamed,
  ordinalOf,
  ordinalPattern,
} from "./calendar-words";
import { isLunarYear } from "./lunar-days";
import type { WrittenDate } from "./numeric-dates";

const monthOfName = monthsNamed({
  gregorian: GREGORIAN_MONTHS,
  jalali: JALALI_MONTHS,
  lunar: LUNAR_MONTHS,
});
const MONTH = monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS, LUNAR_MONTHS);

/** Maximum number of tokens and days per text, and per list of showings. */
const TOKENS_MAX = 40;
const DAYS_MAX = 8;
const LISTED = 8;

const TOKEN = new RegExp(
  [
    `(?<year>(?<!\\d)(?:20[2-9]\\d|1[345]\\d\\d)(?!\\d))`,
    `(?<day>(?<![\\d:])\\d{1,2}(?![\\d:%]))(?:st|nd|rd|th|ام|م)?(?!\\s?(?:days?|nights?|weeks?|hours?|روز|شب|هفته|ساعت|سانس|نفر)(?!\\p{L}))`,
    `(?<ordinal>(?<!\\p{L})(?:${ordinalPattern})(?!\\p{L}))`,
    `(?<month>(?<!\\p{L})(?:${MONTH})(?:\\s?ماه)?(?!\\p{L}))`,
    `(?<range>–|-|~|\\.\\.+|(?<!\\p{L})(?:to|until|till|through|thru|تا|الی|لغایت)(?!\\p{L}))`,
    `(?<and>&|,|،|\\+|/|(?<!\\p{L})(?:and|و|or|یا)(?!\\p{L}))`,
  ].join("|"),
  "gu",
);

interface Token {
  kind: "year" | "day" | "month" | "range" | "and";
  value: number;
  calendar: Calendar;
  from: number;
  to: number;
}

function tokensOf(text: string, most: number): Token[] {
  return [...text.matchAll(TOKEN)].slice(0, most).map((match) => {
    const { year, day, ordinal, month, range } = match.groups ?? {};
    const place = {
      from: match.index,
      to: match.index + match[0].length,
      calendar: "gregorian" as Calendar,
    };
    if (year)
      return {
        ...place,
        kind: "year",
        value: Number(year),
        calendar: isJalaliYear(Number(year)) ? "jalali" : "gregorian",
      };
    if (day) return { ...place, kind: "day", value: Number(day) };
    if (ordinal)
      return {
        ...place,
        kind: "day",
        value: ordinalOf(ordinal),
      };
    const named = month ? monthOfName(month) : undefined;
    if (named) return { ...place, kind: "month", value: named.month, calendar: named.calendar };
    return { ...place, kind: range ? "range" : "and", value: 0 };
  });
}

/**
 * "14 Dec '26", "۱۴ آذر ۰۵": a number after the month that equals the requested year's last two
 * digits.
 */
function withShortYears(tokens: readonly Token[], text: string, near: RequestedMonth): Token[] {
  return tokens.map((token, place) => {
    const before = [tokens[place - 2], tokens[place - 1]];
    const month = before.find((other) => other?.kind === "month");
    const isAfterBoth = month !== undefined && before.some((other) => other?.kind === "day");
    if (
      token.kind !== "day" ||
      !isAfterBoth ||
      !/^(?:st|nd|rd|th)?[\s,،'’]*$/.test(text.slice(before[1]?.to, token.from))
    )
      return token;
    const year = month.calendar === "jalali" ? near.jalaliYear : near.year;
    return token.value === year % 100
      ? { ...token, kind: "year", value: year, calendar: month.calendar }
      : token;
  });
}

/** Days in words. */
export interface WordDates {
  dates: WrittenDate[];
  /** Whether the days are the first and last of a range. */
  isRange: boolean;
  /** Whether the text names a month, with or without a day. */
  namesMonth: boolean;
}

interface Part {
  day: Token;
  month: Token | null;
  year: Token | null;
}

/**
 * Reads "5–7 Dec 2026", "December 5th", "Dec 30 to Jan 2", "۱۴ تا ۱۶ آذر ۱۴۰۵", "چهاردهم آذر",
 * "5th" in a folded text.
 */
export function wordDates(text: string, near: RequestedMonth, isList = false): WordDates {
  const times = isList ? LISTED : 1;
  const tokens = withShortYears(tokensOf(text, TOKENS_MAX * times), text, near);
  const months = tokens.filter(({ kind }) => kind === "month");
  const parts = partsOf(tokens, months, DAYS_MAX * times);
  const first = parts[0];
  const last = parts.at(-1);
  const isRange =
    parts.length === 2 &&
    tokens.some(
      (token) =>
        token.kind === "range" &&
        first &&
        last &&
        token.from > first.day.from &&
        token.from < last.day.from,
    );
  const years = tokens.filter(({ kind }) => kind === "year");
  const read = parts.map((part) => dateOf(part, parts, years, near));
  // A lunar day beside another date is informative and may be a day off.
  const dates = read.some(({ calendar, day }) => calendar !== "lunar" && day !== null)
    ? read.filter(({ calendar }) => calendar !== "lunar")
    : read;
  return { dates, isRange: isRange && dates.length === 2, namesMonth: months.length > 0 };
}

/** Each day with its month: by the order of the text, else the nearest. */
function partsOf(tokens: readonly Token[], months: readonly Token[], most: number): Part[] {
  const days = tokens.filter(
    ({ kind, value }) => kind === "day" && value >= 1 && value <= 31 + (months.length ? 68 : 0),
  );
  const distance = (day: Token, other: Token) =>
    other.from >= day.to ? other.from - day.to : day.from - other.to;
  const years = tokens.filter(({ kind }) => kind === "year");
  const near =
    months.length === 0
      ? days
      : days.filter((day) => months.some((month) => distance(day, month) <= 40));
  return near.slice(0, most).map((day) => {
    const byDistance = [...months].sort((a, b) => distance(day, a) - distance(day, b));
    const beside = byDistance[0];
    // "Dec 30 - Jan 2": with the month first, the month before the day is its own, even if another
    // is as near.
    const isMonthFirst =
      months[0] !== undefined && days[0] !== undefined && months[0].from < days[0].from;
    const own =
      months.length < 2
        ? beside
        : isMonthFirst
          ? months.filter(({ from }) => from < day.from).at(-1)
          : months.find(({ from }) => from > day.from);
    const month = own ?? beside ?? null;
    const year = years.find(({ from }) => from > day.from) ?? years.at(-1) ?? null;
    return { day, month, year };
  });
}

function dateOf(
  { day, month, year }: Part,
  parts: readonly Part[],
  years: readonly Token[],
  near: RequestedMonth,
): WrittenDate {
  const place = {
    from: Math.min(day.from, month?.from ?? day.from),
    to: Math.max(day.to, month?.to ?? 0, year?.to ?? 0),
    at: day.from,
  };
  const calendar = month?.calendar ?? year?.calendar ?? "gregorian";
  const failed = (code: IssueCode): WrittenDate => ({
    day: null,
    calendar,
    confidence: 0,
    codes: [code],
    ...place,
  });
  if (!month) {
    if (year) return failed("unreadable-date");
    const found = dayOf(near.year, Number(near.first.slice(5, 7)), day.value, "gregorian");
    return found
      ? { day: found, calendar, confidence: 0.5, codes: ["day-only"], ...place }
      : failed("impossible-date");
  }
  const value = yearOf({ day, month, year }, parts, years);
  if (value === null) {
    const found = nearestDay(month.value, day.value, month.calendar, near);
    return found
      ? { day: found, calendar, ...doubted(calendar, 0.85), ...place }
      : failed("impossible-date");
  }
  const found = dayOf(value, month.value, day.value, month.calendar);
  return found
    ? { day: found, calendar, ...doubted(calendar, 0.97), ...place }
    : failed("impossible-date");
}

/** Lunar days depend on moon sighting, so they get a doubt. */
const doubted = (
  calendar: Calendar,
  confidence: number,
): Pick<WrittenDate, "confidence" | "codes"> =>
  calendar === "lunar" ? { confidence: 0.5, codes: ["lunar-date"] } : { confidence, codes: [] };

const isYearOf = (year: number, calendar: Calendar): boolean =>
  calendar === "lunar" ? isLunarYear(year) : isJalaliYear(year) === (calendar === "jalali");

/** In a range over New Year with one year, the year belongs to the last day. */
function yearOf(
  { month, year }: Part,
  parts: readonly Part[],
  years: readonly Token[],
): number | null {
  // A year of another calendar ("14 Azar 2026") does not apply.
  if (!year || !month || !isYearOf(year.value, month.calendar)) return null;
  const last = parts.at(-1);
  const crosses =
    years.length === 1 &&
    last?.month &&
    parts.length === 2 &&
    last.month.value < month.value &&
    year.from > last.day.from;
  return crosses ? year.value - 1 : year.value;
}

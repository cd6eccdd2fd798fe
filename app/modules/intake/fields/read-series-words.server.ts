import { daysBetween, monthOf, weekdayOf } from "../../../lib/dates/days";
import { jalaliOf } from "../../../lib/dates/jalali";
import { SCHEDULE_LIMITS } from "../../../lib/event/schedule";
import type { AnswerContext } from "../entries/parsed-event";
import { foldWords, wholeWord } from "../text/fold-words";
import {
  type Calendar,
  dayOf,
  nearestDay,
  type RequestedMonth,
  requestedMonth,
} from "./calendar-days";
import { GREGORIAN_MONTHS, JALALI_MONTHS, monthPattern, ordinalOf } from "./calendar-words";
import { numericDates } from "./numeric-dates";
import { weekdayWords } from "./read-date";
import { clockRuns } from "./read-time";
import {
  type PlacedDate,
  type SeriesReading,
  type StatedTimes,
  seriesOfDates,
  seriesOfRrule,
  seriesOfRule,
} from "./series-of-rule.server";
import * as words from "./series-words";
import { blanked, NO_GROUP, taken, weekdayGroups, withMarkedHours } from "./weekday-groups";
import { wordDates } from "./word-dates";

/** Characters of a text that lists showings. */
const LONGEST = 1_500;

const EVERY = wholeWord(words.EVERY, "u");
const DAILY = wholeWord(words.DAILY, "u");
const WEEKLY = wholeWord(words.WEEKLY, "u");
const MONTHLY = wholeWord(words.MONTHLY, "u");
const EVERY_SECOND = wholeWord(words.EVERY_SECOND, "u");
const EVERY_FEW = wholeWord(words.EVERY_FEW, "u");
const OPEN = wholeWord(words.OPEN, "u");
const COUNT = wholeWord(words.COUNT, "u");
const MONTH_DAY = wholeWord(words.MONTH_DAY, "u");
const EXCEPT = new RegExp(
  `(?<!\\p{L})(?:${words.EXCEPT}) ([^;()]*?)(?=[,،]? (?:until|till|from|starting|تا|از)(?!\\p{L})|[;()]|$)`,
  "u",
);
const CLOSED_BEFORE = new RegExp(`(?<!\\p{L})(?:${words.CLOSED_BEFORE}) ([^;,،()\\d]*)`, "u");
const CLOSED_AFTER = new RegExp(`([^;,،()\\d]*?) ?(?:${words.CLOSED_AFTER})(?!\\p{L})`, "u");
const NTH_WEEKDAYS = words.NTH_WEEKDAYS.map(({ pattern, ...which }) => ({
  ...which,
  pattern: wholeWord(pattern, "u"),
}));
/** Words of `NTH_WEEKDAYS`: most texts have none. */
const HAS_NTH =
  /first|second|third|fourth|fifth|last|final|\d(?:st|nd|rd|th)|ین |اول|دوم|سوم|چهارم|آخر/u;
const UNTIL_BEFORE = new RegExp(
  `(?<!\\p{L})(?:${words.UNTIL})(?: (?:${words.END_OF}))?\\s*(?:on |the |روز )?$`,
  "u",
);
const FROM_BEFORE = new RegExp(`(?<!\\p{L})(?:${words.FROM})\\s*(?:on |the |روز )?$`, "u");
const UNTIL_WORD =
  /(?<!\p{L})(?:until|till|til|through|thru|to|ending|ends?(?: on)?|up to|–|-|تا|الی|لغایت)(?: (?:(?:the )?end of|پایان|آخر|انتهای))?[\s,،]*(?:on |the |روز )?$/u;
const MONTH = new RegExp(
  `(?<!\\p{L})(${monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS)})(?:\\s?ماه)?(?!\\p{L})(?:\\s+(\\d{4}))?`,
  "gu",
);
const PERSIAN = /[\u0600-\u06ff]/;

const numberOf = (text: string): number => {
  const place = words.COUNT_WORDS.indexOf(text);
  return /^\d/.test(text)
    ? Number(text)
    : (place < 0 ? words.PERSIAN_COUNT_WORDS.indexOf(text) : place) + 1;
};

/** Days of a text without weekdays and hours; the same days in another calendar are left out. */
function datesOf(
  rest: string,
  near: RequestedMonth,
  country: string,
): { dates: PlacedDate[]; isRange: boolean } {
  const figures = numericDates(rest, near, country);
  const spelled = figures.length > 0 ? null : wordDates(rest, near, true);
  const all = spelled ? spelled.dates : figures;
  const calendar = all[0]?.calendar;
  const found = all.filter((date) => date.calendar === calendar);
  const placed = found.map((date): PlacedDate => {
    const places = [date.at ?? date.from, date.from];
    const has = (pattern: RegExp) =>
      places.some((place) => pattern.test(rest.slice(Math.max(place - 30, 0), place)));
    return {
      date,
      at: places[0] ?? 0,
      role: has(FROM_BEFORE) ? "from" : has(UNTIL_WORD) ? "until" : "listed",
    };
  });
  const [first, last] = placed;
  const isRange =
    placed.length === 2 &&
    first !== undefined &&
    last !== undefined &&
    last.role === "until" &&
    first.role !== "until";
  return { dates: isRange ? [{ ...first, role: "from" }, last] : placed, isRange };
}

/** Months that are named without a day, as bounds: "in Azar", "until the end of Dey". */
function monthBounds(
  rest: string,
  dates: readonly PlacedDate[],
  near: RequestedMonth,
): { from: string | null; until: string | null } {
  const bare = dates.reduce(
    (text, { date }) => blanked(text, date.from, Math.max(date.to, date.from)),
    rest,
  );
  const bounds: { from: string | null; until: string | null } = { from: null, until: null };
  for (const { index, 1: name = "", 2: year } of bare.matchAll(MONTH)) {
    const at = monthNumber(name);
    if (!at) continue;
    const first = year
      ? dayOf(Number(year), at.month, 1, at.calendar)
      : nearestDay(at.month, 1, at.calendar, near);
    if (!first) continue;
    const { last } = monthOf(first, at.calendar === "jalali" ? "jalali" : "gregorian");
    const before = bare.slice(Math.max(index - 30, 0), index);
    if (!UNTIL_BEFORE.test(before) || bounds.from !== null || /(?:and|و)\s*$/u.test(before))
      bounds.from ??= first;
    bounds.until = last;
  }
  return bounds;
}

function monthNumber(name: string): { month: number; calendar: Calendar } | null {
  for (const [calendar, table] of [
    ["gregorian", GREGORIAN_MONTHS],
    ["jalali", JALALI_MONTHS],
  ] as const) {
    const month = table.findIndex((names) =>
      names.split(" ").some((one) => one.replace(/_/g, " ") === name.replace(/[ –]/g, " ")),
    );
    if (month >= 0) return { month: month + 1, calendar };
  }
  return null;
}

/**
 * Reads several dates in words, in English or Persian and either calendar: lists of showings ("21,
 * 22 and 23 Nov 19:30"), rules ("every Thursday in Azar", "Tue & Thu 18:00 until 2 Dey", «آخرین
 * جمعهٔ هر ماه») and opening hours. A rule without an end gets the requested month, with the doubt
 * "recurring". Null where the text states one date or none.
 * @param known what other fields state: hours of dates without one, bounds of rules without one
 * @param isRule whether the text stands under a key for recurrences
 */
export function readSeriesWords(
  text: string,
  context: AnswerContext,
  known: StatedTimes,
  isRule = false,
): SeriesReading | null {
  if (/freq=/i.test(text)) return seriesOfRrule(text, known);
  const near = requestedMonth(context.month);
  const { country } = context.city;
  const folded = withMarkedHours(foldWords(text.replace(/[\n;؛]+/g, " ; "), LONGEST));
  if (folded === "") return null;
  const exceptions = readExceptions(folded, near, country);
  let rest = exceptions.rest;
  const monthWeekdays = (HAS_NTH.test(rest) ? NTH_WEEKDAYS : []).flatMap(
    ({ nth, weekday, pattern }) => {
      const { match, rest: without } = taken(rest, pattern);
      rest = without;
      return match ? [{ nth, weekday }] : [];
    },
  );
  const day = taken(rest, MONTH_DAY);
  rest = day.rest;
  const ofMonth = day.match?.groups?.figure ?? day.match?.groups?.ordinal;
  const monthDays =
    ofMonth === undefined ? [] : [/^\d/.test(ofMonth) ? Number(ofMonth) : ordinalOf(ofMonth)];
  const few = taken(rest, EVERY_FEW);
  rest = few.rest;
  const second = taken(rest, EVERY_SECOND);
  const counted = taken(second.rest, COUNT);
  const { count: number, weeks } = counted.match?.groups ?? {};
  const count = number ? { number: numberOf(number), isWeeks: weeks !== undefined } : null;
  const { runs, rest: withoutHours } = clockRuns(counted.rest);
  const { rest: plain, groups, hasRange, isPlural } = weekdayGroups(withoutHours, country);
  const { dates, isRange } = datesOf(plain, near, country);
  const months = monthBounds(plain, dates, near);
  const listed = dates.filter(({ role }) => role === "listed");
  const from = dates.find(({ role }) => role === "from")?.date.day ?? null;
  const until = dates.find(({ role }) => role === "until")?.date.day ?? null;
  const isEvery =
    EVERY.test(folded) ||
    isPlural ||
    monthWeekdays.length > 0 ||
    monthDays.length > 0 ||
    few.match !== null ||
    isRule;
  const isBounded =
    from !== null ||
    until !== null ||
    months.until !== null ||
    known.endDate !== null ||
    count !== null;
  // "Fri 4 – Sun 6 Dec": weekdays of the dates themselves.
  const areNames =
    !hasRange &&
    groups.every(({ to }) =>
      dates.some(({ at }) => at >= to && /^[\s,،]*(?:the )?$/u.test(withoutHours.slice(to, at))),
    );
  const areDays =
    !areNames &&
    listed.length === 0 &&
    groups.length > 0 &&
    (hasRange || new Set(groups.flatMap(({ days }) => days)).size > 1) &&
    isBounded;
  if (listed.length > 1 || !(isEvery || areDays)) {
    if (isRange || dates.length === 0 || (listed.length < 2 && runs.length < 2)) return null;
    return seriesOfDates(listed.length > 0 ? listed : dates, runs, known);
  }
  if (
    runs.some(({ codes }) => codes.includes("impossible-time")) ||
    dates.some(({ date }) => date.day === null)
  )
    return null;
  const start = from ?? listed[0]?.date.day ?? months.from ?? known.date ?? near.first;
  const [, stepText, unit = ""] = few.match ?? [];
  const isMonthly =
    monthWeekdays.length > 0 ||
    monthDays.length > 0 ||
    (groups.length === 0 && (MONTHLY.test(folded) || /month|ماه/.test(unit)));
  const isDaily = groups.length === 0 && (DAILY.test(folded) || /day|روز/.test(unit)) && !isMonthly;
  const isWeekly = groups.length > 0 || WEEKLY.test(folded) || /week|هفته/.test(unit);
  if (!isMonthly && !isDaily && !isWeekly && !OPEN.test(folded)) return null;
  const frequency = isMonthly ? "monthly" : isWeekly && !isDaily ? "weekly" : "daily";
  const anchored =
    frequency === "weekly" && groups.length === 0
      ? [{ ...NO_GROUP, days: [weekdayOf(start)] }]
      : groups;
  // A series without an anchor of its own would begin on any day.
  if (
    frequency === "weekly" &&
    groups.length === 0 &&
    from === null &&
    listed.length === 0 &&
    known.date === null
  )
    return null;
  const stated =
    until ??
    months.until ??
    (known.endDate !== null && known.endDate > start ? known.endDate : null);
  const isAssumed = stated === null && count === null;
  const end = stated ?? (count === null ? near.last : null);
  // "Fri–Sun 4–6 December" is one event of three days.
  if (
    !isEvery &&
    !OPEN.test(folded) &&
    count === null &&
    end !== null &&
    daysBetween(start, end) < 7
  )
    return null;
  if (end !== null && (end < start || daysBetween(start, end) > SCHEDULE_LIMITS.daysAhead * 2))
    return null;
  const calendarOfMonth = dates[0]?.date.calendar === "jalali" || PERSIAN.test(folded);
  return seriesOfRule(
    {
      frequency,
      interval: stepText ? Number(stepText) : second.match ? 2 : 1,
      groups: anchored,
      monthWeekdays,
      monthDays:
        monthDays.length > 0 || !isMonthly || monthWeekdays.length > 0
          ? monthDays
          : [dayOfMonth(start, calendarOfMonth)],
      runs,
      from: start,
      until: end,
      count,
      except: exceptions,
      isPersian: calendarOfMonth,
      isOpen: OPEN.test(folded) && !isAssumed,
      isBounded: stated !== null,
    },
    known,
    [
      ...runs.flatMap(({ codes }) => codes),
      ...dates.flatMap(({ date }) => date.codes),
      ...(isAssumed ? (["recurring"] as const) : []),
    ],
  );
}

const dayOfMonth = (day: string, isJalali: boolean): number =>
  isJalali ? jalaliOf(day).day : Number(day.slice(8));

/** Days and weekdays that a series leaves out, and the text without them. */
function readExceptions(folded: string, near: RequestedMonth, country: string) {
  const days: string[] = [];
  const weekdays: number[] = [];
  let rest = folded;
  for (const pattern of [EXCEPT, CLOSED_BEFORE, CLOSED_AFTER]) {
    const { match } = taken(rest, pattern);
    const tail = match?.[1] ?? "";
    const found = weekdayWords(tail);
    const dates = datesOf(found.rest, near, country).dates.flatMap(({ date }) => date.day ?? []);
    if (!match || (found.words.length === 0 && dates.length === 0)) continue;
    days.push(...dates);
    if (dates.length === 0)
      weekdays.push(...weekdayGroups(tail, country).groups.flatMap((group) => group.days));
    // The word itself is kept: it marks opening hours.
    const at = match.index + match[0].indexOf(tail);
    rest = blanked(rest, at, at + tail.length);
  }
  return { days, weekdays, rest };
}

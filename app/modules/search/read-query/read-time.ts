import { addDays, monthOf, weekdayOf } from "../../../lib/dates/days";
import { gregorianOf, jalaliOf } from "../../../lib/dates/jalali";
import { NameTable, type Span, Taken } from "./spans";
import {
  AFTER_WORDS,
  BEFORE_WORDS,
  type Holiday,
  NEXT_CUES,
  spokenTimes,
  THIS_CUES,
  TIME_CUES,
  TIME_WORDS,
  type TimeMeaning,
} from "./time-words";
import { DAYPARTS, type When } from "./understood";

export interface TimeContext {
  /** Local day of the area, YYYY-MM-DD. */
  today: string;
  /** Whether the weekend of the area is Thursday and Friday, and its week begins on Saturday. */
  isThursdayWeekend: boolean;
}

export interface ReadTime {
  when: When;
  spans: Span[];
}

const HOUR = 60;
const WEEK = 7;
const PERSIAN = /[\u0600-\u06ff]/;

let table: NameTable<TimeMeaning> | undefined;

/** The table of words about time. */
export function timeTable(): NameTable<TimeMeaning> {
  if (!table) {
    table = new NameTable();
    for (const words of [TIME_WORDS, spokenTimes()])
      for (const [names, meaning] of words) for (const name of names) table.add(name, meaning);
  }
  return table;
}

/** The first day on or after today that a function of the year gives. */
function nextYearly(
  today: string,
  year: number,
  dayIn: (year: number) => string | null,
): string | null {
  for (const candidate of [year, year + 1]) {
    const day = dayIn(candidate);
    if (day !== null && day >= today) return day;
  }
  return null;
}

/** Gregorian years that a query may name: those of lists. */
const YEAR_MIN = 1900;
const YEAR_MAX = 2100;
/** Gregorian year minus Solar Hijri year, at least. */
const JALALI_OFFSET = 621;

const jalaliDay = (month: number, day: number) => (year: number) =>
  year + JALALI_OFFSET < YEAR_MIN || year + JALALI_OFFSET >= YEAR_MAX
    ? null
    : gregorianOf({ year, month, day });
const gregorianDay = (month: number, day: number) => (year: number) => {
  if (year < YEAR_MIN || year > YEAR_MAX) return null;
  const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return Number.isNaN(Date.parse(text)) || new Date(text).getUTCDate() !== day ? null : text;
};
const nextJalali = (today: string, month: number, day: number) =>
  nextYearly(today, jalaliOf(today).year, jalaliDay(month, day));
const nextGregorian = (today: string, month: number, day: number) =>
  nextYearly(today, Number(today.slice(0, 4)), gregorianDay(month, day));

/**
 * Official holidays of Iran with a fixed day of the Solar Hijri year: month, day, number of days.
 */
const OFFICIAL: readonly (readonly [number, number, number])[] = [
  [1, 1, 4],
  [1, 12, 2],
  [3, 14, 2],
  [11, 22, 1],
  [12, 29, 1],
];

/** The days of a holiday: the coming one. */
function holidayDays(holiday: Holiday, today: string): { from: string; to: string } | null {
  const range = (from: string | null, days: number) =>
    from === null ? null : { from, to: addDays(from, days - 1) };
  switch (holiday) {
    case "nowruz": {
      // In the holidays the current ones count.
      const { year, month, day } = jalaliOf(today);
      if (month === 1 && day <= 13) return range(gregorianOf({ year, month: 1, day: 1 }), 13);
      return range(nextJalali(today, 1, 1), 13);
    }
    case "yalda":
      return range(nextJalali(today, 9, 30), 1);
    case "sizdah":
      return range(nextJalali(today, 1, 13), 1);
    case "suri": {
      const newYear = nextJalali(addDays(today, 1), 1, 1);
      const last = newYear === null ? null : addDays(newYear, -1);
      return range(
        last === null ? null : addDays(last, -((weekdayOf(last) - 3 + WEEK) % WEEK) - 1),
        1,
      );
    }
    case "christmas-eve":
      return range(nextGregorian(today, 12, 24), 1);
    case "christmas":
      return range(nextGregorian(today, 12, 24), 3);
    case "new-year":
      return range(nextGregorian(today, 12, 31), 2);
    case "nowruz-eve":
      return range(nextJalali(today, 12, 29), 1);
    default:
      return (
        OFFICIAL.map(([month, day, days]) => range(nextJalali(today, month, day), days))
          .filter((days) => days !== null)
          .sort((a, b) => (a.from < b.from ? -1 : 1))[0] ?? null
      );
  }
}

const NUMBER = /^(\d{1,2})(?:st|nd|rd|th|م|ام)?$/;
const dayNumber = (word: string | undefined): number | null => {
  const day = Number(NUMBER.exec(word ?? "")?.[1] ?? 0);
  return day >= 1 && day <= 31 ? day : null;
};

const ONES =
  "یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده سیزده چهارده پانزده شانزده هفده هجده نوزده بیست".split(
    " ",
  );
const ORDINALS =
  "یکم دوم سوم چهارم پنجم ششم هفتم هشتم نهم دهم یازدهم دوازدهم سیزدهم چهاردهم پانزدهم شانزدهم هفدهم هجدهم نوزدهم بیستم".split(
    " ",
  );

/** A number of a day at a word, in digits or words: 21, 21st, بیست و یکم; null without one. */
function dayNumberAt(words: readonly string[], at: number): { day: number; length: number } | null {
  const word = words[at] ?? "";
  const day = dayNumber(word);
  if (day !== null) return { day, length: 1 };
  if (word === "اول") return { day: 1, length: 1 };
  if (word === "سیام") return { day: 30, length: 1 };
  const tens = word === "بیست" ? 20 : word === "سی" ? 30 : 0;
  const isJoined = tens > 0 && words[at + 1] === "و";
  const one = words[at + 2] ?? "";
  const more = isJoined ? Math.max(ORDINALS.indexOf(one), ONES.indexOf(one)) + 1 : 0;
  if (more > 0 && more < 10 && tens + more <= 31) return { day: tens + more, length: 3 };
  if (tens === 30) return { day: 30, length: words[at + 1] === "ام" ? 2 : 1 };
  const plain = Math.max(ORDINALS.indexOf(word), ONES.indexOf(word)) + 1;
  return plain > 0 ? { day: plain, length: 1 } : null;
}

/** The day of a month, the coming one unless a year follows. */
function dayOfMonth(
  meaning: TimeMeaning,
  day: number,
  year: number | null,
  today: string,
): string | null {
  if ("jalaliMonth" in meaning) {
    return year && year > 1300 && year < 1500
      ? gregorianOf({ year, month: meaning.jalaliMonth, day })
      : nextJalali(today, meaning.jalaliMonth, day);
  }
  if (!("month" in meaning)) return null;
  return year && year > 1900
    ? gregorianDay(meaning.month, day)(year)
    : nextGregorian(today, meaning.month, day);
}

/** A date and the words that it covers. */
interface DatedSpan extends Span {
  day: string;
}

/** A day with the name of its month: 20 آذر, 11 dec, december 11th, 11th of december 2026. */
function namedDateAt(words: readonly string[], start: number, today: string): DatedSpan | null {
  const isMonth = (meaning: TimeMeaning | undefined) =>
    meaning !== undefined && ("month" in meaning || "jalaliMonth" in meaning);
  const yearAt = (index: number) =>
    /^\d{4}$/.test(words[index] ?? "") ? Number(words[index]) : null;
  const never = () => false;
  const first = dayNumberAt(words, start);
  if (first !== null) {
    const behind = start + first.length;
    const at = words[behind] === "of" || words[behind] === "ماه" ? behind + 1 : behind;
    const month = timeTable().longestAt(words, at, never);
    if (!month || !isMonth(month.meaning)) return null;
    const end = at + month.span.length;
    const year = yearAt(end);
    const day = dayOfMonth(month.meaning, first.day, year, today);
    return day === null ? null : { start, length: end - start + (year === null ? 0 : 1), day };
  }
  const month = timeTable().longestAt(words, start, never);
  if (!month || !isMonth(month.meaning) || PERSIAN.test(words[start] ?? "")) return null;
  const at = start + month.span.length;
  const number = dayNumber(words[at]);
  if (number === null) return null;
  const year = yearAt(at + 1);
  const day = dayOfMonth(month.meaning, number, year, today);
  return day === null ? null : { start, length: at + 1 - start + (year === null ? 0 : 1), day };
}

/** Two days of months: 20 آذر تا 25 آذر, between 1 and 10 december; null without them. */
function daysBetweenAt(
  words: readonly string[],
  start: number,
  today: string,
): (When & { span: Span }) | null {
  const isBetween = /^(?:between|from|بین|از)$/.test(words[start] ?? "");
  const at = start + Number(isBetween);
  const isTo = (index: number) => /^(?:to|till|until|and|تا|الی|و|ta)$/.test(words[index] ?? "");
  const first = namedDateAt(words, at, today);
  const number = dayNumberAt(words, at);
  const end = first ? at + first.length : number ? at + number.length : at;
  if (end === at || !isTo(end) || (!isBetween && /^(?:and|و)$/.test(words[end] ?? ""))) return null;
  const last = namedDateAt(words, end + 1, today);
  if (!last) return null;
  const shared =
    first ??
    namedDateAt(
      [
        ...words.slice(at, end),
        ...words.slice(end + 1 + (dayNumberAt(words, end + 1)?.length ?? 0)),
      ],
      0,
      today,
    );
  if (!shared || shared.day > last.day) return null;
  return { from: shared.day, to: last.day, span: { start, length: end + 1 + last.length - start } };
}

/** A day in digits: 1405/09/20, 2026-12-11, and 25/12 where only one number can be the month. */
function numericDateAt(
  words: readonly string[],
  start: number,
  text: string,
  isPersian: boolean,
  today: string,
): DatedSpan | null {
  const [a = "", b = "", c = ""] = words.slice(start, start + 3);
  if (!/^\d{1,4}$/.test(a) || !/^\d{1,2}$/.test(b)) return null;
  const isWritten = (...parts: string[]) =>
    new RegExp(`(?<!\\d)${parts.join("[/.-]")}(?!\\d)`).test(text);
  if (a.length === 4 && /^\d{1,2}$/.test(c) && isWritten(a, b, c)) {
    const year = Number(a);
    const day =
      year < 1700
        ? jalaliDay(Number(b), Number(c))(year)
        : gregorianDay(Number(b), Number(c))(year);
    return day === null ? null : { start, length: 3, day };
  }
  if (a.length > 2 || !new RegExp(`(?<![\\d/.-])${a}/${b}(?![\\d/.-])`).test(text)) return null;
  const [one, other] = [Number(a), Number(b)];
  if (one > 12 && other > 12) return null;
  // 5/9: in Persian the day comes first; English writes both orders.
  if (one <= 12 && other <= 12 && !isPersian) return null;
  const [number, month] = one > 12 || other <= 12 ? [one, other] : [other, one];
  if (number > 31 || month < 1) return null;
  const day = isPersian ? nextJalali(today, month, number) : nextGregorian(today, month, number);
  return day === null ? null : { start, length: 2, day };
}

/** A time of the clock, minutes since midnight, and the words that it covers. */
interface ClockSpan extends Span {
  minutes: number;
  isMarked: boolean;
}

/**
 * A time of the clock: 8pm, 8 pm, 20:00, ساعت ۸ شب. Hours up to 11 without a.m. or صبح are those of
 * the evening.
 */
function clockAt(words: readonly string[], start: number, text: string): ClockSpan | null {
  let at = start;
  const isNamed = words[at] === "ساعت";
  if (isNamed) at++;
  const [, digits = "", joined = ""] = /^(\d{1,2})(am|pm)?$/.exec(words[at] ?? "") ?? [];
  if (digits === "") return null;
  let hour = Number(digits);
  at++;
  let minute = 0;
  const next = words[at] ?? "";
  const isColon = /^\d{2}$/.test(next) && new RegExp(`(?<!\\d)${digits}:${next}(?!\\d)`).test(text);
  if (isColon) {
    minute = Number(next);
    at++;
  }
  let marker = joined;
  if (!marker && /^(?:am|pm|شب|عصر|صبح|ظهر|oclock|بعدازظهر)$/.test(words[at] ?? ""))
    marker = words[at++] ?? "";
  else if (!marker && words.slice(at, at + 3).join("") === "بعدازظهر") {
    marker = "pm";
    at += 3;
  }
  if (hour > 24 || minute > 59) return null;
  const isMorning = marker === "am" || marker === "صبح";
  if (isMorning ? hour === 12 : hour === 24) hour = 0;
  else if (!isMorning && hour < 12 && !(isColon && digits.length === 2 && marker === ""))
    hour += 12;
  return {
    start,
    length: at - start,
    minutes: hour * HOUR + minute,
    isMarked: isNamed || marker !== "" || isColon,
  };
}

/** A bound of the time of day: after 8pm, بعد از ساعت ۸ شب, before 18:00, at 8pm. */
function hoursAt(
  words: readonly string[],
  start: number,
  text: string,
): (Span & { hours: When["hours"] }) | null {
  const word = words[start] ?? "";
  const isAfter = AFTER_WORDS.has(word);
  const isBefore = BEFORE_WORDS.has(word);
  let at = isAfter || isBefore || word === "at" || word === "در" ? start + 1 : start;
  if (at > start && (words[at] === "از" || words[at] === "the")) at++;
  const clock = clockAt(words, at, text);
  if (!clock || (!clock.isMarked && !(isAfter && word === "after"))) return null;
  const span = { start, length: at - start + clock.length };
  if (isAfter)
    return {
      ...span,
      hours: { from: clock.minutes, before: Math.max(DAYPARTS.night.before, clock.minutes + HOUR) },
    };
  if (isBefore) return { ...span, hours: { from: DAYPARTS.morning.from, before: clock.minutes } };
  return { ...span, hours: { from: clock.minutes, before: clock.minutes + HOUR } };
}

/** The first day of the week after today's. */
function nextWeekStart({ today, isThursdayWeekend }: TimeContext): string {
  const first = isThursdayWeekend ? 6 : 1;
  return addDays(today, (first - weekdayOf(today) + WEEK) % WEEK || WEEK);
}

/** The weekend of the next week. */
function nextWeekend(context: TimeContext): { from: string; to: string } {
  const start = nextWeekStart(context);
  const first = context.isThursdayWeekend ? 4 : 6;
  const from = addDays(start, (first - weekdayOf(start) + WEEK) % WEEK);
  return { from, to: addDays(from, 1) };
}

function nextMonth(today: string, isPersian: boolean): { from: string; to: string } {
  const calendar = isPersian ? "jalali" : "gregorian";
  const { first, last } = monthOf(addDays(monthOf(today, calendar).last, 1), calendar);
  return { from: first, to: last };
}

/** The coming month of a name, from today if it is the current one. */
function monthDays(meaning: TimeMeaning, today: string): { from: string; to: string } | null {
  const calendar = "jalaliMonth" in meaning ? "jalali" : "gregorian";
  const current = monthOf(today, calendar);
  const number =
    "jalaliMonth" in meaning ? meaning.jalaliMonth : "month" in meaning ? meaning.month : 0;
  const isCurrent =
    (calendar === "jalali" ? jalaliOf(today).month : Number(today.slice(5, 7))) === number;
  if (isCurrent) return { from: today, to: current.last };
  const first =
    calendar === "jalali" ? nextJalali(today, number, 1) : nextGregorian(today, number, 1);
  return first === null ? null : { from: first, to: monthOf(first, calendar).last };
}

/** Days of a month that a part of it has, as a first and a last number; negative from its end. */
const MONTH_PARTS: Record<string, readonly [number, number]> = {
  "day-1": [1, 1],
  first: [1, 10],
  middle: [11, 20],
  last: [-10, -1],
  "last-day": [-1, -1],
  "week-1": [1, 7],
  "week-2": [8, 14],
  "week-3": [15, 21],
  "week-4": [-7, -1],
};

/** A part of a month: آخر آذر, first week of December; null where no month follows. */
function monthPartAt(
  words: readonly string[],
  start: number,
  today: string,
): (When & { span: Span }) | null {
  const never = () => false;
  const part = timeTable().longestAt(words, start, never);
  const ends = part && "monthPart" in part.meaning ? MONTH_PARTS[part.meaning.monthPart] : null;
  if (!part || !ends) return null;
  let at = start + part.span.length;
  while (/^(?:of|the|ماه|month)$/.test(words[at] ?? "")) at++;
  const month = timeTable().longestAt(words, at, never);
  if (!month) return null;
  const first = dayOfMonth(month.meaning, 1, null, today);
  // The current month began before today.
  const current = monthDays(month.meaning, today);
  if (!current?.from || first === null) return null;
  const calendar = "jalaliMonth" in month.meaning ? "jalali" : "gregorian";
  const whole = monthOf(current.from, calendar);
  const dayOf = (number: number) =>
    number > 0 ? addDays(whole.first, number - 1) : addDays(whole.last, number + 1);
  const [from, to] = [dayOf(ends[0]), dayOf(ends[1])];
  const end = at + month.span.length + Number(words[at + month.span.length] === "ماه");
  return to < today ? null : { from, to, span: { start, length: end - start } };
}

/** Years ahead that a bare number names: 2027, ۱۴۰۶. */
const YEARS_AHEAD = 3;

/** The days of a year in either calendar, from today on. */
function yearAt(word = "", today: string): When | null {
  if (!/^\d{4}$/.test(word)) return null;
  const year = Number(word);
  const [gregorian, jalali] = [Number(today.slice(0, 4)), jalaliOf(today).year];
  const isAhead = (current: number) => year >= current && year <= current + YEARS_AHEAD;
  const days = isAhead(gregorian)
    ? { from: `${word}-01-01`, to: `${word}-12-31` }
    : isAhead(jalali)
      ? { from: jalaliDay(1, 1)(year), to: addDays(jalaliDay(1, 1)(year + 1) ?? today, -1) }
      : null;
  if (!days?.from) return null;
  return { from: days.from < today ? today : days.from, to: days.to };
}

/** Whether named days are of a year: آذر ۱۴۰۵. */
const isOfYear = (range: When | null, year: string) =>
  range?.from !== undefined &&
  (range.from.startsWith(year) || String(jalaliOf(range.from).year) === year);

/** Days that parts of the words name. */
function rangeOf(meaning: TimeMeaning, context: TimeContext, isPersian: boolean): When | null {
  const { today } = context;
  if ("day" in meaning)
    return { from: addDays(today, meaning.day), to: addDays(today, meaning.day) };
  if ("days" in meaning)
    return { from: addDays(today, meaning.days[0]), to: addDays(today, meaning.days[1]) };
  if ("holiday" in meaning) return holidayDays(meaning.holiday, today);
  if ("month" in meaning || "jalaliMonth" in meaning) return monthDays(meaning, today);
  if (!("range" in meaning)) return null;
  const { range } = meaning;
  if (range === "next-week") {
    const from = nextWeekStart(context);
    return { preset: range, from, to: addDays(from, WEEK - 1) };
  }
  if (range === "next-weekend") return { preset: range, ...nextWeekend(context) };
  if (range === "next-month") return { preset: range, ...nextMonth(today, isPersian) };
  return { preset: range };
}

/** The days of two ranges together, where both are single days: today or tomorrow. */
function joinDays(a: When, b: When, today: string): When | null {
  const dayOf = ({ preset, from, to }: When) =>
    preset === "today" || preset === "tonight"
      ? today
      : preset === "tomorrow"
        ? addDays(today, 1)
        : preset === undefined && from === to
          ? from
          : undefined;
  const [one, other] = [dayOf(a), dayOf(b)];
  if (one === undefined || other === undefined) return null;
  return one < other ? { from: one, to: other } : { from: other, to: one };
}

/**
 * Reads days, dates, weekdays and times of day, in both languages and calendars; null without any.
 * Evening and night count only beside a day, since they are parts of titles too (شب شعر, poetry
 * night).
 * @param text the query with ASCII digits, in which dates and times keep their punctuation
 * @param nameAt the filter that a word names: beside a city a short form is a day (sun toronto)
 */
export function readTime(
  words: readonly string[],
  text: string,
  context: TimeContext,
  isTaken: (index: number) => boolean,
  nameAt: (index: number) => "city" | "category" | null = () => null,
): ReadTime | null {
  const spans: Span[] = [];
  const own = new Taken();
  const isFree = (index: number) => !isTaken(index) && !own.has(index);
  const isPersian = PERSIAN.test(text);
  const weekdays: { span: Span; weekday: number }[] = [];
  const pending: {
    span: Span;
    hours: { from: number; before: number };
    daypart: When["daypart"];
  }[] = [];
  let range: When | null = null;
  let hours: Pick<When, "hours" | "daypart"> | null = null;
  const take = (span: Span) => {
    own.add(span);
    spans.push(span);
  };
  const setRange = (found: When, span: Span) => {
    const joined: When | null = range === null ? found : joinDays(range, found, context.today);
    if (joined === null) return;
    range = joined;
    take(span);
  };
  /** Whether a short form that is a common word too is a time here. */
  const isClear = (span: Span, kinds: readonly string[]) => {
    const sides = [span.start - 1, span.start + span.length];
    return (
      span.length > 1 ||
      words.length === 1 ||
      (kinds.length > 0 && words.some((_, index) => nameAt(index) === "city")) ||
      sides.some((index) => {
        const word = words[index];
        if (word === undefined) return false;
        return (
          own.has(index) ||
          dayNumber(word) !== null ||
          timeTable().get(word) !== undefined ||
          kinds.includes(nameAt(index) ?? "")
        );
      }) ||
      TIME_CUES.has(words[span.start - 1] ?? "")
    );
  };
  for (let start = 0; start < words.length; start++) {
    if (!isFree(start)) continue;
    const partial = monthPartAt(words, start, context.today);
    if (partial && isFree(start + partial.span.length - 1)) {
      const { span, ...days } = partial;
      setRange(days, span);
      start += span.length - 1;
      continue;
    }
    const between = daysBetweenAt(words, start, context.today);
    if (between) {
      const { span, ...days } = between;
      setRange(days, span);
      start += span.length - 1;
      continue;
    }
    const dated =
      namedDateAt(words, start, context.today) ??
      numericDateAt(words, start, text, isPersian, context.today);
    if (dated) {
      setRange({ from: dated.day, to: dated.day }, dated);
      continue;
    }
    const named = timeTable().longestAt(words, start, (index) => !isFree(index));
    const clock = named && named.span.length > 1 ? null : hoursAt(words, start, text);
    if (clock) {
      hours ??= { hours: clock.hours };
      take(clock);
      continue;
    }
    const year = named ? null : yearAt(words[start], context.today);
    if (year && isOfYear(range, words[start] ?? "")) take({ start, length: 1 });
    else if (year) setRange(year, { start, length: 1 });
    if (!named) continue;
    const { span, meaning } = named;
    const before = words[start - 1] ?? "";
    const isMonth = "month" in meaning || "jalaliMonth" in meaning;
    const isCued =
      TIME_CUES.has(before) ||
      (isMonth && yearAt(words[span.start + span.length], context.today) !== null);
    if ("cue" in meaning && meaning.cue && !isClear(span, ["city"])) continue;
    if ("monthPart" in meaning) continue;
    if ("weekdays" in meaning) {
      for (const weekday of meaning.weekdays) weekdays.push({ span, weekday });
      own.add(span);
    } else if ("weekday" in meaning) {
      weekdays.push({ span, weekday: meaning.weekday });
      own.add(span);
    } else if ("daypart" in meaning) {
      const found = { hours: meaning.hours ?? DAYPARTS[meaning.daypart], daypart: meaning.daypart };
      if (meaning.alone && hours === null) {
        hours = found;
        take(span);
      } else if (!meaning.alone) pending.push({ span, ...found });
    } else {
      const isDari = "isDari" in meaning && meaning.isDari && isClear(span, ["city", "category"]);
      if ("alone" in meaning && !meaning.alone && !isCued && !isDari) continue;
      const found = rangeOf(meaning, context, isPersian);
      if (found) setRange(found, span);
    }
    start = span.start + span.length - 1;
  }
  const days = readWeekdays(words, weekdays, range, context);
  for (const span of days.spans) spans.push(span);
  range = days.range ?? range;
  const isDay = range !== null || days.weekdays.length > 0;
  const [part] = pending;
  if (part && hours === null && isDay && isBeside(part.span, spans)) {
    hours = { hours: part.hours, daypart: part.daypart };
    spans.push(part.span);
  }
  if (!isDay && hours === null) return null;
  return {
    when: {
      ...range,
      ...(days.weekdays.length > 0 ? { weekdays: days.weekdays } : null),
      ...hours,
    },
    spans,
  };
}

/** Words between a day and its part of the day that do not separate them. */
const isBeside = ({ start, length }: Span, others: readonly Span[]) =>
  others.some((other) => start === other.start + other.length || start + length === other.start);

function readWeekdays(
  words: readonly string[],
  found: readonly { span: Span; weekday: number }[],
  range: When | null,
  context: TimeContext,
): { weekdays: number[]; range: When | null; spans: Span[] } {
  const [first] = found;
  if (!first) return { weekdays: [], range: null, spans: [] };
  const spans = found.map(({ span }) => span);
  const [only, ...others] = new Set(found.map(({ weekday }) => weekday));
  const dated = range && range.from === range.to ? range.from : undefined;
  const isOneDay = dated !== undefined && only !== undefined && others.length === 0;
  if (isOneDay && weekdayOf(dated) !== only)
    return { weekdays: [], range: { ...range, wrongWeekday: only }, spans };
  if (only === undefined || others.length > 0 || range !== null) {
    return { weekdays: [...new Set(found.map(({ weekday }) => weekday))], range: null, spans };
  }
  const { start, length } = first.span;
  const [before = "", after = ""] = [words[start - 1], words[start + length]];
  const dayFrom = (from: string) => addDays(from, (only - weekdayOf(from) + WEEK) % WEEK);
  const isNext = NEXT_CUES.has(before) || NEXT_CUES.has(after);
  if (!isNext && !THIS_CUES.has(before)) return { weekdays: [only], range: null, spans };
  const day = isNext ? dayFrom(nextWeekStart(context)) : dayFrom(context.today);
  const cue = {
    start: NEXT_CUES.has(before) || THIS_CUES.has(before) ? start - 1 : start + length,
    length: 1,
  };
  return { weekdays: [], range: { from: day, to: day }, spans: [...spans, cue] };
}

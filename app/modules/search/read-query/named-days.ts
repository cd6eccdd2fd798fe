import { addDays, monthOf, WEEK_LENGTH, weekdayOf } from "../../../lib/dates/days";
import { gregorianOf, jalaliOf } from "../../../lib/dates/jalali";
import { lunarMonthFrom, nextLunarDay } from "../../../lib/dates/lunar";
import { searchKey } from "../../../lib/text/search-text";
import { HAS_PERSIAN, joined, NameTable, type Span } from "./spans";
import { type Holiday, spokenTimes, TIME_WORDS, type TimeMeaning } from "./time-words";

let table: NameTable<TimeMeaning> | undefined;

/** The table of words about time. */
export function timeTable(): NameTable<TimeMeaning> {
  if (!table) {
    table = new NameTable();
    for (const [names, meaning] of TIME_WORDS) for (const name of names) table.add(name, meaning);
    for (const [names, meaning, script] of spokenTimes())
      for (const name of names) table.addSpoken(name, meaning, script);
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

/** The day of a year of the Solar Hijri calendar; null outside of what lists show. */
export const jalaliDay = (month: number, day: number) => (year: number) =>
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
export function holidayDays(holiday: Holiday, today: string): { from: string; to: string } | null {
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
        last === null
          ? null
          : addDays(last, -((weekdayOf(last) - 3 + WEEK_LENGTH) % WEEK_LENGTH) - 1),
        1,
      );
    }
    case "christmas-eve":
      return range(nextGregorian(today, 12, 24), 1);
    case "christmas":
      return range(nextGregorian(today, 12, 24), 3);
    case "valentine":
      return range(nextGregorian(today, 2, 14), 1);
    case "halloween":
      return range(nextGregorian(today, 10, 31), 1);
    case "fajr":
      return range(nextJalali(today, 11, 12), 11);
    case "new-year":
      return range(nextGregorian(today, 12, 31), 2);
    case "nowruz-eve":
      return range(nextJalali(today, 12, 29), 1);
    case "official":
      return (
        OFFICIAL.map(([month, day, days]) => range(nextJalali(today, month, day), days))
          .filter((days) => days !== null)
          .sort((a, b) => (a.from < b.from ? -1 : 1))[0] ?? null
      );
    default: {
      const [calendar, month, day] = holiday.split(":");
      const next = calendar === "solar" ? nextJalali : nextGregorian;
      return range(next(today, Number(month), Number(day)), 1);
    }
  }
}

/** A day of the lunar calendar and the next, which may be it in Iran; with `days` more of them. */
export function lunarDays(
  { month, day, days }: { month: number; day: number; days: number },
  today: string,
): { from: string; to: string } | null {
  const from = nextLunarDay(today, month, day);
  return from === null ? null : { from, to: addDays(from, days) };
}

/** The coming days of a holy day or an occasion whose name the words are; null for other words. */
export function occasionDays(words: string, today: string): { from: string; to: string } | null {
  const meaning = timeTable().get(joined(words.split(" ")));
  if (!meaning) return null;
  if ("holiday" in meaning) return holidayDays(meaning.holiday, today);
  return "lunar" in meaning ? lunarDays(meaning.lunar, today) : null;
}

/** What a holy day or an occasion is, however it is named; null for other times. */
function occasionOf(meaning: TimeMeaning | undefined): string | null {
  if (meaning && "holiday" in meaning) return meaning.holiday;
  return meaning && "lunar" in meaning ? `${meaning.lunar.month}/${meaning.lunar.day}` : null;
}

/**
 * The usual Persian name of the holy day or occasion that all the words name; null for other words,
 * and where they are read as its days.
 */
export function occasionName(words: readonly string[]): string | null {
  const meaning = timeTable().get(joined(words));
  const occasion = occasionOf(meaning);
  if (occasion === null || !meaning || !("alone" in meaning) || meaning.alone) return null;
  for (const [names, other] of [...TIME_WORDS, ...spokenTimes()])
    if (occasionOf(other) === occasion)
      for (const name of names) if (HAS_PERSIAN.test(name)) return searchKey(name);
  return null;
}

const NUMBER = /^(\d{1,2})(?:st|nd|rd|th|م|ام)?$/;
/** The number of a day that a word is: 21, 21st; null for other words. */
export const dayNumber = (word: string | undefined): number | null => {
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

/** English and Finglish ones, each at its number. */
const SPELT_ORDINALS = [
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
  "yekom dovom sevom chaharom panjom sheshom haftom hashtom nohom dahom yazdahom davazdahom sizdahom chahardahom panzdahom shanzdahom hefdahom hejdahom nuzdahom bistom",
].map((names) => names.split(" "));

/** The number of an ordinal in Latin letters: third, twenty first, thirtieth, panjom. */
function spelledOrdinalAt(
  words: readonly string[],
  at: number,
): { day: number; length: number } | null {
  const word = words[at] ?? "";
  if (word === "thirtieth") return { day: 30, length: 1 };
  const numberOf = (one = "") => Math.max(...SPELT_ORDINALS.map((names) => names.indexOf(one))) + 1;
  const tens = word === "twenty" ? 20 : word === "thirty" ? 30 : 0;
  const more = tens > 0 ? numberOf(words[at + 1]) : 0;
  if (more > 0 && more < 10 && tens + more <= 31) return { day: tens + more, length: 2 };
  const day = numberOf(word);
  return day > 0 ? { day, length: 1 } : null;
}

/** A number of a day at a word, in digits or words: 21, 21st, بیست و یکم, third; null without one. */
export function dayNumberAt(
  words: readonly string[],
  at: number,
): { day: number; length: number } | null {
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
  return plain > 0 ? { day: plain, length: 1 } : spelledOrdinalAt(words, at);
}

/** The day of a month, the coming one unless a year follows. */
export function dayOfMonth(
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
  if ("lunarMonth" in meaning) return nextLunarDay(today, meaning.lunarMonth, day);
  if (!("month" in meaning)) return null;
  return year && year > 1900
    ? gregorianDay(meaning.month, day)(year)
    : nextGregorian(today, meaning.month, day);
}

/** Whether words name a month of any calendar. */
export const isMonth = (meaning: TimeMeaning | undefined): boolean =>
  meaning !== undefined &&
  ("month" in meaning || "jalaliMonth" in meaning || "lunarMonth" in meaning);

/** A date and the words that it covers. */
interface DatedSpan extends Span {
  day: string;
  /** The last day that may be it: a lunar one may be a day later in Iran. */
  last?: string;
}

/** A day with the name of its month: 20 آذر, 11 dec, december 11th, 11th of december 2026. */
export function namedDateAt(
  words: readonly string[],
  start: number,
  today: string,
): DatedSpan | null {
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
    const last = day !== null && "lunarMonth" in month.meaning ? { last: addDays(day, 1) } : null;
    return day === null
      ? null
      : { start, length: end - start + (year === null ? 0 : 1), day, ...last };
  }
  const month = timeTable().longestAt(words, start, never);
  if (!month || !isMonth(month.meaning) || HAS_PERSIAN.test(words[start] ?? "")) return null;
  const behind = start + month.span.length;
  const at = behind + Number(words[behind] === "the");
  const number = dayNumber(words[at]);
  const named = number === null ? spelledOrdinalAt(words, at) : { day: number, length: 1 };
  if (named === null) return null;
  const end = at + named.length;
  const year = yearAt(end);
  const day = dayOfMonth(month.meaning, named.day, year, today);
  return day === null ? null : { start, length: end - start + (year === null ? 0 : 1), day };
}

/** "the 10th", "on the 3rd": the coming day of that number; only at the end, or before what is no thing of that number. */
export function bareDayAt(
  words: readonly string[],
  start: number,
  today: string,
  isNamed: (index: number) => boolean,
): DatedSpan | null {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(words[start] ?? "") ?? [];
  if (!digits || !/^(?:the|on)$/.test(words[start - 1] ?? "")) return null;
  const next = words[start + 1];
  if (next !== undefined && !isNamed(start + 1) && !/^(?:in|at|for)$/.test(next)) return null;
  const [year = 0, month = 0] = today.split("-").map(Number);
  for (let ahead = 0; ahead < 3; ahead++) {
    const at = month - 1 + ahead;
    const day = gregorianDay((at % 12) + 1, Number(digits))(year + Math.floor(at / 12));
    if (day !== null && day >= today) return { start: start - 1, length: 2, day };
  }
  return null;
}

/** A day in digits: 1405/09/20, 2026-12-11, and 25/12 where only one number can be the month. */
export function numericDateAt(
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

/** The coming month of a name, from today if it is the current one. */
export function monthDays(
  meaning: TimeMeaning,
  today: string,
): { from: string; to: string } | null {
  if ("lunarMonth" in meaning) {
    const { first, last } = lunarMonthFrom(today, meaning.lunarMonth);
    // In Iran it may end a day later.
    return { from: first < today ? today : first, to: addDays(last, 1) };
  }
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

import { addDays, daysBetween, weekdayOf } from "../../../lib/dates/days";
import { jalaliOf } from "../../../lib/dates/jalali";
import type { IssueCode } from "../issue-table";
import { foldWords, wholeWord } from "../text/fold-words";
import { remember } from "../text/remember";
import { dayOf, type RequestedMonth, requestedMonth } from "./calendar-days";
import { RECURRING_WORDS, RELATIVE_WORDS, UNKNOWN_WORDS, WEEKDAYS } from "./calendar-words";
import { numericDates, type WrittenDate } from "./numeric-dates";
import { wordDates } from "./word-dates";

/** First and last day of a text. */
export interface ReadDates {
  start: string | null;
  end: string | null;
  confidence: number;
  codes: IssueCode[];
}

/** Characters examined per text. */
const LONGEST = 160;
const UNKNOWN = new RegExp(`^(?:${UNKNOWN_WORDS})[.!]*$`, "u");
const UNKNOWN_WITHIN = wholeWord(
  "tba|tbd|tbc|to be (?:announced|determined|confirmed)|نامشخص|به ?زودی|بزودی|اعلام خواهد شد|متعاقبا",
  "u",
);
const RELATIVE = wholeWord(RELATIVE_WORDS, "u");
const RECURRING = wholeWord(RECURRING_WORDS, "u");
const WEEKDAY_PATTERNS = WEEKDAYS.map((words) => wholeWord(`(?:${words})(?: ?های?)?`));
const VAGUE_DAY =
  /(?:first|second|third|last|early|mid|late|middle|end|beginning)[ -](?:of |in )?(?:the )?(?:weeks?|weekends?|half|days)(?!\p{L})|(?:هفته|نیمه) ?ی? ?(?:اول|دوم|سوم|چهارم|آخر)|اوایل|اواسط|اواخر|نیمه ?(?=آذر|دی|بهمن)/u;
/** "Until 20 December" gives the end and no start. */
const END_ONLY = /^(?:until|till|through|ends?|تا)(?!\p{L})/u;
const MONTH_ONLY = /^(?:\d{4}\s?[-/.]\s?\d{1,2}|\d{1,2}\s?[-/.]\s?\d{4}|\d{4})$/;
const RANGE_BETWEEN =
  /^[\s,،.]*(?:–|-|~|\/|\.\.+|to|until|till|through|thru|تا|الی|لغایت)[\s,،]*(?:\p{L}+\s)?$/u;
const DAY_AFTER_RANGE =
  /^\s*(?:–|-|to|until|through|تا|الی)\s*(\d{1,2})(?:st|nd|rd|th|م|ام)?(?![\d:/.]|\s?(?:am|pm))/u;

/** "17.-20.12.2026": the first day of a run before its last one. */
const DAY_BEFORE_RANGE = /(?<![\d:/.])(\d{1,2})\.?\s*(?:–|-|to|bis|تا|الی)\s*$/u;

/** A day of the month of another day, in its calendar; null where the month has none. */
function sameMonth({ day, calendar }: WrittenDate, number: number): string | null {
  if (day === null || calendar === "lunar") return null;
  const { year, month } =
    calendar === "jalali"
      ? jalaliOf(day)
      : { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) };
  return dayOf(year, month, number, calendar);
}

/** Reads the days of a text, from which times have been removed (`read-time`). */
export const readDates: (text: string, month: string, country: string) => ReadDates =
  remember(read);

function read(text: string, month = "", country = ""): ReadDates {
  const folded = foldWords(text, LONGEST);
  const near = requestedMonth(month);
  if (folded === "") return nothing([]);
  if (UNKNOWN.test(folded)) return nothing(["unknown-date"]);
  if (MONTH_ONLY.test(folded)) return nothing(["no-day"]);
  if (VAGUE_DAY.test(folded) && !/\d{1,2}/.test(folded.replace(/\d{4}/g, "")))
    return nothing(["no-day"]);
  const { rest, weekdays } = withoutWeekdays(folded);
  const found = inFigures(rest, near, country) ?? inWords(rest, near);
  if (!found) {
    if (UNKNOWN_WITHIN.test(folded)) return nothing(["unknown-date"]);
    return nothing([
      RELATIVE.test(folded) || weekdays.length > 0 ? "relative-date" : "unreadable-date",
    ]);
  }
  // "Fridays in December" gives a month without a day.
  if (found.codes.includes("no-day") && weekdays.length > 0) return nothing(["relative-date"]);
  if (END_ONLY.test(folded) && found.start && !found.end) {
    found.codes.push("end-only");
    found.confidence = Math.min(found.confidence, 0.4);
  }
  // "Every Friday from 4 December" gives a day, "every Friday" none.
  if (RECURRING.test(folded) && found.start) found.codes.push("recurring");
  return checkWeekday(found, weekdays);
}

/** ISO weekdays of a text, in order. */
export const weekdaysIn = (text: string): number[] => withoutWeekdays(foldWords(text)).weekdays;

/**
 * Weekdays of a folded text with their words, in order, and the text without them, at the same
 * positions.
 */
export function weekdayWords(folded: string): {
  rest: string;
  words: { day: number; at: number; word: string }[];
} {
  const words: { day: number; at: number; word: string }[] = [];
  let rest = folded;
  WEEKDAY_PATTERNS.forEach((pattern, index) => {
    rest = rest.replace(pattern, (word, at: number) => {
      words.push({ day: index + 1, at, word });
      return " ".repeat(word.length);
    });
  });
  return { rest, words: words.sort((a, b) => a.at - b.at) };
}

const nothing = (codes: IssueCode[]): ReadDates => ({
  start: null,
  end: null,
  confidence: 0,
  codes,
});

function withoutWeekdays(text: string): { rest: string; weekdays: number[] } {
  const { rest, words } = weekdayWords(text);
  return { rest, weekdays: words.map(({ day }) => day) };
}

function inFigures(text: string, near: RequestedMonth, country: string): ReadDates | null {
  const read = numericDates(text, near, country);
  // A lunar day beside another date is informative and may be a day off.
  const others = read.filter(({ calendar }) => calendar !== "lunar");
  const dates = others.length > 0 ? others : read;
  const first = dates[0];
  if (!first) return null;
  const codes = [...first.codes];
  if (!first.day) return nothing(codes);
  const next = dates[1];
  if (!next) {
    const other = wordDates(text.slice(0, first.from) + text.slice(first.to), near);
    if (
      other.namesMonth &&
      other.dates[0]?.day &&
      other.dates[0].day !== first.day &&
      other.dates[0].calendar !== first.calendar &&
      other.dates[0].calendar !== "lunar"
    )
      return { start: first.day, end: null, confidence: 0.5, codes: [...codes, "dates-differ"] };
    const [, after] = DAY_AFTER_RANGE.exec(text.slice(first.to)) ?? [];
    const [, before] = DAY_BEFORE_RANGE.exec(text.slice(0, first.from)) ?? [];
    const end = after ? sameMonth(first, Number(after)) : null;
    const start = before ? sameMonth(first, Number(before)) : null;
    return {
      start: start !== null && start < first.day ? start : first.day,
      end: start !== null && start < first.day ? first.day : end,
      confidence: first.confidence,
      codes,
    };
  }
  if (RANGE_BETWEEN.test(text.slice(first.to, next.from)) && next.calendar === first.calendar)
    return runOf(first, next);
  // The same day in the other calendar, in brackets or after a slash.
  if (next.calendar !== first.calendar) {
    if (next.day && next.day !== first.day) codes.push("dates-differ");
    return {
      start: first.day,
      end: null,
      confidence: codes.length ? 0.5 : first.confidence,
      codes,
    };
  }
  return readDayList(dates);
}

function inWords(text: string, near: RequestedMonth): ReadDates | null {
  const { dates, isRange, namesMonth } = wordDates(text, near);
  const [first, second] = dates;
  if (!first) return namesMonth ? nothing(["no-day"]) : null;
  if (!first.day) return nothing([...first.codes]);
  if (!second)
    return { start: first.day, end: null, confidence: first.confidence, codes: [...first.codes] };
  if (isRange) return runOf(first, second);
  if (first.calendar !== second.calendar) {
    const codes: IssueCode[] =
      second.day && second.day !== first.day ? [...first.codes, "dates-differ"] : [...first.codes];
    return {
      start: first.day,
      end: null,
      confidence: codes.length ? 0.5 : first.confidence,
      codes,
    };
  }
  return readDayList(dates);
}

function runOf(first: WrittenDate, last: WrittenDate): ReadDates {
  const codes = [...first.codes];
  if (!last.day) codes.push("unreadable-end");
  return {
    start: first.day,
    end: last.day,
    confidence: Math.min(first.confidence, last.day ? last.confidence : 0.6),
    codes,
  };
}

/** Merges single days: a range if they are consecutive, else the first one. */
export function readDayList(
  dates: readonly { day: string | null; confidence: number; codes: readonly IssueCode[] }[],
): ReadDates {
  const days = [...new Set(dates.flatMap(({ day }) => day ?? []))].sort();
  const [start = null] = days;
  const end = days.at(-1) ?? null;
  const codes = [...new Set(dates.flatMap((date) => date.codes))];
  const confidence = Math.min(...dates.map((date) => date.confidence));
  const follow = days.every(
    (day, place) => place === 0 || addDays(days[place - 1] ?? day, 1) === day,
  );
  if (follow) return { start, end: days.length > 1 ? end : null, confidence, codes };
  return {
    start,
    end: null,
    confidence: Math.min(confidence, 0.5),
    codes: [...codes, "several-dates"],
  };
}

/** Compares the first weekday with the first day; a range may name both ends. */
function checkWeekday(found: ReadDates, weekdays: readonly number[]): ReadDates {
  const [first] = weekdays;
  if (!found.start || first === undefined) return found;
  const isFirst = weekdayOf(found.start) === first;
  const isWithinRun = found.end !== null && daysBetween(found.start, found.end) >= 6;
  if (isFirst || (isWithinRun && weekdays.length > 1) || found.codes.includes("recurring"))
    return found;
  return {
    ...found,
    confidence: Math.min(found.confidence, 0.5),
    codes: [...found.codes, "weekday-mismatch"],
  };
}

import { addDays, monthOf, WEEK_LENGTH, weekdayOf } from "../../../lib/dates/days";
import { jalaliOf } from "../../../lib/dates/jalali";
import {
  daysAheadAt,
  daysBetweenAt,
  monthPartAt,
  weekdayAheadAt,
  weekdayOfMonthAt,
} from "./day-ranges";
import {
  bareDayAt,
  dayNumber,
  dayNumberAt,
  holidayDays,
  isMonth,
  jalaliDay,
  lunarDays,
  monthDays,
  namedDateAt,
  numericDateAt,
  timeTable,
} from "./named-days";
import { AND, hoursAt, TO } from "./read-clock";
import { HAS_PERSIAN, isInSpans, type Span, Taken } from "./spans";
import { NEXT_CUES, NIGHT_OUT, THIS_CUES, TIME_CUES, type TimeMeaning } from "./time-words";
import { DAYPARTS, type When } from "./understood";

/** Words before a date that is the name of a street or square: «میدان هفت تیر», «خیابان ۱۵ خرداد». */
const STREET = /^(?:میدان|میدون|خیابان|خیابون|بلوار|کوچه|مترو|متروی|ایستگاه)$/;
/** Words beside the number of a tower, which is not a month: «کافه برج ۱۰», «برج ۱۲ طبقه». */
const [TOWER, FLOOR] = [
  /^(?:کافه|رستوران|مجتمع|شهرک|ساختمان|خیابان|بلوار|سالن)$/,
  /^(?:طبقه|واحد|پلاک)$/,
];

export interface TimeContext {
  /** Local day of the area, YYYY-MM-DD. */
  today: string;
  /** Whether the weekend of the area is Thursday and Friday, and its week begins on Saturday. */
  isThursdayWeekend: boolean;
  /** Whether the query is in Persian letters or digits: by default as its text says. */
  isPersian?: boolean;
}

export interface ReadTime {
  when: When;
  spans: Span[];
}

const MONTHS = 12;
/** Minutes. */
const DAY = 1_440;
/** Words that mark the name behind them as a month: ماه دی, month of may. */
const MONTH_CUE = /(?:^|\s)(?:ماه|month of)$/;
/** Short names of months that are hardly another word. */
const SHORT_MONTH = /^(?:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)$/;

/** Whether a weekday has a quality, as in titles: «شنبه‌های دور», not «جمعه‌های تهران». */
const isOfTitle = (
  words: readonly string[],
  { start, length }: Span,
  nameAt: (index: number) => string | null,
): boolean => {
  const of = start + length;
  const next = words[of + 1];
  const isTime = timeTable().longestAt(words, of + 1, () => false) !== null;
  return words[of] === "های" && next !== undefined && nameAt(of + 1) === null && !isTime;
};

const workdays = ({ isThursdayWeekend }: TimeContext) =>
  isThursdayWeekend ? [6, 7, 1, 2, 3] : [1, 2, 3, 4, 5];

/** The first day of the week after today's. */
function nextWeekStart({ today, isThursdayWeekend }: TimeContext): string {
  const first = isThursdayWeekend ? 6 : 1;
  return addDays(today, (first - weekdayOf(today) + WEEK_LENGTH) % WEEK_LENGTH || WEEK_LENGTH);
}

/** The weekend of the next week. */
function nextWeekend(context: TimeContext): { from: string; to: string } {
  const start = nextWeekStart(context);
  const first = context.isThursdayWeekend ? 4 : 6;
  const from = addDays(start, (first - weekdayOf(start) + WEEK_LENGTH) % WEEK_LENGTH);
  return { from, to: addDays(from, 1) };
}

function nextMonth(today: string, isPersian: boolean): { from: string; to: string } {
  const calendar = isPersian ? "jalali" : "gregorian";
  const { first, last } = monthOf(addDays(monthOf(today, calendar).last, 1), calendar);
  return { from: first, to: last };
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
  if ("weeksAhead" in meaning) {
    const from = addDays(nextWeekStart(context), WEEK_LENGTH * (meaning.weeksAhead - 1));
    return { from, to: addDays(from, WEEK_LENGTH - 1) };
  }
  if ("holiday" in meaning) return holidayDays(meaning.holiday, today);
  if (isMonth(meaning)) return monthDays(meaning, today);
  if ("lunar" in meaning) return lunarDays(meaning.lunar, today);
  if (!("range" in meaning)) return null;
  const { range } = meaning;
  if (range === "next-week") {
    const from = nextWeekStart(context);
    return { preset: range, from, to: addDays(from, WEEK_LENGTH - 1) };
  }
  if (range === "next-weekend") return { preset: range, ...nextWeekend(context) };
  if (range === "next-month") return { preset: range, ...nextMonth(today, isPersian) };
  return { preset: range };
}

/** The days of two ranges together, where both are single days or they touch: today or tomorrow. */
function joinDays(a: When, b: When, today: string): When | null {
  const daysOf = ({ preset, from, to }: When) => {
    const day =
      preset === "today" || preset === "tonight"
        ? today
        : preset === "tomorrow"
          ? addDays(today, 1)
          : undefined;
    return day === undefined ? { from, to } : { from: day, to: day };
  };
  const [one, other] = [daysOf(a), daysOf(b)].sort((x, y) =>
    (x.from ?? "") < (y.from ?? "") ? -1 : 1,
  );
  if (!one?.from || !one.to || !other?.from || !other.to) return null;
  const areDays = one.from === one.to && other.from === other.to;
  if (!areDays && addDays(one.to, 1) < other.from) return null;
  const [, to] = [one.to, other.to].sort();
  return { from: one.from, to };
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
  const isPersian = context.isPersian ?? HAS_PERSIAN.test(text);
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
      (kinds.length > 0 &&
        words.some((_, index) => nameAt(index) === "city" && !isInSpans([span], index))) ||
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
      [TIME_CUES, NEXT_CUES, THIS_CUES].some((cues) => cues.has(words[span.start - 1] ?? ""))
    );
  };
  /** Twelve at night behind a day is its end: «جمعه ۱۲ شب». */
  const isDayBefore = (at: number, clock: readonly string[]) =>
    own.has(at - 1) && clock.includes("شب");
  for (let start = 0; start < words.length; start++) {
    if (!isFree(start)) continue;
    const partial = monthPartAt(words, start, context.today);
    if (partial && isFree(start + partial.span.length - 1)) {
      const { span, ...days } = partial;
      setRange(days, span);
      start += span.length - 1;
      continue;
    }
    const between =
      daysBetweenAt(words, start, context.today, text) ??
      daysAheadAt(words, start, context.today) ??
      weekdayAheadAt(words, start, context.today) ??
      weekdayOfMonthAt(words, start, context.today);
    if (between) {
      const { span, ...days } = between;
      setRange(days, span);
      start += span.length - 1;
      continue;
    }
    const date =
      namedDateAt(words, start, context.today) ??
      numericDateAt(words, start, text, isPersian, context.today) ??
      bareDayAt(words, start, context.today, (index) => nameAt(index) === "city");
    // "march second hand": the second is of another name.
    const dated = date && isFree(date.start + date.length - 1) ? date : null;
    if (dated && STREET.test(words[start - 1] ?? "")) {
      start += dated.length - 1;
      continue;
    }
    if (dated) {
      setRange({ from: dated.day, to: dated.last ?? dated.day }, dated);
      continue;
    }
    const named = timeTable().longestAt(words, start, (index) => !isFree(index));
    const clock = named && named.span.length > 1 ? null : hoursAt(words, start, text);
    if (clock) {
      const isEnd =
        clock.hours?.from === 0 && isDayBefore(start, words.slice(start, start + clock.length));
      hours ??= { hours: isEnd ? { from: DAY, before: DAY + 60 } : clock.hours };
      take(clock);
      continue;
    }
    const year = named ? null : yearAt(words[start], context.today);
    if (year && isOfYear(range, words[start] ?? "")) take({ start, length: 1 });
    else if (year) setRange(year, { start, length: 1 });
    const numbered =
      /^(?:برج|burj|borj)$/.test(words[start] ?? "") && dayNumberAt(words, start + 1);
    const isTower =
      numbered &&
      (TOWER.test(words[start - 1] ?? "") || FLOOR.test(words[start + 1 + numbered.length] ?? ""));
    if (numbered && !isTower && numbered.day <= MONTHS) {
      setRange(monthDays({ jalaliMonth: numbered.day, alone: true }, context.today) ?? {}, {
        start,
        length: 1 + numbered.length,
      });
      continue;
    }
    if (!named) continue;
    const { span, meaning } = named;
    const before = words[start - 1] ?? "";
    const isCued =
      TIME_CUES.has(before) ||
      (isMonth(meaning) && MONTH_CUE.test(words.slice(Math.max(0, start - 2), start).join(" "))) ||
      (AND.test(before) && own.has(start - 2)) ||
      (isMonth(meaning) && yearAt(words[span.start + span.length], context.today) !== null);
    if ("cue" in meaning && meaning.cue && !isClear(span, ["city"])) continue;
    if ("monthPart" in meaning) continue;
    if ("weekdays" in meaning) {
      const days = meaning.weekdays.length > 0 ? meaning.weekdays : workdays(context);
      for (const weekday of days) weekdays.push({ span, weekday });
      own.add(span);
    } else if ("weekday" in meaning && isOfTitle(words, span, nameAt)) {
      start += 1;
      continue;
    } else if ("weekday" in meaning) {
      weekdays.push({ span, weekday: meaning.weekday });
      if (meaning.isNight) hours ??= { hours: NIGHT_OUT, daypart: "night" };
      own.add(span);
    } else if ("daypart" in meaning) {
      // "this afternoon" is today's.
      if (before === "this" && range === null)
        setRange({ preset: "today" }, { start: start - 1, length: 1 });
      const found = { hours: meaning.hours ?? DAYPARTS[meaning.daypart], daypart: meaning.daypart };
      if (meaning.alone && hours === null) {
        hours = found;
        take(span);
      } else if (!meaning.alone) pending.push({ span, ...found });
    } else {
      const sides = [span.start - 1, span.start + span.length];
      const isBesideName =
        ("lunar" in meaning
          ? words.some((_, index) => nameAt(index) === "city") ||
            sides.some((index) => nameAt(index) !== null)
          : "isName" in meaning && meaning.isName && isClear(span, ["city", "category"])) ||
        (SHORT_MONTH.test(words[start] ?? "") && words.some((_, index) => nameAt(index) !== null));
      if ("alone" in meaning && !meaning.alone && !isCued && !isBesideName) {
        // The month in the name of a holy day is no month.
        if ("lunar" in meaning) start = span.start + span.length - 1;
        continue;
      }
      const found = rangeOf(meaning, context, isPersian);
      if (found) setRange(found, withMonthCue(words, span, meaning, isFree));
    }
    start = span.start + span.length - 1;
  }
  const days = readWeekdays(
    words.map((word, index) => (isTaken(index) ? "" : word)),
    weekdays,
    range,
    context,
  );
  for (const span of days.spans) spans.push(span);
  range = days.range ?? range;
  // "now, something for friday": the day that is named.
  const { weekdays: asked } = days;
  if (range?.preset === "today" && asked.length > 0 && !asked.includes(weekdayOf(context.today)))
    range = null;
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

/** The span of a meaning, of a month together with its `MONTH_CUE`. */
function withMonthCue(
  words: readonly string[],
  span: Span,
  meaning: TimeMeaning,
  isFree: (index: number) => boolean,
): Span {
  const cue = MONTH_CUE.exec(words.slice(Math.max(0, span.start - 2), span.start).join(" "));
  const length = cue && isMonth(meaning) ? cue[0].trim().split(" ").length : 0;
  const isAllFree = Array.from({ length }, (_, index) => span.start - 1 - index).every(isFree);
  return isAllFree ? { start: span.start - length, length: span.length + length } : span;
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
  const second = found[1];
  const between = first.span.start + first.span.length;
  const joint = words[between] ?? "";
  const isBetween =
    AND.test(joint) && /^(?:between|beyne|بین)$/.test(words[first.span.start - 1] ?? "");
  const isRange = TO.test(joint) || isBetween;
  if (second?.span.start === between + 1 && found.length === 2 && isRange) {
    const opens = isBetween ? [{ start: first.span.start - 1, length: 1 }] : [];
    const length = (second.weekday - first.weekday + WEEK_LENGTH) % WEEK_LENGTH;
    const weekdays = Array.from(
      { length: length + 1 },
      (_, index) => ((first.weekday - 1 + index) % WEEK_LENGTH) + 1,
    );
    return { weekdays, range: null, spans: [...opens, ...spans, { start: between, length: 1 }] };
  }
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
  const dayFrom = (from: string) =>
    addDays(from, (only - weekdayOf(from) + WEEK_LENGTH) % WEEK_LENGTH);
  const isNext = NEXT_CUES.has(before) || NEXT_CUES.has(after);
  if (!isNext && !THIS_CUES.has(before)) return { weekdays: [only], range: null, spans };
  const day = isNext ? dayFrom(nextWeekStart(context)) : dayFrom(context.today);
  const cue = {
    start: NEXT_CUES.has(before) || THIS_CUES.has(before) ? start - 1 : start + length,
    length: 1,
  };
  return { weekdays: [], range: { from: day, to: day }, spans: [...spans, cue] };
}

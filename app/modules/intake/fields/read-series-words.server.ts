import { addDays, daysBetween, monthOf, weekdayOf } from "../../../lib/dates/days";
import { jalaliOf } from "../../../lib/dates/jalali";
import {
  KEY_TIME,
  type RuleFrequency,
  SCHEDULE_LIMITS,
  type Schedule,
} from "../../../lib/event/schedule";
import { usualOccurrences, wallOccurrences } from "../../schedule/expand-schedule.server";
import { readRecurrence } from "../../schedule/read-recurrence.server";
import { readSchedule } from "../../schedule/schedule-schema";
import { type WallTime, wallTime } from "../../schedule/wall-time";
import type { AnswerContext } from "../entries/parsed-event";
import type { IssueCode } from "../issue-table";
import { foldWords, wholeWord } from "../text/fold-words";
import {
  type Calendar,
  dayOf,
  nearestDay,
  type RequestedMonth,
  requestedMonth,
} from "./calendar-days";
import { GREGORIAN_MONTHS, JALALI_MONTHS, monthPattern, ordinalOf } from "./calendar-words";
import { numericDates, type WrittenDate } from "./numeric-dates";
import { weekdayWords } from "./read-date";
import { type ClockRun, clockRuns } from "./read-time";
import * as words from "./series-words";
import {
  blanked,
  NO_GROUP,
  taken,
  type WeekdayGroup,
  weekdayGroups,
  withMarkedHours,
} from "./weekday-groups";
import { wordDates } from "./word-dates";

/** Several dates that a text states. */
export interface SeriesReading {
  schedule: Schedule;
  confidence: number;
  codes: IssueCode[];
}

/** Statements of the entry's other fields; null for none. */
export interface StatedTimes {
  date: string | null;
  endDate: string | null;
  time: string | null;
  endTime: string | null;
}

export const NOTHING_STATED: StatedTimes = { date: null, endDate: null, time: null, endTime: null };

/** Characters of a text that lists showings. */
const LONGEST = 1_500;
/** ISO weekdays. */
const WEEK = [1, 2, 3, 4, 5, 6, 7];

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
/** Hours of a day from which on they are opening hours, not a performance. */
const OPEN_HOURS = 5;
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

/** A day in a text, and what it is to the series. */
interface PlacedDate {
  date: WrittenDate;
  at: number;
  role: "from" | "until" | "listed";
}

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

const endOf = (day: string, start: string, end: string | null): WallTime | null =>
  end === null ? null : wallTime(end > start ? day : addDays(day, 1), end);

/** Start and end of a date: at an hour, or the whole day. */
const periodOf = (day: string, start: string | null, end: string | null) =>
  start === null
    ? { start: wallTime(day, KEY_TIME), end: wallTime(addDays(day, 1), KEY_TIME) }
    : { start: wallTime(day, start), end: endOf(day, start, end) };

function made(raw: object, confidence: number, codes: readonly IssueCode[]): SeriesReading | null {
  const read = readSchedule(raw);
  return "schedule" in read
    ? { schedule: read.schedule, confidence, codes: [...new Set(codes)] }
    : null;
}

/**
 * Several days, each with its hours: the ones that follow it, else those of the next day that has
 * some.
 */
function ofList(
  dates: readonly PlacedDate[],
  runs: readonly ClockRun[],
  known: StatedTimes,
): SeriesReading | null {
  const codes = dates.flatMap(({ date }) => date.codes);
  const unclear = runs.flatMap((run) => run.codes);
  const ordered = [...dates].sort((a, b) => a.at - b.at);
  if (ordered.some(({ date }) => date.day === null) || unclear.includes("impossible-time"))
    return null;
  const own = ordered.map(({ at }, place) => {
    const next = ordered[place + 1]?.at ?? Number.POSITIVE_INFINITY;
    return runs.filter(({ from }) => from > at && from < next);
  });
  const leading = runs.filter(({ from }) => from < (ordered[0]?.at ?? 0));
  const usual: Pick<ClockRun, "start" | "end">[] =
    leading.length > 0 ? leading : known.time ? [{ start: known.time, end: known.endTime }] : [];
  const hoursAt = (place: number) =>
    own.slice(place).find((list) => list.length > 0) ??
    own.slice(0, place).findLast((list) => list.length > 0) ??
    usual;
  const showings = ordered.flatMap(({ date }, place) => {
    const hours = hoursAt(place);
    return hours.length > 0
      ? hours.map(({ start, end }) => ({ day: date.day ?? "", start, end }))
      : [{ day: date.day ?? "", start: null, end: null }];
  });
  return showingList(showings, Math.min(0.9, ...dates.map(({ date }) => date.confidence)), [
    ...codes,
    ...unclear,
  ]);
}

interface Showing {
  day: string;
  start: string | null;
  end: string | null;
  endDay?: string | null;
  status?: "scheduled" | "cancelled" | "sold-out";
}

/**
 * A list of showings; null for a single one and for whole days in a row, which are one event of
 * several days. @param least number of dates
 */
export function showingList(
  showings: readonly Showing[],
  confidence: number,
  codes: readonly IssueCode[],
  least = 2,
): SeriesReading | null {
  const allDay = showings.every(({ start }) => start === null);
  const unique = new Map(
    showings.map(({ day, start, end, endDay, status = "scheduled" }) => {
      const period = periodOf(day, start, end);
      const own =
        endDay && end && `${endDay}T${end}` > period.start ? wallTime(endDay, end) : period.end;
      return [period.start, { originalStart: period.start, end: own, status }];
    }),
  );
  const dates = [...unique.values()].sort((a, b) => (a.originalStart < b.originalStart ? -1 : 1));
  const days = [...new Set(dates.map(({ originalStart }) => originalStart.slice(0, 10)))];
  if (dates.length < least) return null;
  if (
    least > 1 &&
    allDay &&
    days.every((day, place) => place === 0 || addDays(days[place - 1] ?? day, 1) === day)
  )
    return null;
  return made({ kind: "dates", allDay, dates }, confidence, codes);
}

interface RuleWords {
  frequency: RuleFrequency;
  interval: number;
  groups: WeekdayGroup[];
  monthWeekdays: { nth: number; weekday: number }[];
  monthDays: number[];
  runs: readonly ClockRun[];
  from: string;
  until: string | null;
  count: { number: number; isWeeks: boolean } | null;
  except: { days: string[]; weekdays: number[] };
  isPersian: boolean;
  isOpen: boolean;
  /** Whether an end is stated. */
  isBounded: boolean;
}

/** Hours of weekdays: those that follow them, else the last or first ones. */
function hoursOfGroups(
  groups: readonly WeekdayGroup[],
  runs: readonly ClockRun[],
  known: StatedTimes,
) {
  const usual = known.time ? [{ start: known.time, end: known.endTime }] : [];
  const own = groups.map(({ at }, place) => {
    const next = groups[place + 1]?.at ?? Number.POSITIVE_INFINITY;
    return runs.filter(({ from }) => from > at && from < next);
  });
  const leading = runs.filter(({ from }) => from < (groups[0]?.at ?? Number.POSITIVE_INFINITY));
  const found = new Map<string, { days: number[]; hours: Pick<ClockRun, "start" | "end">[] }>();
  groups.forEach(({ days }, place) => {
    const hours =
      own.slice(place).find((list) => list.length > 0) ??
      own.slice(0, place).findLast((list) => list.length > 0) ??
      (leading.length > 0 ? leading : usual);
    const key = JSON.stringify(hours.map(({ start, end }) => [start, end]));
    found.set(key, { hours, days: [...(found.get(key)?.days ?? []), ...days] });
  });
  return [...found.values()].map(({ days, hours }) => ({
    days: [...new Set(days)].sort((a, b) => a - b),
    hours,
  }));
}

/** Hours of a day between two times; 0 without an end. */
const hoursBetween = (start: string | null, end: string | null): number =>
  start === null || end === null
    ? 0
    : ((Number(end.slice(0, 2)) - Number(start.slice(0, 2)) + 24) % 24) +
      (Number(end.slice(3)) - Number(start.slice(3))) / 60;

function ofRule(rule: RuleWords, known: StatedTimes, codes: IssueCode[]): SeriesReading | null {
  const { frequency, interval, from, until, count, except, isPersian } = rule;
  const groups = hoursOfGroups(
    rule.groups.length > 0 ? rule.groups : [NO_GROUP],
    rule.runs,
    known,
  ).map(({ days, hours }) => ({
    days: days.filter((day) => !except.weekdays.includes(day)),
    hours: hours.length > 0 ? hours : [{ start: null, end: null }],
  }));
  const isDaily = frequency === "daily";
  const calendar = isPersian ? "jalali" : "gregorian";
  const shortest = Math.min(
    ...groups.flatMap(({ hours }) => hours.map(({ start, end }) => hoursBetween(start, end))),
  );
  const isMostDays = isDaily || groups.flatMap(({ days }) => days).length >= 5;
  const isOpen = rule.isOpen || (isMostDays && shortest >= OPEN_HOURS && rule.isBounded);
  if (isOpen && until !== null && interval === 1 && (isDaily || frequency === "weekly")) {
    const hours = WEEK.map((weekday) => {
      const group = groups.find(({ days }) => isDaily || days.includes(weekday));
      const [run] = group?.hours ?? [];
      return run?.start && run.end && !except.weekdays.includes(weekday)
        ? { opens: run.start, closes: run.end }
        : null;
    });
    const dropped = except.days.map((day) => wallTime(day, KEY_TIME));
    return hours.some(Boolean)
      ? made({ kind: "openingHours", from, to: until, hours, dropped }, 0.85, codes)
      : null;
  }
  // "Every day but Mondays" is a weekly rule.
  const isWeekly =
    frequency === "weekly" || (isDaily && interval === 1 && except.weekdays.length > 0);
  const rules = groups.flatMap(({ days, hours }) => {
    const weekdays = isDaily ? WEEK.filter((day) => !except.weekdays.includes(day)) : days;
    if (isWeekly && weekdays.length === 0) return [];
    let start = from;
    while (isWeekly && !weekdays.includes(weekdayOf(start))) start = addDays(start, 1);
    return hours.map((run) => ({
      frequency: isWeekly ? "weekly" : frequency,
      calendar,
      weekStart: isPersian ? 6 : 1,
      interval,
      weekdays: isWeekly ? weekdays : [],
      monthWeekdays: rule.monthWeekdays,
      monthDays: rule.monthDays,
      ...periodOf(start, run.start, run.end),
      ends: until === null ? null : { until },
    }));
  });
  const [first] = rules;
  if (!first) return null;
  const allDay = rules.every(({ start }) => start.endsWith(KEY_TIME));
  const base = { kind: "rule", allDay, rules };
  const read = readSchedule(base);
  if (!("schedule" in read)) return null;
  let ends: object | null = until === null ? null : { until };
  if (count && until === null) {
    const window = { from, to: addDays(from, SCHEDULE_LIMITS.daysAhead * 2) };
    const last = count.isWeeks
      ? addDays(from, 7 * count.number - 1)
      : wallOccurrences(read.schedule, window)[count.number - 1]?.start.slice(0, 10);
    if (!last) return null;
    ends = rules.length === 1 && !count.isWeeks ? { count: count.number } : { until: last };
  }
  const dropped = except.days.flatMap((day) => [
    ...usualOccurrences(read.schedule, { from: day, to: day }).keys(),
  ]);
  return made(
    { ...base, rules: rules.map((one) => ({ ...one, ends })), dropped },
    codes.includes("recurring") ? 0.5 : 0.85,
    codes,
  );
}

/** A rule as calendars write it: "RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261222". */
function ofRrule(text: string, { date, time, endTime }: StatedTimes): SeriesReading | null {
  const [, rrule] =
    /((?:[A-Z-]+=[^;\s]+;?)*FREQ=(?:[^;\s]+;?)(?:[A-Z-]+=[^;\s]+;?)*)/i.exec(
      text.slice(0, LONGEST),
    ) ?? [];
  if (!rrule || date === null) return null;
  const entry = {
    ...periodOf(date, time, endTime),
    isDate: time === null,
    rrule,
    exDates: [],
    rDates: [],
    recurrenceId: null,
    isCancelled: false,
  };
  const read = readRecurrence([entry]);
  return "schedule" in read && read.schedule.kind !== "single"
    ? { schedule: read.schedule, confidence: 0.9, codes: [] }
    : null;
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
  if (/freq=/i.test(text)) return ofRrule(text, known);
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
    return ofList(listed.length > 0 ? listed : dates, runs, known);
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
  return ofRule(
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

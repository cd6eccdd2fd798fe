import { addDays, weekdayOf } from "../../../lib/dates/days";
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
import type { IssueCode } from "../issue-table";
import type { WrittenDate } from "./numeric-dates";
import type { ClockRun } from "./read-time";
import { NO_GROUP, type WeekdayGroup } from "./weekday-groups";

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
/** Hours of a day from which on they are opening hours, not a performance. */
const OPEN_HOURS = 5;

/** A day in a text, and what it is to the series. */
export interface PlacedDate {
  date: WrittenDate;
  at: number;
  role: "from" | "until" | "listed";
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
export function seriesOfDates(
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

/** What words say of a series by a rule. */
export interface RuleWords {
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

/** A series by the rule that words state; null for one that cannot be. */
export function seriesOfRule(
  rule: RuleWords,
  known: StatedTimes,
  codes: IssueCode[],
): SeriesReading | null {
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
export function seriesOfRrule(
  text: string,
  { date, time, endTime }: StatedTimes,
): SeriesReading | null {
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

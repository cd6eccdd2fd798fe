import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { addDays, isDay } from "../../lib/dates/days";
import {
  type MonthWeekday,
  PLAIN_DETAILS,
  type RecurrenceRule,
  type RuleEnd,
  SCHEDULE_LIMITS,
  type Schedule,
  type ScheduledDate,
} from "../../lib/event/schedule";
import { usualOccurrences } from "./expand-schedule.server";
import type { RecurrenceEntry, RecurrenceRefusal } from "./recurrence";
import { lastCountedDay, WEEKDAY_CODES } from "./rule-days.server";
import { readSchedule } from "./schedule-schema";
import {
  addWallDuration,
  dayOfWall,
  isWallTime,
  timeOfWall,
  type WallTime,
  wallDuration,
  wallTime,
} from "./wall-time";

export type ReadRecurrence = { schedule: Schedule } | { refused: RecurrenceRefusal };

type Parts = Readonly<Record<string, string>>;

const FREQUENCIES: Readonly<Record<string, RecurrenceRule["frequency"]>> = {
  DAILY: "daily",
  WEEKLY: "weekly",
  MONTHLY: "monthly",
  YEARLY: "yearly",
};
/** Parts that every frequency may have. */
const COMMON = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "RSCALE", "SKIP"];
/** Characters of a rule: no honest one is longer, and its lists are read in full. */
const RULE_LENGTH_MAX = 1_000;
/** A rule of more dates, ten years of days, is read as one without an end. */
const COUNT_MAX = 3_660;

class Refused extends Error {
  constructor(readonly reason: RecurrenceRefusal) {
    super(reason);
  }
}
const refuse = (reason: RecurrenceRefusal): never => {
  throw new Refused(reason);
};

function partsOf(rrule: string): Parts {
  if (rrule.length > RULE_LENGTH_MAX) return refuse("invalid");
  const pairs = rrule
    .trim()
    .toUpperCase()
    .split(";")
    .filter(Boolean)
    .map((part) => part.split("=") as [string, string | undefined]);
  if (pairs.some(([, value]) => !value) || new Set(pairs.map(([name]) => name)).size < pairs.length)
    return refuse("invalid");
  return Object.fromEntries(pairs) as Parts;
}

const integers = (list: string | undefined): number[] =>
  list === undefined
    ? []
    : list
        .split(",")
        .map((text) => (/^[+-]?\d{1,3}$/.test(text) ? Number(text) : refuse("invalid")));

/** `nth` is 0 for every such weekday. */
function weekdaysOf(list: string | undefined): MonthWeekday[] {
  return (list?.split(",") ?? []).map((text) => {
    const [, nth = "", code = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
    const weekday = (WEEKDAY_CODES as readonly string[]).indexOf(code) + 1;
    return weekday > 0 ? { nth: Number(nth || 0), weekday } : refuse("invalid");
  });
}

/** The day of an UNTIL: the last day on which an occurrence at the rule's time is not after it. */
function untilDay(text: string, start: WallTime): string {
  const [, year, month, day, hour, minute] =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}))?/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isDay(date)) return refuse("invalid");
  return hour !== undefined && `${hour}:${minute}` < timeOfWall(start) ? addDays(date, -1) : date;
}

function endsOf({ COUNT, UNTIL }: Parts, start: WallTime): RuleEnd {
  if (COUNT !== undefined && UNTIL !== undefined) return refuse("invalid");
  if (UNTIL !== undefined) return { until: untilDay(UNTIL, start) };
  if (COUNT === undefined) return null;
  return /^[1-9]\d{0,4}$/.test(COUNT) ? { count: Number(COUNT) } : refuse("invalid");
}

/** RFC 7529; Solar Hijri is the only other calendar of this product. */
function calendarOf({
  RSCALE = "GREGORIAN",
  SKIP = "OMIT",
}: Parts): Pick<RecurrenceRule, "calendar" | "esfand30"> {
  if (RSCALE !== "GREGORIAN" && RSCALE !== "PERSIAN") return refuse("calendar");
  // Forward of 30 Esfand is a day of the next year, which no rule here has.
  if (SKIP === "FORWARD" || (SKIP !== "OMIT" && RSCALE === "GREGORIAN")) return refuse("pattern");
  return RSCALE === "PERSIAN"
    ? { calendar: "jalali", esfand30: SKIP === "BACKWARD" ? "last-day" : "skip" }
    : { calendar: "gregorian", esfand30: "last-day" };
}

type Pattern = Pick<RecurrenceRule, "frequency"> &
  Partial<Pick<RecurrenceRule, "weekdays" | "months" | "monthDays" | "monthWeekdays">>;

const isMonthDay = (day: number) => day === -1 || (day >= 1 && day <= 31);
const isNth = ({ nth }: MonthWeekday) => nth === -1 || (nth >= 1 && nth <= 5);

/** Time parts equal to the start's are left out. */
function withoutTime(parts: Parts, start: WallTime): Parts {
  const said: Parts = {
    BYHOUR: String(Number(start.slice(11, 13))),
    BYMINUTE: String(Number(start.slice(14, 16))),
    BYSECOND: "0",
  };
  return Object.fromEntries(
    Object.entries(parts).filter(
      ([name, value]) => said[name] === undefined || String(Number(value)) !== said[name],
    ),
  );
}

/** The days that a rule names; null for one that the schedule cannot express. */
function patternOf(parts: Parts, interval: number): Pattern | null {
  const { FREQ = "", BYDAY, BYMONTH, BYMONTHDAY, BYSETPOS } = parts;
  const frequency =
    FREQUENCIES[FREQ] ?? refuse(/^(HOUR|MINUTE|SECOND)LY$/.test(FREQ) ? "frequency" : "invalid");
  const known = [...COMMON, "BYDAY", "BYMONTH", "BYMONTHDAY", "BYSETPOS"];
  if (Object.keys(parts).some((name) => !known.includes(name))) return null;
  const days = weekdaysOf(BYDAY);
  const months = integers(BYMONTH);
  const monthDays = integers(BYMONTHDAY);
  const plain = days.every(({ nth }) => nth === 0) ? days.map(({ weekday }) => weekday) : null;
  if (frequency === "daily" || frequency === "weekly") {
    if (BYMONTH || BYMONTHDAY || BYSETPOS || !plain) return null;
    if (frequency === "weekly" || plain.length === 0) return { frequency, weekdays: plain };
    return interval === 1 ? { frequency: "weekly", weekdays: plain } : null;
  }
  const isYearly = frequency === "yearly";
  // Some months of every year are a yearly rule, however it is written.
  const asYearly = isYearly || (BYMONTH !== undefined && interval === 1);
  if (!isYearly && BYMONTH && !asYearly) return null;
  const base: Pattern = asYearly ? { frequency: "yearly", months } : { frequency };
  if (BYDAY && BYMONTHDAY) return null;
  if (BYDAY) {
    // In a yearly rule without months, "20MO" counts through the year.
    if (isYearly && !BYMONTH) return null;
    const [only, ...others] = days;
    const positions = integers(BYSETPOS);
    const chosen =
      BYSETPOS && only && others.length === 0 && only.nth === 0
        ? positions.map((nth) => ({ nth, weekday: only.weekday }))
        : BYSETPOS
          ? null
          : days;
    if (chosen?.every(isNth)) return { ...base, monthWeekdays: chosen };
    const isEveryWeek = plain && !BYSETPOS && !BYMONTH && interval === 1;
    return isEveryWeek ? { frequency: "weekly", weekdays: plain } : null;
  }
  if (BYSETPOS) return null;
  if (BYMONTHDAY && isYearly && !BYMONTH)
    return interval === 1 && monthDays.every(isMonthDay)
      ? { frequency: "monthly", monthDays }
      : null;
  return monthDays.every(isMonthDay) ? { ...base, monthDays } : null;
}

/** A rule of an entry; null for one that the schedule cannot express. */
function ruleOfParts(parts: Parts, { start, end }: RecurrenceEntry): RecurrenceRule | null {
  const interval = parts.INTERVAL === undefined ? 1 : Number(parts.INTERVAL);
  if (!Number.isInteger(interval) || interval < 1) return refuse("invalid");
  const calendar = calendarOf(parts);
  const pattern = patternOf(withoutTime(parts, start), interval);
  const ends = endsOf(parts, start);
  const weekStart =
    parts.WKST === undefined ? 1 : (WEEKDAY_CODES as readonly string[]).indexOf(parts.WKST) + 1;
  if (weekStart === 0) return refuse("invalid");
  if (!pattern || interval > SCHEDULE_LIMITS.interval) return null;
  // Backward of day 31 is day 30 of shorter months, which only 30 Esfand has here.
  if (parts.SKIP === "BACKWARD" && pattern.monthDays?.includes(31)) return null;
  const isLong = ends !== null && "count" in ends && ends.count > SCHEDULE_LIMITS.occurrences;
  const read = readSchedule({
    kind: "rule",
    rules: [
      { ...pattern, ...calendar, interval, weekStart, start, end, ends: isLong ? null : ends },
    ],
  });
  if (!("schedule" in read) || read.schedule.kind !== "rule") return refuse("invalid");
  const [rule] = read.schedule.rules;
  if (!rule) return refuse("invalid");
  if (!isLong || ends.count > COUNT_MAX) return rule;
  // More dates than are ever stored: the day of the last one is equivalent.
  const last = lastCountedDay(rule, ends.count);
  return last === null ? refuse("invalid") : { ...rule, ends: { until: last } };
}

/**
 * All dates of a rule that the schedule cannot express. @throws Refused unless it ends within the
 * limits
 */
function expand(parts: Parts, { start }: RecurrenceEntry): WallTime[] {
  const { occurrences, daysAhead } = SCHEDULE_LIMITS;
  if (calendarOf(parts).calendar === "jalali") return refuse("pattern");
  const {
    UNTIL: _until,
    COUNT: _count,
    WKST: _wkst,
    RSCALE: _rscale,
    SKIP: _skip,
    ...others
  } = parts;
  const ends = endsOf(parts, start);
  const last = addDays(dayOfWall(start), daysAhead);
  if (ends === null || ("until" in ends && ends.until > last)) return refuse("pattern");
  const until = "until" in ends ? ends.until : last;
  const bounds =
    "until" in ends ? `UNTIL=${until.replaceAll("-", "")}T235959Z` : `COUNT=${ends.count}`;
  const text = Object.entries({ ...others, ...(parts.WKST ? { WKST: parts.WKST } : null) }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const found: WallTime[] = [];
  try {
    const rule = new RRuleTemporal({
      temporal: Temporal,
      rruleString: [...text, bounds].join(";"),
      dtstart: Temporal.PlainDateTime.from(start).toZonedDateTime("UTC"),
      maxIterations: 10_000,
    });
    rule.all((date) => {
      found.push(date.toPlainDateTime().toString({ smallestUnit: "minute" }));
      return found.length <= occurrences;
    });
  } catch {
    return refuse("pattern");
  }
  const isWhole = found.length <= occurrences && (found.at(-1) ?? "") <= wallTime(last, "23:59");
  if (!isWhole) return refuse("pattern");
  // The first date counts even where the rule does not name it (RFC 5545 §3.8.5.3).
  if (found.includes(start)) return found;
  return [start, ...("count" in ends ? found.slice(0, ends.count - 1) : found)];
}

const dateOf = (
  originalStart: WallTime,
  start: WallTime | null,
  end: WallTime | null,
): ScheduledDate => ({
  originalStart,
  start,
  end,
  ...PLAIN_DETAILS,
});

/** Values without a time mean the occurrence of that day. */
const onTime = (at: WallTime, { start, isDate }: RecurrenceEntry): WallTime =>
  !isDate && timeOfWall(at) === "00:00" && timeOfWall(start) !== "00:00"
    ? wallTime(dayOfWall(at), timeOfWall(start))
    : at;

/** The dates of a list, and overrides, with the changes of the overrides. */
function withOverrides(
  dates: readonly ScheduledDate[],
  overrides: readonly RecurrenceEntry[],
  main: RecurrenceEntry,
): ScheduledDate[] {
  const found = new Map(dates.map((date) => [date.originalStart, date]));
  for (const { recurrenceId, start, end, isCancelled } of overrides) {
    const key = onTime(recurrenceId ?? start, main);
    found.set(key, { ...dateOf(key, start, end), status: isCancelled ? "cancelled" : "scheduled" });
  }
  return [...found.values()].sort((a, b) => (a.originalStart < b.originalStart ? -1 : 1));
}

function checked(raw: Schedule): ReadRecurrence {
  if (raw.dates.length > SCHEDULE_LIMITS.occurrences) return refuse("too-many");
  const read = readSchedule(raw);
  return "schedule" in read ? read : refuse("invalid");
}

/** A list of dates; one date is a single one. */
function listOfDates(dates: ScheduledDate[], allDay: boolean): ReadRecurrence {
  const [first, ...others] = dates;
  if (!first) return refuse("invalid");
  return checked(
    others.length === 0
      ? { kind: "single", allDay, dates: [first] }
      : { kind: "dates", allDay, dates },
  );
}

function readSet(entries: readonly RecurrenceEntry[]): ReadRecurrence {
  const isValid = ({ start, end, rDates, exDates }: RecurrenceEntry) =>
    [
      start,
      end ?? start,
      ...exDates,
      ...rDates.flatMap((period) => [period.start, period.end ?? period.start]),
    ].every(isWallTime);
  const overrides = entries.filter(({ recurrenceId }) => recurrenceId !== null);
  const main = entries.find(({ recurrenceId }) => recurrenceId === null) ?? entries[0];
  if (!main || !entries.every(isValid)) return refuse("invalid");
  const { start, end, isDate: allDay } = main;
  const excluded = new Set(main.exDates.map((at) => onTime(at, main)));
  if (
    excluded.size > SCHEDULE_LIMITS.occurrences ||
    main.rDates.length > SCHEDULE_LIMITS.occurrences
  )
    return refuse("too-many");
  const duration = end === null ? null : wallDuration(start, end);
  const endOf = (at: WallTime) => (duration === null ? null : addWallDuration(at, duration));
  const added = main.rDates.map((period) =>
    dateOf(onTime(period.start, main), null, period.end ?? endOf(period.start)),
  );
  const parts = main.rrule === null ? null : partsOf(main.rrule);
  const rule = parts && ruleOfParts(parts, main);
  if (!rule) {
    const own = main.recurrenceId !== null ? [] : parts ? expand(parts, main) : [start];
    const dates = own.map((at) => dateOf(at, null, endOf(at)));
    const left = [...dates, ...added].filter(({ originalStart }) => !excluded.has(originalStart));
    return listOfDates(withOverrides(left, overrides, main), allDay);
  }
  const has = (key: WallTime) =>
    usualOccurrences(
      { kind: "rule", allDay, rules: [rule], dropped: [], dates: [] },
      { from: dayOfWall(key), to: dayOfWall(key) },
    ).has(key);
  // As in `expand`: the first date counts.
  const isFirstNamed = has(start);
  const first = isFirstNamed || excluded.has(start) ? [] : [dateOf(start, start, end)];
  const counted =
    rule.ends && "count" in rule.ends ? rule.ends.count - (isFirstNamed ? 0 : 1) : null;
  const beside = added.filter(
    ({ originalStart }) => !excluded.has(originalStart) && !has(originalStart),
  );
  const single = [...first, ...beside.map((date) => ({ ...date, start: date.originalStart }))];
  const changes = overrides.filter(
    ({ recurrenceId }) => !excluded.has(onTime(recurrenceId ?? "", main)),
  );
  const dates = withOverrides(single, changes, main);
  const dropped = [...excluded].filter(has).sort();
  if (counted === 0) return listOfDates(dates, allDay);
  return checked({
    kind: "rule",
    allDay,
    rules: [counted === null ? rule : { ...rule, ends: { count: counted } }],
    dropped,
    dates,
  });
}

/**
 * Reads a recurrence set: RRULE, EXDATE, RDATE and overrides by RECURRENCE-ID (RFC 5545). A rule
 * that no schedule expresses becomes a list of dates where it ends within the limits. Starts that
 * the clock skips are kept, as everywhere here; RFC 5545 leaves them out.
 */
export function readRecurrence(entries: readonly RecurrenceEntry[]): ReadRecurrence {
  try {
    return readSet(entries);
  } catch (error) {
    if (error instanceof Refused) return { refused: error.reason };
    throw error;
  }
}

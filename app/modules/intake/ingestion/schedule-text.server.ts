import type { CalendarSystem } from "../../../lib/dates/dates.server";
import { addDays } from "../../../lib/dates/days";
import { showWrittenDay } from "../../../lib/dates/written-days";
import { type RecurrenceRule, SCHEDULE_LIMITS, type Schedule } from "../../../lib/event/schedule";
import { localDigits } from "../../../lib/text/digits";
import { type WallOccurrence, wallOccurrences } from "../../schedule/expand-schedule.server";
import { readSchedule } from "../../schedule/schedule-schema";
import { dayOfWall, timeOfWall, type WallTime } from "../../schedule/wall-time";
import type { AnswerContext } from "../entries/parsed-event";
import { firstDateOf, readShowings } from "../fields/read-series.server";
import { readSeriesWords } from "../fields/read-series-words.server";
import { NOTHING_STATED } from "../fields/series-of-rule.server";

/** Where and when typed dates are meant. */
export type TypedAround = Pick<AnswerContext, "month"> & { country: string };

const WEEKDAYS = {
  gregorian: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  jalali: ["دوشنبه", "سه‌شنبه", "چهارشنبه", "پنجشنبه", "جمعه", "شنبه", "یکشنبه"],
} as const;
const NTH = {
  gregorian: { 1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", [-1]: "last" },
  jalali: { 1: "اولین", 2: "دومین", 3: "سومین", 4: "چهارمین", 5: "پنجمین", [-1]: "آخرین" },
} as const;
const WORDS = {
  gregorian: {
    every: "every",
    day: "day",
    of: "of every month",
    on: "on the",
    from: "from",
    until: "until",
    except: "except",
    open: "open",
    times: "sessions",
  },
  jalali: {
    every: "هر",
    day: "روز",
    of: "هر ماه",
    on: "روز",
    from: "از",
    until: "تا",
    except: "به‌جز",
    open: "باز",
    times: "جلسه",
  },
} as const;
const STATUS = {
  scheduled: "",
  postponed: "",
  cancelled: "cancelled",
  "sold-out": "sold out",
} as const;

const dayText = (day: string, calendar: CalendarSystem): string => showWrittenDay(day, calendar);
const listed = (days: readonly string[], calendar: CalendarSystem): string =>
  days.join(calendar === "jalali" ? "، " : ", ");

function hoursText(
  start: WallTime,
  end: WallTime | null,
  allDay: boolean,
  calendar: CalendarSystem,
): string {
  if (allDay) return "";
  const digits = (time: string) => (calendar === "jalali" ? localDigits(time, "fa") : time);
  const from = `${calendar === "jalali" ? "ساعت " : ""}${digits(timeOfWall(start))}`;
  return end === null ? from : `${from}–${digits(timeOfWall(end))}`;
}

const dateLine = (
  { start, end, status }: WallOccurrence,
  allDay: boolean,
  calendar: CalendarSystem,
): string =>
  [dayText(dayOfWall(start), calendar), hoursText(start, end, allDay, calendar), STATUS[status]]
    .filter(Boolean)
    .join(" ");

function ruleLine(
  rule: RecurrenceRule,
  dropped: readonly WallTime[],
  allDay: boolean,
  calendar: CalendarSystem,
): string {
  const words = WORDS[calendar];
  const { frequency, interval, weekdays, monthDays, monthWeekdays, start, end, ends } = rule;
  const names = (list: readonly number[]) =>
    listed(
      list.map((weekday) => WEEKDAYS[calendar][weekday - 1] ?? ""),
      calendar,
    );
  const period = {
    daily: ["days", "روز"],
    weekly: ["weeks", "هفته"],
    monthly: ["months", "ماه"],
    yearly: ["years", "سال"],
  }[frequency];
  const every =
    interval === 1
      ? words.every
      : `${words.every} ${interval} ${period[calendar === "jalali" ? 1 : 0]}`;
  const nth = monthWeekdays.map(
    ({ nth: place, weekday }) => `${NTH[calendar][place as 1]} ${names([weekday])} ${words.of}`,
  );
  const days =
    frequency === "weekly"
      ? `${every} ${names(weekdays)}`
      : frequency === "daily"
        ? `${every}${interval === 1 ? ` ${words.day}` : ""}`
        : [...nth, ...monthDays.map((day) => `${words.on} ${day} ${words.of}`)].join(", ");
  return [
    days,
    hoursText(start, end, allDay, calendar),
    `${words.from} ${dayText(dayOfWall(start), calendar)}`,
    ends && "until" in ends
      ? `${words.until} ${dayText(ends.until, calendar)}`
      : ends && `(${ends.count} ${words.times})`,
    dropped.length > 0 &&
      `${words.except} ${listed(
        dropped.map((at) => dayText(dayOfWall(at), calendar)),
        calendar,
      )}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** A schedule in lines that say it in words; null where words would not. */
function wordLines(schedule: Schedule, calendar: CalendarSystem): string[] | null {
  const words = WORDS[calendar];
  if (schedule.dates.length > 0) return null;
  if (schedule.kind === "rule")
    return schedule.rules.map((rule) =>
      ruleLine(
        rule,
        schedule.dropped.filter((at) => timeOfWall(at) === timeOfWall(rule.start)),
        schedule.allDay,
        calendar,
      ),
    );
  if (schedule.kind !== "openingHours") return null;
  const { hours, from, to, dropped } = schedule;
  const groups = new Map<string, string[]>();
  hours.forEach((open, index) => {
    const key = open
      ? hoursText(`${from}T${open.opens}`, `${from}T${open.closes}`, false, calendar)
      : "";
    if (key) groups.set(key, [...(groups.get(key) ?? []), WEEKDAYS[calendar][index] ?? ""]);
  });
  const left =
    dropped.length > 0
      ? ` ${words.except} ${listed(
          dropped.map((at) => dayText(dayOfWall(at), calendar)),
          calendar,
        )}`
      : "";
  return [...groups].map(
    ([text, days]) =>
      `${words.open} ${listed(days, calendar)} ${text} ${words.from} ${dayText(from, calendar)} ${words.until} ${dayText(to, calendar)}${left}`,
  );
}

const allDates = (schedule: Schedule): WallOccurrence[] => {
  const from = firstDateOf(schedule)?.date ?? "2000-01-01";
  return wallOccurrences(schedule, { from, to: addDays(from, SCHEDULE_LIMITS.daysAhead) }).slice(
    0,
    SCHEDULE_LIMITS.occurrences,
  );
};

const shownDates = (schedule: Schedule): string =>
  JSON.stringify([
    schedule.allDay,
    allDates(schedule).map(({ start, end, status }) => [start, end, status]),
  ]);

/**
 * A schedule as an editor types it, in words where `readScheduleText` reads them as the same dates,
 * else a date a line. Empty without one.
 */
export function scheduleText(schedule: Schedule | null, calendar: CalendarSystem): string {
  if (schedule === null) return "";
  const lines = wordLines(schedule, calendar)?.join("\n") ?? null;
  const month = allDates(schedule)[0]?.start.slice(0, 7) ?? "2000-01";
  const read = lines === null ? null : readScheduleText(lines, { month, country: "" });
  if (lines !== null && read && shownDates(read) === shownDates(schedule)) return lines;
  return allDates(schedule)
    .map((date) => dateLine(date, schedule.allDay, calendar))
    .join("\n");
}

/**
 * Reads typed dates: one a line, or words such as "every Tuesday 18:00 until 22 December". Null
 * where a line cannot be read.
 */
export function readScheduleText(text: string, { month, country }: TypedAround): Schedule | null {
  const context: AnswerContext = {
    city: { slug: "", timeZone: "UTC", currency: "", country },
    month,
    today: `${month}-01`,
  };
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const read = lines.map(
    (line) =>
      readSeriesWords(line, context, NOTHING_STATED)?.schedule ??
      readShowings([line], context, NOTHING_STATED, 1)?.schedule,
  );
  const found = read.flatMap((schedule) => schedule ?? []);
  const [first, ...others] = found;
  if (!first || found.length < lines.length) return null;
  if (others.length === 0) return first;
  const joined = joinedOf(found);
  const checked = joined && readSchedule(joined);
  return checked && "schedule" in checked ? checked.schedule : null;
}

function joinedOf(schedules: readonly Schedule[]): object | null {
  const [first] = schedules;
  if (
    !first ||
    schedules.some(({ kind, allDay }) => kind !== first.kind || allDay !== first.allDay)
  )
    return null;
  const base = { kind: first.kind, allDay: first.allDay };
  const dropped = [...new Set(schedules.flatMap((one) => ("dropped" in one ? one.dropped : [])))];
  if (first.kind === "dates") {
    const dates = schedules
      .flatMap((one) => one.dates)
      .sort((a, b) => (a.originalStart < b.originalStart ? -1 : 1));
    return {
      ...base,
      dates: [...new Map(dates.map((date) => [date.originalStart, date])).values()],
    };
  }
  if (first.kind === "rule")
    return {
      ...base,
      rules: schedules.flatMap((one) => (one.kind === "rule" ? one.rules : [])),
      dropped,
    };
  const runs = schedules.flatMap((one) => (one.kind === "openingHours" ? [one] : []));
  const hours = Array.from(
    { length: 7 },
    (_, day) => runs.map((run) => run.hours[day]).find(Boolean) ?? null,
  );
  const isOneRun = runs.every(({ from, to }) => from === runs[0]?.from && to === runs[0]?.to);
  return isOneRun ? { ...base, from: runs[0]?.from, to: runs[0]?.to, hours, dropped } : null;
}

import { addDays, daysBetween, weekdayOf } from "../../app/lib/dates/days";
import { MINUTE } from "../../app/lib/dates/durations";
import { gregorianOf, jalaliOf } from "../../app/lib/dates/jalali";
import {
  type OccurrenceStatus,
  PLAIN_DETAILS,
  type Schedule,
  type ScheduledDate,
} from "../../app/lib/event/schedule";
import { materialise, type Occurrence } from "../../app/modules/schedule/expand-schedule.server";
import { readSchedule } from "../../app/modules/schedule/schedule-schema";
import { addWallDuration, type WallTime, wallTime } from "../../app/modules/schedule/wall-time";

/**
 * When a sample series takes place, counted from the day of seeding; weekdays are ISO, Monday is 1.
 */
export type SampleSeries = (
  | { kind: "weekly"; weekdays: number[]; beganWeeksAgo: number; weeks?: number }
  /** Start times by weekday. */
  | { kind: "showings"; fromDay: number; toDay: number; times: Record<string, string[]> }
  /** Hours from Monday to Sunday, as 10:00-19:00; null is closed. */
  | { kind: "openingHours"; fromDay: number; toDay: number; hours: (string | null)[] }
  /** A day of the Solar Hijri year. */
  | { kind: "yearly"; month: number; day: number }
) & {
  /** Occurrences to come that differ, by their place in order of time, from 0. */
  changes?: {
    nth: number;
    status?: OccurrenceStatus;
    note?: { en: string; fa: string };
    price?: number;
  }[];
};

interface SeriesEvent {
  key: string;
  series: SampleSeries;
  startTime: string;
  durationMinutes: number;
}

const daysFrom = (first: string, last: string) =>
  Array.from({ length: daysBetween(first, last) + 1 }, (_, day) => addDays(first, day));

/** The schedule without changes, as an author would send it. @param today YYYY-MM-DD */
function plainSchedule(
  { series, startTime, durationMinutes }: SeriesEvent,
  today: string,
): unknown {
  const endOf = (start: WallTime) => addWallDuration(start, durationMinutes * MINUTE);
  const ruleFrom = (day: string, rule: object) => {
    const start = wallTime(day, startTime);
    return { kind: "rule", rules: [{ start, end: endOf(start), ...rule }] };
  };
  if (series.kind === "weekly") {
    const { weekdays, beganWeeksAgo, weeks } = series;
    const from = addDays(today, -7 * beganWeeksAgo);
    const first =
      daysFrom(from, addDays(from, 6)).find((day) => weekdays.includes(weekdayOf(day))) ?? from;
    return ruleFrom(first, {
      frequency: "weekly",
      weekdays,
      ends: weeks ? { until: addDays(from, 7 * weeks - 1) } : null,
    });
  }
  if (series.kind === "yearly") {
    const { month, day } = series;
    const first = gregorianOf({ year: jalaliOf(today).year, month, day }) ?? today;
    return ruleFrom(first, {
      frequency: "yearly",
      calendar: "jalali",
      months: [month],
      monthDays: [day],
    });
  }
  const [from, to] = [addDays(today, series.fromDay), addDays(today, series.toDay)];
  if (series.kind === "openingHours") {
    const hours = series.hours.map((open) => {
      const [opens, closes] = open?.split("-") ?? [];
      return open === null ? null : { opens, closes };
    });
    return { kind: "openingHours", from, to, hours };
  }
  const starts = daysFrom(from, to).flatMap((day) =>
    (series.times[weekdayOf(day)] ?? []).map((time) => wallTime(day, time)),
  );
  return {
    kind: "dates",
    dates: starts.map((start) => ({ originalStart: start, end: endOf(start) })),
  };
}

/**
 * The schedule of a sample series around a moment, and its occurrences to come.
 * @param now UTC epoch ms
 * @throws Error for a series that is no valid schedule, or has nothing to come
 */
export function placeSeries(
  event: SeriesEvent,
  today: string,
  timeZone: string,
  now: number,
): { schedule: Schedule; occurrences: Occurrence[] } {
  const read = readSchedule(plainSchedule(event, today));
  if ("issues" in read)
    throw new Error(`The sample series ${event.key} is invalid: ${JSON.stringify(read.issues)}`);
  const place = { eventId: event.key, timeZone };
  const plain = materialise(read.schedule, place, now);
  const changed = new Map(
    (event.series.changes ?? []).flatMap(({ nth, ...details }): [WallTime, ScheduledDate][] => {
      const originalStart = plain[nth]?.originalStart;
      return originalStart
        ? [[originalStart, { originalStart, start: null, end: null, ...PLAIN_DETAILS, ...details }]]
        : [];
    }),
  );
  const { kind, dates } = read.schedule;
  const all =
    kind === "dates" || kind === "single"
      ? dates.map((date) => ({ ...date, ...changed.get(date.originalStart), end: date.end }))
      : [...changed.values()];
  const schedule = { ...read.schedule, dates: all } as Schedule;
  const occurrences = materialise(schedule, place, now);
  if (occurrences.length === 0)
    throw new Error(`The sample series ${event.key} has no occurrence to come.`);
  return { schedule, occurrences };
}

import { addDays } from "../../lib/dates/days";
import {
  type OccurrenceDetails,
  PLAIN_DETAILS,
  type RecurrenceRule,
  type Schedule,
  type ScheduledDate,
} from "../../lib/event/schedule";
import { addWallDays, dayOfWall, type WallTime } from "./wall-time";

/** The first day of a schedule as it takes place; a rule's is where it begins. */
export function firstDayOf(schedule: Schedule): string {
  if (schedule.kind === "openingHours") return schedule.from;
  const starts =
    schedule.kind === "rule"
      ? schedule.rules.map(({ start, moved }) => moved?.start ?? start)
      : schedule.dates.map(({ originalStart, start }) => start ?? originalStart);
  return dayOfWall(starts.sort()[0] ?? "");
}

/** What a date of a new season has of its old details: the price and the ticket page. */
const fresh = ({ price, ticketUrl }: OccurrenceDetails): OccurrenceDetails => ({
  ...PLAIN_DETAILS,
  price,
  ticketUrl,
});

/**
 * A schedule so many days later, for a new season: the same clock times; what was cancelled,
 * postponed, sold out or noted is not. Rules of weeks take their weekdays along; those of months and
 * years keep their days of the month, so their single changes do not apply any more.
 */
export function moveSchedule(schedule: Schedule, days: number): Schedule {
  const at = (wall: WallTime) => addWallDays(wall, days);
  const orNone = (wall: WallTime | null) => wall && at(wall);
  const date = (one: ScheduledDate): ScheduledDate => ({
    ...fresh(one),
    originalStart: at(one.originalStart),
    start: orNone(one.start),
    end: orNone(one.end),
  });
  const ownDate = (one: ScheduledDate) =>
    date({ ...one, originalStart: one.start ?? one.originalStart, start: null });
  const rule = (one: RecurrenceRule): RecurrenceRule => ({
    ...one,
    ...fresh(one),
    start: at(one.start),
    end: orNone(one.end),
    weekdays: one.weekdays
      .map((weekday) => ((((weekday - 1 + days) % 7) + 7) % 7) + 1)
      .sort((a, b) => a - b),
    ends: one.ends && "until" in one.ends ? { until: addDays(one.ends.until, days) } : one.ends,
    moved: one.moved && { start: at(one.moved.start), end: orNone(one.moved.end) },
  });
  switch (schedule.kind) {
    case "single":
      return { ...schedule, dates: [ownDate(schedule.dates[0])] };
    case "dates":
      return { ...schedule, dates: schedule.dates.map(ownDate) };
    case "rule": {
      const isByMonth = schedule.rules.some(({ frequency }) => /monthly|yearly/.test(frequency));
      return {
        ...schedule,
        rules: schedule.rules.map(rule),
        dropped: isByMonth ? [] : schedule.dropped.map(at),
        dates: isByMonth ? [] : schedule.dates.map(date),
      };
    }
    case "openingHours":
      return {
        ...schedule,
        from: addDays(schedule.from, days),
        to: addDays(schedule.to, days),
        // Hours belong to weekdays: single days keep their changes only where weekdays stay.
        dropped: days % 7 === 0 ? schedule.dropped.map(at) : [],
        dates: days % 7 === 0 ? schedule.dates.map(date) : [],
      };
  }
}

import { addDays } from "../../lib/dates/days";
import type { OpenHours, RecurrenceRule, Schedule, ScheduleOfKind } from "../../lib/event/schedule";
import { isJalaliRule, weekdayCode } from "./rule-days.server";
import { addWallDays, dayOfWall, timeOfWall, type WallTime, wallDaysBetween } from "./wall-time";

const SCHEMA = "https://schema.org/";
export const SCHEMA_DAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;
/** ISO 8601 durations of `repeatFrequency`. */
export const PERIODS = { daily: "D", weekly: "W", monthly: "M", yearly: "Y" } as const;

const dayUrl = (weekday: number) => SCHEMA + SCHEMA_DAYS[weekday - 1];

/** Excluded dates as wall times, which `scheduleTimezone` places. */
const exceptions = (dropped: readonly WallTime[]) =>
  dropped.length > 0 ? { exceptDate: dropped.map((at) => `${at}:00`) } : null;

function ofRule(
  rule: RecurrenceRule,
  { dropped, allDay }: ScheduleOfKind<"rule">,
  timeZone: string,
): object {
  const { frequency, interval, weekdays, months, monthDays, monthWeekdays, ends, start, end } =
    rule;
  return {
    "@type": "Schedule",
    repeatFrequency: `P${interval}${PERIODS[frequency]}`,
    ...(weekdays.length > 0 ? { byDay: weekdays.map(dayUrl) } : null),
    // schema.org takes RFC 5545's "2MO" as text.
    ...(monthWeekdays.length > 0
      ? { byDay: monthWeekdays.map(({ nth, weekday }) => `${nth}${weekdayCode(weekday)}`) }
      : null),
    ...(months.length > 0 ? { byMonth: months } : null),
    ...(monthDays.length > 0 ? { byMonthDay: monthDays } : null),
    startDate: dayOfWall(start),
    ...(ends && "until" in ends ? { endDate: ends.until } : null),
    ...(ends && "count" in ends ? { repeatCount: ends.count } : null),
    ...(allDay
      ? null
      : { startTime: timeOfWall(start), ...(end === null ? null : { endTime: timeOfWall(end) }) }),
    scheduleTimezone: timeZone,
    ...exceptions(dropped.filter((at) => timeOfWall(at) === timeOfWall(start))),
  };
}

/** Opening hours: a schedule for each group of weekdays with the same hours. */
function ofOpeningHours(
  { hours, from, to, dropped, dates }: ScheduleOfKind<"openingHours">,
  timeZone: string,
): object[] {
  const groups = new Map<string, { open: OpenHours; weekdays: number[] }>();
  hours.forEach((open, index) => {
    if (!open) return;
    const key = `${open.opens} ${open.closes}`;
    const weekdays = [...(groups.get(key)?.weekdays ?? []), index + 1];
    groups.set(key, { open, weekdays });
  });
  // Days with other hours are among the events' own dates.
  const special = [...dropped, ...dates.map(({ originalStart }) => originalStart)].sort();
  return [...groups.values()].map(({ open, weekdays }) => ({
    "@type": "Schedule",
    repeatFrequency: "P1W",
    byDay: weekdays.map(dayUrl),
    startDate: from,
    endDate: to,
    startTime: open.opens,
    endTime: open.closes,
    scheduleTimezone: timeZone,
    ...exceptions(special.map((at) => `${dayOfWall(at)}T${open.opens}`)),
  }));
}

/**
 * A rule whose moved dates are those of another rule: weekly ones on other days, and those moved by
 * the clock alone.
 */
function atShownTimes(rule: RecurrenceRule): RecurrenceRule | null {
  const { moved, frequency, start, weekdays, ends } = rule;
  if (!moved) return rule;
  const days = wallDaysBetween(start, moved.start);
  if (days !== 0 && frequency !== "weekly" && frequency !== "daily") return null;
  return {
    ...rule,
    ...moved,
    moved: null,
    weekdays: weekdays.map((weekday) => ((((weekday - 1 + days) % 7) + 7) % 7) + 1),
    ends: ends && "until" in ends ? { until: addDays(ends.until, days) } : ends,
  };
}

/**
 * `eventSchedule` of schema.org: of Gregorian rules and opening hours. Null where schema.org cannot
 * say it: single dates and Solar Hijri rules are `subEvent`s alone.
 */
export function eventSchedule(schedule: Schedule, timeZone: string): object[] | null {
  if (schedule.kind === "openingHours") return ofOpeningHours(schedule, timeZone);
  if (schedule.kind !== "rule") return null;
  const written = schedule.rules.flatMap((rule) => {
    const shown = isJalaliRule(rule) ? null : atShownTimes(rule);
    const days = shown ? wallDaysBetween(rule.start, shown.start) : 0;
    const dropped = schedule.dropped.map(
      (at) => `${dayOfWall(addWallDays(at, days))}T${timeOfWall(shown?.start ?? at)}`,
    );
    return shown ? [ofRule(shown, { ...schedule, dropped }, timeZone)] : [];
  });
  return written.length === schedule.rules.length ? written : null;
}

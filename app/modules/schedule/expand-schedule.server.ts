import { fromWallTime, localDay } from "../../lib/dates/dates.server";
import { addDays, daysBetween, weekdayOf } from "../../lib/dates/days";
import { DAY } from "../../lib/dates/durations";
import { ruleDays } from "./rule-days.server";
import {
  KEY_TIME,
  type OccurrenceDetails,
  PLAIN_DETAILS,
  type Rule,
  SCHEDULE_LIMITS,
  type Schedule,
  type ScheduledDate,
  type ScheduleOfKind,
  type WallPeriod,
} from "./schedule";
import { addWallDuration, dayOfWall, sameClock, timeOfWall, type WallTime, wallDaysBetween, wallDuration, wallTime } from "./wall-time";

/** A date of a schedule in wall time. */
export interface WallOccurrence extends WallPeriod, OccurrenceDetails {
  originalStart: WallTime;
}

/** One time at which an event takes place. */
export interface Occurrence extends OccurrenceDetails {
  /** Event id and original local start: never changes. */
  id: string;
  originalStart: WallTime;
  /** UTC epoch ms; equal where no end is stated. */
  startsAt: number;
  endsAt: number;
  /** Calendar day of the start in the event's zone, YYYY-MM-DD. */
  localDay: string;
}

export interface SchedulePlace {
  eventId: string;
  /** IANA zone of the event. */
  timeZone: string;
}

/** Days, both included. */
export interface DayWindow {
  from: string;
  to: string;
}

export const occurrenceId = (eventId: string, originalStart: WallTime): string => `${eventId}:${originalStart}`;

/** Where a rule's occurrence takes place. @param day original day */
export function rulePeriod({ start, end, moved }: Rule, day: string): WallPeriod {
  const shown = moved ?? { start, end };
  const original = wallTime(day, timeOfWall(start));
  const at = sameClock(original, start, shown.start);
  return { start: at, end: shown.end === null ? null : sameClock(at, shown.start, shown.end) };
}

/** Days by which a rule's occurrences may lie outside their original day. */
function reachOf({ start, end, moved }: Rule): number {
  const shown = moved ?? { start, end };
  return Math.abs(wallDaysBetween(start, shown.start)) + (shown.end === null ? 0 : wallDaysBetween(shown.start, shown.end)) + 1;
}

/** Original starts of a rule or run within a window, each with its usual times. */
export function originalPeriods(schedule: Schedule, { from, to }: DayWindow): Map<WallTime, WallPeriod> {
  const periods = new Map<WallTime, WallPeriod>();
  if (schedule.kind === "rule") {
    for (const rule of schedule.rules) {
      const reach = reachOf(rule);
      for (const day of ruleDays(rule, addDays(from, -reach), addDays(to, reach))) {
        const key = wallTime(day, timeOfWall(rule.start));
        if (!periods.has(key)) periods.set(key, rulePeriod(rule, day));
      }
    }
  } else if (schedule.kind === "openingHours") {
    for (const day of openDays(schedule, addDays(from, -1), to))
      periods.set(wallTime(day, KEY_TIME), openPeriod(schedule, day) as WallPeriod);
  }
  return periods;
}

type OpeningHours = ScheduleOfKind<"openingHours">;

const openDays = ({ from, to, hours }: OpeningHours, first: string, last: string): string[] => {
  const [start, end] = [first > from ? first : from, last < to ? last : to];
  const days = Array.from({ length: Math.max(0, daysBetween(start, end) + 1) }, (_, day) => addDays(start, day));
  return days.filter((day) => hours[weekdayOf(day) - 1]);
};

/** The usual hours of a day; null when closed. */
function openPeriod({ hours }: OpeningHours, day: string): WallPeriod | null {
  const open = hours[weekdayOf(day) - 1];
  if (!open) return null;
  return { start: wallTime(day, open.opens), end: wallTime(open.closes > open.opens ? day : addDays(day, 1), open.closes) };
}

const detailsOf = ({ status, note, price, ticketUrl }: OccurrenceDetails): OccurrenceDetails => ({ status, note, price, ticketUrl });

/** The usual duration on the clock, ms; null where no end is stated. */
function usualDuration(schedule: Schedule): number | null {
  if (schedule.kind !== "rule") return null;
  const [rule] = schedule.rules;
  const { start, end } = rule?.moved ?? rule ?? { start: "", end: null };
  return end === null ? null : wallDuration(start, end);
}

/** Where a single date takes place; null for a change of a date that the rule no longer has. */
function datePeriod(schedule: Schedule, date: ScheduledDate, usual: WallPeriod | undefined): WallPeriod | null {
  const { start, end, originalStart } = date;
  if (schedule.kind === "single" || schedule.kind === "dates") return { start: start ?? originalStart, end };
  if (start === null) return usual ? { start: usual.start, end: end ?? usual.end } : null;
  const duration = usual ? (usual.end === null ? null : wallDuration(usual.start, usual.end)) : usualDuration(schedule);
  return { start, end: end ?? (duration === null ? null : addWallDuration(start, duration)) };
}

/**
 * The dates of a schedule in wall time that may touch a window, by start. Single dates are all returned, since they may be moved
 * anywhere.
 */
export function wallOccurrences(schedule: Schedule, window: DayWindow): WallOccurrence[] {
  const keys = schedule.dates.map(({ originalStart }) => dayOfWall(originalStart));
  const from = keys.reduce((a, b) => (b < a ? b : a), window.from);
  const to = keys.reduce((a, b) => (b > a ? b : a), window.to);
  const usual = originalPeriods(schedule, { from, to });
  const dropped = new Set("dropped" in schedule ? schedule.dropped : []);
  const found = new Map<WallTime, WallOccurrence>();
  for (const [originalStart, period] of usual)
    if (!dropped.has(originalStart)) found.set(originalStart, { originalStart, ...period, ...PLAIN_DETAILS });
  for (const date of schedule.dates) {
    if (dropped.has(date.originalStart)) continue;
    const period = datePeriod(schedule, date, usual.get(date.originalStart));
    if (period) found.set(date.originalStart, { originalStart: date.originalStart, ...period, ...detailsOf(date) });
  }
  return [...found.values()].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : a.originalStart < b.originalStart ? -1 : 1));
}

const instantOfWall = (at: WallTime, timeZone: string): number => fromWallTime(dayOfWall(at), timeOfWall(at), timeZone);

/** An occurrence as instants. The clock keeps the wall time: a missing hour moves forward, of a doubled one the first is meant (decisions.md §2). */
export function occurrenceOf(wall: WallOccurrence, { eventId, timeZone }: SchedulePlace): Occurrence {
  const { start, end, originalStart } = wall;
  const startsAt = instantOfWall(start, timeZone);
  const stated = end === null ? startsAt : instantOfWall(end, timeZone);
  // A start in a missing hour can move past its end.
  const endsAt = end !== null && stated <= startsAt ? startsAt + Math.max(0, wallDuration(start, end)) : stated;
  return {
    id: occurrenceId(eventId, originalStart),
    originalStart,
    startsAt,
    endsAt,
    localDay: localDay(startsAt, timeZone),
    ...detailsOf(wall),
  };
}

/** Occurrences that last into or begin within a range of instants, UTC epoch ms, by start. */
export function expandSchedule(schedule: Schedule, place: SchedulePlace, range: { from: number; to: number }): Occurrence[] {
  const { from, to } = range;
  const window = { from: localDay(from, place.timeZone), to: localDay(to, place.timeZone) };
  return wallOccurrences(schedule, window)
    .map((wall) => occurrenceOf(wall, place))
    .filter(({ startsAt, endsAt }) => startsAt < to && (endsAt > from || startsAt >= from))
    .sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1));
}

/**
 * Occurrences that the table should hold from now on: the next 370, at most 400 days ahead (decisions.md §3). Past ones stay as they
 * are. @param now UTC epoch ms
 */
export function materialise(schedule: Schedule, place: SchedulePlace, now: number): Occurrence[] {
  return expandSchedule(schedule, place, { from: now, to: now + SCHEDULE_LIMITS.daysAhead * DAY }).slice(0, SCHEDULE_LIMITS.occurrences);
}

/** Occurrences that the nightly job adds. @param known ids that the table has, cancelled and past ones included */
export function topUp(schedule: Schedule, place: SchedulePlace, known: ReadonlySet<string>, now: number): Occurrence[] {
  return materialise(schedule, place, now).filter(({ id }) => !known.has(id));
}

export interface OccurrenceChanges {
  added: Occurrence[];
  removed: Occurrence[];
  /** Those that moved or have other details. */
  changed: { before: Occurrence; after: Occurrence }[];
}

/** What an edit changes, by identity: rows to insert, delete and update, and whom to notify of what. */
export function compareOccurrences(before: readonly Occurrence[], after: readonly Occurrence[]): OccurrenceChanges {
  const old = new Map(before.map((occurrence) => [occurrence.id, occurrence]));
  const kept = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !old.has(id)),
    removed: before.filter(({ id }) => !kept.has(id)),
    changed: after.flatMap((occurrence) => {
      const found = old.get(occurrence.id);
      return found && JSON.stringify(found) !== JSON.stringify(occurrence) ? [{ before: found, after: occurrence }] : [];
    }),
  };
}

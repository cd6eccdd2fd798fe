import { fromWallTime, localDay, toIsoWithOffset } from "../../lib/dates/dates.server";
import { addDays, daysBetween, weekdayOf } from "../../lib/dates/days";
import { DAY } from "../../lib/dates/durations";
import {
  KEY_TIME,
  type OccurrenceDetails,
  PLAIN_DETAILS,
  type RecurrenceRule,
  SCHEDULE_LIMITS,
  type Schedule,
  type ScheduledDate,
  type ScheduleOfKind,
  type WallPeriod,
} from "../../lib/event/schedule";
import { ruleDays } from "./rule-days.server";
import {
  addWallDuration,
  dayOfWall,
  sameClock,
  timeOfWall,
  type WallTime,
  wallDaysBetween,
  wallDuration,
  wallTime,
} from "./wall-time";

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

const occurrenceId = (eventId: string, originalStart: WallTime): string =>
  `${eventId}:${originalStart}`;

/** A rule's occurrence as the rule alone has it. @param day original day */
function ruleOccurrence(rule: RecurrenceRule, day: string): WallOccurrence {
  const { start, end, moved } = rule;
  const shown = moved ?? { start, end };
  const originalStart = wallTime(day, timeOfWall(start));
  const at = sameClock(originalStart, start, shown.start);
  return {
    originalStart,
    start: at,
    end: shown.end === null ? null : sameClock(at, shown.start, shown.end),
    ...detailsOf(rule),
  };
}

/** Days by which a rule's occurrences may lie outside their original day. */
function reachOf({ start, end, moved }: RecurrenceRule): number {
  const shown = moved ?? { start, end };
  return (
    Math.abs(wallDaysBetween(start, shown.start)) +
    (shown.end === null ? 0 : wallDaysBetween(shown.start, shown.end)) +
    1
  );
}

/**
 * Occurrences that rules or opening hours give within a window, before single dates change them; by
 * original start.
 */
export function usualOccurrences(
  schedule: Schedule,
  { from, to }: DayWindow,
): Map<WallTime, WallOccurrence> {
  const found: WallOccurrence[] = [];
  if (schedule.kind === "rule")
    for (const rule of schedule.rules) {
      const reach = reachOf(rule);
      for (const day of ruleDays(rule, addDays(from, -reach), addDays(to, reach)))
        found.push(ruleOccurrence(rule, day));
    }
  else if (schedule.kind === "openingHours")
    for (const day of openDays(schedule, addDays(from, -1), to))
      found.push(...openOccurrence(schedule, day));
  // Of two rules that meet, the first gives the occurrence.
  return new Map(found.reverse().map((occurrence) => [occurrence.originalStart, occurrence]));
}

type OpeningHours = ScheduleOfKind<"openingHours">;

const openDays = ({ from, to, hours }: OpeningHours, first: string, last: string): string[] => {
  const [start, end] = [first > from ? first : from, last < to ? last : to];
  const days = Array.from({ length: Math.max(0, daysBetween(start, end) + 1) }, (_, day) =>
    addDays(start, day),
  );
  return days.filter((day) => hours[weekdayOf(day) - 1]);
};

/** The occurrence of a day with its usual hours; none when closed. */
function openOccurrence({ hours }: OpeningHours, day: string): WallOccurrence[] {
  const open = hours[weekdayOf(day) - 1];
  if (!open) return [];
  const end = wallTime(open.closes > open.opens ? day : addDays(day, 1), open.closes);
  return [
    {
      originalStart: wallTime(day, KEY_TIME),
      start: wallTime(day, open.opens),
      end,
      ...PLAIN_DETAILS,
    },
  ];
}

/** The details of an occurrence, a date or a rule, without its times. */
export const detailsOf = ({
  status,
  note,
  price,
  ticketUrl,
}: OccurrenceDetails): OccurrenceDetails => ({ status, note, price, ticketUrl });

/** The usual duration on the clock, ms; null where no end is stated. */
function usualDuration(schedule: Schedule): number | null {
  if (schedule.kind !== "rule") return null;
  const [rule] = schedule.rules;
  const { start, end } = rule?.moved ?? rule ?? { start: "", end: null };
  return end === null ? null : wallDuration(start, end);
}

/** Where a single date takes place; null for a change of a date that the rule no longer has. */
function datePeriod(
  schedule: Schedule,
  date: ScheduledDate,
  usual: WallPeriod | undefined,
): WallPeriod | null {
  const { start, end, originalStart } = date;
  if (schedule.kind === "single" || schedule.kind === "dates")
    return { start: start ?? originalStart, end };
  if (start === null) return usual ? { start: usual.start, end: end ?? usual.end } : null;
  const duration = usual
    ? usual.end === null
      ? null
      : wallDuration(usual.start, usual.end)
    : usualDuration(schedule);
  return { start, end: end ?? (duration === null ? null : addWallDuration(start, duration)) };
}

/**
 * The dates of a schedule in wall time that may touch a window, by start. Single dates are all
 * returned, since they may be moved anywhere.
 */
export function wallOccurrences(schedule: Schedule, window: DayWindow): WallOccurrence[] {
  const keys = schedule.dates.map(({ originalStart }) => dayOfWall(originalStart));
  const from = [window.from, ...keys].sort()[0] ?? window.from;
  const to = [window.to, ...keys].sort().at(-1) ?? window.to;
  const usual = usualOccurrences(schedule, { from, to });
  const found = new Map(usual);
  for (const date of schedule.dates) {
    const period = datePeriod(schedule, date, usual.get(date.originalStart));
    if (period)
      found.set(date.originalStart, {
        originalStart: date.originalStart,
        ...period,
        ...detailsOf(date),
      });
  }
  for (const originalStart of "dropped" in schedule ? schedule.dropped : [])
    found.delete(originalStart);
  return [...found.values()].sort((a, b) =>
    a.start < b.start ? -1 : a.start > b.start ? 1 : a.originalStart < b.originalStart ? -1 : 1,
  );
}

const instantOfWall = (at: WallTime, timeZone: string): number =>
  fromWallTime(dayOfWall(at), timeOfWall(at), timeZone);

/**
 * An occurrence as instants. The clock keeps the wall time: a missing hour moves forward, of a
 * doubled one the first is meant (decisions.md §2).
 */
function occurrenceOf(wall: WallOccurrence, { eventId, timeZone }: SchedulePlace): Occurrence {
  const { start, end, originalStart } = wall;
  const startsAt = instantOfWall(start, timeZone);
  const stated = end === null ? startsAt : instantOfWall(end, timeZone);
  // A start in a missing hour can move past its end.
  const endsAt =
    end !== null && stated <= startsAt ? startsAt + Math.max(0, wallDuration(start, end)) : stated;
  return {
    id: occurrenceId(eventId, originalStart),
    originalStart,
    startsAt,
    endsAt,
    localDay: toIsoWithOffset(startsAt, timeZone).slice(0, 10),
    ...detailsOf(wall),
  };
}

/** Occurrences that last into or begin within a range of instants, UTC epoch ms, by start. */
export function expandSchedule(
  schedule: Schedule,
  place: SchedulePlace,
  range: { from: number; to: number },
): Occurrence[] {
  const { from, to } = range;
  const window = { from: localDay(from, place.timeZone), to: localDay(to, place.timeZone) };
  const isNear = ({ start, end }: WallOccurrence) =>
    dayOfWall(start) <= addDays(window.to, 1) &&
    dayOfWall(end ?? start) >= addDays(window.from, -1);
  return wallOccurrences(schedule, window)
    .filter(isNear)
    .map((wall) => occurrenceOf(wall, place))
    .filter(({ startsAt, endsAt }) => startsAt < to && (endsAt > from || startsAt >= from))
    .sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1));
}

/**
 * Occurrences that the table should hold from now on: the next 370, at most 400 days ahead
 * (decisions.md §3). Past ones stay as they are. @param now UTC epoch ms
 */
export function materialise(schedule: Schedule, place: SchedulePlace, now: number): Occurrence[] {
  return expandSchedule(schedule, place, {
    from: now,
    to: now + SCHEDULE_LIMITS.daysAhead * DAY,
  }).slice(0, SCHEDULE_LIMITS.occurrences);
}

export interface OccurrenceChanges {
  added: Occurrence[];
  removed: Occurrence[];
  /** Those that moved or have other details. */
  changed: { before: Occurrence; after: Occurrence }[];
}

/** Effects of an edit, by identity: rows to insert, delete and update, and the notifications. */
export function compareOccurrences(
  before: readonly Occurrence[],
  after: readonly Occurrence[],
): OccurrenceChanges {
  const old = new Map(before.map((occurrence) => [occurrence.id, occurrence]));
  const kept = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !old.has(id)),
    removed: before.filter(({ id }) => !kept.has(id)),
    changed: after.flatMap((occurrence) => {
      const found = old.get(occurrence.id);
      return found && JSON.stringify(found) !== JSON.stringify(occurrence)
        ? [{ before: found, after: occurrence }]
        : [];
    }),
  };
}

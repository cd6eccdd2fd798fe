import { weekdayOf } from "../../lib/dates/days";
import { DAY, MINUTE } from "../../lib/dates/durations";
import { SHORT_EVENT } from "../../lib/event/schedule";

/**
 * A date of a series that takes place. UTC epoch ms; the offset is that of its zone at the start,
 * ms.
 */
export interface SeriesDate {
  startsAt: number;
  endsAt: number;
  offset: number;
}

/**
 * Weekdays and times of day by the clock of a zone; all that are set must match. A long event is on
 * at all times between its start and its end.
 */
export interface StartTimes {
  /** ISO weekdays. */
  weekdays?: readonly number[];
  /** Half-hours from midnight. */
  slots?: readonly number[];
  /** Only starts count: after 8 pm. */
  isStart?: boolean;
  /** The offset of the asked zone, ms: decides which day of a list comes first. */
  offset?: number;
}

/**
 * Where an event stands in a list by days: those that start at the asked times before those that are
 * merely on, by their first asked day from now on, and of a night those that begin late first.
 */
export function orderInTimes(
  { startsAt, endsAt }: Pick<SeriesDate, "startsAt" | "endsAt">,
  { weekdays, slots, offset = 0 }: StartTimes,
  now: number,
): [isOn: number, day: number, isEarly: number] {
  const { weekday, slot } = localStartOf({ startsAt, endsAt, offset });
  const isAsked = (!weekdays || weekdays.includes(weekday)) && (!slots || slots.includes(slot));
  const day = Math.floor((Math.max(startsAt, now) + offset) / DAY);
  const asked = Array.from({ length: WEEK_DAYS }, (_, later) => day + later).find(
    (one) => weekdays?.includes(weekdayOf(new Date(one * DAY).toISOString().slice(0, 10))) ?? true,
  );
  const isNight = slots?.includes(NIGHT_SLOT) === true && slots.includes(MIDNIGHT);
  return [isAsked ? 0 : 1, asked ?? day, isNight && slot < LATE_SLOT && slot >= NIGHT_SLOT ? 1 : 0];
}

const WEEK_DAYS = 7;
/** Half-hours at which people go out for the night, and at which it is night to all: 17:00, 20:00. */
const NIGHT_SLOT = 34;
const LATE_SLOT = 40;
const MIDNIGHT = 0;

/** Length of a slot, minutes. */
export const SLOT_MINUTES = 30;

/** Local start of a date, ISO 8601 without a zone. */
const localStart = ({ startsAt, offset }: SeriesDate): string =>
  new Date(startsAt + offset).toISOString().slice(0, 16);

/** Local day of the start of a date, YYYY-MM-DD. */
export const localDayOf = (date: SeriesDate): string => localStart(date).slice(0, 10);

/** Local day, ISO weekday and half-hour of the start of a date. */
export function localStartOf(date: SeriesDate): { day: string; weekday: number; slot: number } {
  const start = localStart(date);
  const day = start.slice(0, 10);
  return {
    day,
    weekday: weekdayOf(day),
    slot: Math.floor((Number(start.slice(11, 13)) * 60 + Number(start.slice(14))) / SLOT_MINUTES),
  };
}
/** ISO weekdays on which a date is on: of a short one that of its start. */
export function weekdaysOf({ startsAt, endsAt, offset }: SeriesDate): number[] {
  const { weekday } = localStartOf({ startsAt, endsAt, offset });
  if (endsAt - startsAt <= SHORT_EVENT) return [weekday];
  const dayAt = (at: number) => Math.floor((at + offset) / DAY);
  const days = Math.min(dayAt(endsAt - 1) - dayAt(startsAt) + 1, WEEK_DAYS);
  return Array.from({ length: days }, (_, later) => ((weekday - 1 + later) % WEEK_DAYS) + 1);
}

const SLOTS = DAY / MINUTE / SLOT_MINUTES;

/** Half-hours in which a date is on: of a short one that of its start; null for all of them. */
export function slotsOfDate({ startsAt, endsAt, offset }: SeriesDate): number[] | null {
  const { slot } = localStartOf({ startsAt, endsAt, offset });
  if (endsAt - startsAt <= SHORT_EVENT) return [slot];
  const count = Math.ceil((endsAt - startsAt) / (SLOT_MINUTES * MINUTE));
  return count >= SLOTS
    ? null
    : Array.from({ length: count }, (_, later) => (slot + later) % SLOTS);
}

/** Whether a date is on at some times: a short one begins then. */
export function isAtTimes(date: SeriesDate, { weekdays, slots, isStart }: StartTimes): boolean {
  if (isStart && slots && !slots.includes(localStartOf(date).slot)) return false;
  return (
    (!weekdays || weekdaysOf(date).some((weekday) => weekdays.includes(weekday))) &&
    (!slots || (slotsOfDate(date)?.some((slot) => slots.includes(slot)) ?? true))
  );
}

const OFFSET = "@";
const DURATION = "+";
const TIMES = "*";

/**
 * Dates as one line of numbers: minutes from the previous start, with `*` how often in a row;
 * before them, where they change, the offset and the duration. A daily series of 400 days has some
 * 30 characters.
 */
export function writeDates(dates: readonly SeriesDate[]): string {
  const parts: string[] = [];
  let [previous, offset, duration] = [0, Number.NaN, Number.NaN];
  let [step, count] = [0, 0];
  const endRun = () => {
    if (count > 0) parts.push(count === 1 ? String(step) : `${step}${TIMES}${count}`);
    count = 0;
  };
  for (const date of dates) {
    const length = date.endsAt - date.startsAt;
    if (date.offset !== offset || length !== duration) endRun();
    if (date.offset !== offset) parts.push(`${OFFSET}${date.offset / MINUTE}`);
    if (length !== duration) parts.push(`${DURATION}${length / MINUTE}`);
    const minutes = (date.startsAt - previous) / MINUTE;
    if (minutes !== step) endRun();
    step = minutes;
    count++;
    [previous, offset, duration] = [date.startsAt, date.offset, length];
  }
  endRun();
  return parts.join(" ");
}

/**
 * The dates of a line of `writeDates` that end after an instant and begin before another, one by
 * one: most readers want the first that fits, and those before it are not made.
 */
export function* readSeriesDates(
  line: string,
  after = Number.NEGATIVE_INFINITY,
  before = Number.POSITIVE_INFINITY,
): Generator<SeriesDate> {
  let [startsAt, offset, duration] = [0, 0, 0];
  // Part by part: a search reads the first date of each series it finds.
  for (let at = 0; at < line.length; ) {
    const space = line.indexOf(" ", at);
    const end = space < 0 ? line.length : space;
    const part = line.slice(at, end);
    at = end + 1;
    if (part === "") continue;
    if (part.startsWith(OFFSET)) offset = Number(part.slice(1)) * MINUTE;
    else if (part.startsWith(DURATION)) duration = Number(part.slice(1)) * MINUTE;
    else {
      const [step = 0, count = 1] = part.split(TIMES).map(Number);
      const over = Math.floor((after - duration - startsAt) / (step * MINUTE));
      const first = step > 0 ? Math.min(Math.max(over, 0), count) : 0;
      startsAt += first * step * MINUTE;
      for (let nth = first; nth < count; nth++) {
        startsAt += step * MINUTE;
        if (startsAt >= before) return;
        const endsAt = startsAt + duration;
        if (endsAt > after) yield { startsAt, endsAt, offset };
      }
    }
  }
}

import type { Locale } from "../../../i18n/locale";
import { fromWallTime, toIsoWithOffset } from "../../../lib/dates/dates.server";
import { DAY } from "../../../lib/dates/durations";
import {
  type MonthWeekday,
  PLAIN_DETAILS,
  type RecurrenceRule,
  type Schedule,
  takesPlace,
  type WallTime,
} from "../../../lib/event/schedule";
import { usualOccurrences } from "../../schedule/expand-schedule.server";
import { FREQ, isJalaliRule, lastCountedDay, weekdayCode } from "../../schedule/rule-days.server";
import {
  addWallDuration,
  dayOfWall,
  timeOfWall,
  wallDuration,
  wallTime,
} from "../../schedule/wall-time";
import type { EventRow } from "../event-columns.server";
import type { OccurrenceRow } from "../get-event.server";
import { type IcsEntry, type IcsEvent, onDate } from "./ics-entries.server";

/** How far a rule without an end is described, ms: its zone's changes of the clock. */
const AHEAD = 5 * 366 * DAY;

const wallTimeAt = (at: number, timeZone: string): WallTime =>
  toIsoWithOffset(at, timeZone).slice(0, 16);

type SeriesEvent = IcsEvent & Pick<EventRow, "scheduleVersion"> & { schedule: Schedule };

/** An occurrence and its place in the series, the time that RECURRENCE-ID names. */
interface Placed {
  at: WallTime;
  row: OccurrenceRow;
  /** What it has in common with dates that need no entry of their own. */
  shape: string;
}

const instantOf = (at: WallTime, timeZone: string) =>
  fromWallTime(dayOfWall(at), timeOfWall(at), timeZone);
const digits = (at: WallTime) => at.replace(/[-:]/g, "");

/** Writes a property that lists places of a series; none for an empty list. */
const property = (
  name: string,
  { allDay, timeZone }: Pick<IcsEvent, "allDay" | "timeZone">,
  times: readonly WallTime[],
): string[] =>
  times.length === 0
    ? []
    : allDay
      ? [`${name};VALUE=DATE:${times.map((at) => digits(dayOfWall(at)))}`]
      : [`${name};TZID=${timeZone}:${times.map((at) => `${digits(at)}00`)}`];

/** The places that the schedule gives to dates of these rows. */
function usualOf(schedule: Schedule, rows: readonly OccurrenceRow[]) {
  const days = rows.map(({ originalStart }) => dayOfWall(originalStart)).sort();
  return usualOccurrences(schedule, { from: days[0] ?? "", to: days.at(-1) ?? "" });
}

const ofPlace = (event: Pick<IcsEvent, "allDay" | "timeZone">, at: WallTime) => ({
  recurrence: property("RECURRENCE-ID", event, [at]),
  placeAt: instantOf(at, event.timeZone),
});

/**
 * One date of a series, as its instance (RFC 5545 §3.8.4.4): a calendar that has or gets the series
 * too shows the date once.
 */
export function dateEntry(event: SeriesEvent, row: OccurrenceRow, locale: Locale): IcsEntry {
  const [date] = placed(event, [row], usualOf(event.schedule, [row]));
  return {
    ...onDate(event, row, locale),
    uid: event.id,
    sequence: event.sequence + event.scheduleVersion,
    ...(date && ofPlace(event, date.at)),
  };
}

/**
 * The dates of opening hours are known by their day and stand at the hour that opens it; others stand
 * at the time that the rule gives them.
 */
function placed(
  event: SeriesEvent,
  rows: readonly OccurrenceRow[],
  usual: ReturnType<typeof usualOccurrences>,
): Placed[] {
  const { timeZone, allDay, schedule } = event;
  return rows
    .map((row) => {
      const start = wallTimeAt(row.startsAt, timeZone);
      const end = wallTimeAt(row.endsAt, timeZone);
      const { originalStart, status, noteEn, noteFa, price, ticketUrl, previousStartsAt } = row;
      const at =
        usual.get(originalStart)?.start ??
        (schedule.kind === "openingHours" ? start : originalStart);
      const duration = [wallDuration(start, end), allDay || row.endsAt - row.startsAt];
      const shift = wallDuration(at, start);
      const shape = [duration, shift, status, noteEn, noteFa, price, ticketUrl, previousStartsAt];
      return { at, row, shape: JSON.stringify(shape) };
    })
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** The shape that most dates have, of those that take place at their usual time. */
function usualShape(dates: readonly Placed[], timeZone: string): string {
  const usual = dates.filter(({ at, row }) => wallTimeAt(row.startsAt, timeZone) === at);
  const held = usual.filter(({ row }) => takesPlace(row));
  const counts = new Map<string, number>();
  for (const one of held.length > 0 ? held : usual)
    counts.set(one.shape, (counts.get(one.shape) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

const EVERY_WEEK = {
  ...PLAIN_DETAILS,
  end: null,
  moved: null,
  frequency: "weekly",
  calendar: "gregorian",
  interval: 1,
  months: [] as number[],
  monthDays: [] as number[],
  monthWeekdays: [] as MonthWeekday[],
  weekStart: 1,
  esfand30: "skip",
} as const;

/**
 * Whether a yearly rule names days that a month does not have, or its last one: readers take these
 * for days of the next month.
 */
const namesMissingDays = ({ frequency, months, monthDays }: RecurrenceRule): boolean =>
  frequency === "yearly" &&
  months.some((month) => {
    const length = new Date(Date.UTC(2023, month, 0)).getUTCDate();
    return monthDays.some((day) => day < 1 || day > length);
  });

/** The one rule of a schedule, if calendars can say it: opening hours too that are always the same. */
function plainRule(schedule: Schedule): RecurrenceRule | undefined {
  if (schedule.kind === "openingHours") {
    const { hours, from, to } = schedule;
    const weekdays = hours.flatMap((open, index) => (open ? [index + 1] : []));
    const [opens, ...others] = new Set(hours.flatMap((open) => open?.opens ?? []));
    return opens !== undefined && others.length === 0
      ? { ...EVERY_WEEK, start: wallTime(from, opens), weekdays, ends: { until: to } }
      : undefined;
  }
  if (schedule.kind !== "rule") return undefined;
  const [rule, ...others] = schedule.rules;
  const isPlain = rule && !rule.moved && !isJalaliRule(rule) && !namesMissingDays(rule);
  return isPlain && others.length === 0 ? rule : undefined;
}

function rruleOf(rule: RecurrenceRule, until: string | null): string {
  const { frequency, interval, weekdays, months, monthDays, monthWeekdays, weekStart } = rule;
  const days = [
    ...weekdays.map(weekdayCode),
    ...monthWeekdays.map(({ nth, weekday }) => `${nth}${weekdayCode(weekday)}`),
  ];
  return [
    `RRULE:FREQ=${FREQ[frequency]}`,
    interval > 1 && `INTERVAL=${interval}`,
    months.length > 0 && `BYMONTH=${months}`,
    monthDays.length > 0 && `BYMONTHDAY=${monthDays}`,
    days.length > 0 && `BYDAY=${days}`,
    frequency === "weekly" && `WKST=${weekdayCode(weekStart)}`,
    until && `UNTIL=${until}`,
  ]
    .filter(Boolean)
    .join(";");
}

/**
 * A series as it is (RFC 5545 §3.8.5): one entry with its rule, where that is Gregorian and the only
 * one, else with its dates; and one for each date that differs from it. All have one UID, so that a
 * calendar that deletes the series deletes all of it. From its first date in `rows` on.
 */
export function seriesEntries(
  event: SeriesEvent,
  rows: readonly OccurrenceRow[],
  locale: Locale,
): IcsEntry[] {
  const { schedule, timeZone, allDay } = event;
  const usual = usualOf(schedule, rows);
  const all = placed(event, rows, usual);
  // Where two rules meet, the second date has no place of its own.
  const dates = all.filter(({ at }, index) => at !== all[index - 1]?.at);
  const shape = usualShape(dates, timeZone);
  const [first] = dates;
  const model = dates.find((date) => date.shape === shape) ?? first;
  if (!first || !model) return [];
  const instant = (at: WallTime) => instantOf(at, timeZone);

  const ruled = new Set([...usual.values()].map(({ start }) => start));
  const rule = ruled.has(first.at) ? plainRule(schedule) : undefined;
  const lastDay =
    rule?.ends && ("until" in rule.ends ? rule.ends.until : lastCountedDay(rule, rule.ends.count));
  const last = lastDay ? wallTime(lastDay, timeOfWall(first.at)) : null;
  const until =
    last &&
    (allDay
      ? digits(dayOfWall(last))
      : `${digits(new Date(instant(last)).toISOString().slice(0, 19))}Z`);
  const shown = new Set(dates.map(({ at }) => at));
  // Opening hours end before their dates are too many to be stored.
  const later =
    schedule.kind === "rule" ? schedule.dropped.filter((at) => at > (dates.at(-1)?.at ?? "")) : [];
  const left = [...ruled, ...later].filter((at) => at >= first.at && !shown.has(at));
  // Readers look for the first date here too, where there is no rule.
  const listed = rule ? dates.filter(({ at }) => !ruled.has(at)) : dates.length > 1 ? dates : [];
  const { startsAt, endsAt } = model.row;
  const length = wallDuration(wallTimeAt(startsAt, timeZone), wallTimeAt(endsAt, timeZone));
  const wall = { start: first.at, end: addWallDuration(first.at, length) };
  const common = {
    uid: event.id,
    // Of all entries alike: either rises with a change of any date.
    sequence: event.sequence + event.scheduleVersion,
    updatedAt: Math.max(event.updatedAt, ...rows.map(({ updatedAt }) => updatedAt)),
  };
  const series: IcsEntry = {
    ...onDate(event, model.row, locale),
    ...common,
    at: null,
    startsAt: instant(wall.start),
    endsAt: instant(wall.end),
    wall,
    recurrence: [
      ...(rule ? [rruleOf(rule, until)] : []),
      ...property(
        "RDATE",
        event,
        listed.map(({ at }) => at),
      ),
      ...(rule ? property("EXDATE", event, [...new Set(left)].sort()) : []),
    ],
    lastsUntil: Math.max(
      ...rows.map(({ endsAt }) => endsAt),
      instant(dates.at(-1)?.at ?? first.at),
      ...(rule ? [last ? instant(last) : instant(first.at) + AHEAD] : []),
    ),
  };
  const changed = dates
    .filter((date) => date.shape !== shape)
    .map(({ at, row }) => ({
      ...onDate(event, row, locale),
      ...common,
      ...ofPlace(event, at),
    }));
  const alone = all.filter((date) => !dates.includes(date));
  return [series, ...changed, ...alone.map(({ row }) => onDate(event, row, locale))];
}

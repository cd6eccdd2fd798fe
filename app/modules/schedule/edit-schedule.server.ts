import { addDays } from "../../lib/dates/days";
import {
  type OccurrenceDetails,
  PLAIN_DETAILS,
  type RecurrenceRule,
  SCHEDULE_LIMITS,
  type Schedule,
  type ScheduledDate,
  type ScheduleOfKind,
} from "../../lib/event/schedule";
import {
  detailsOf,
  usualOccurrences,
  type WallOccurrence,
  wallOccurrences,
} from "./expand-schedule.server";
import { firstKeyFrom, ruleDays } from "./rule-days.server";
import {
  addWallDays,
  addWallDuration,
  dayOfWall,
  sameClock,
  timeOfWall,
  type WallTime,
  wallDaysBetween,
  wallDuration,
} from "./wall-time";

/** Changes to an occurrence; absent fields stay. Without a new end, it keeps its duration. */
export interface OccurrenceChange extends Partial<OccurrenceDetails> {
  start?: WallTime;
  end?: WallTime | null;
}

type RuleSchedule = ScheduleOfKind<"rule">;

const aroundDay = (day: string) => ({ from: addDays(day, -1), to: addDays(day, 1) });

/** The occurrence of an original start; null when the schedule has none or left it out. */
function findOccurrence(schedule: Schedule, originalStart: WallTime): WallOccurrence | null {
  const found = wallOccurrences(schedule, aroundDay(dayOfWall(originalStart)));
  return found.find((occurrence) => occurrence.originalStart === originalStart) ?? null;
}

const byKey = (a: ScheduledDate, b: ScheduledDate) => (a.originalStart < b.originalStart ? -1 : 1);

/** The schedule with one single date added or replaced. */
function withDate(schedule: Schedule, date: ScheduledDate): Schedule {
  const dates = [
    ...schedule.dates.filter(({ originalStart }) => originalStart !== date.originalStart),
    date,
  ].sort(byKey);
  return schedule.kind === "single" ? { ...schedule, dates: [date] } : { ...schedule, dates };
}

/** Times after a change: a new start alone keeps the duration. */
function changedPeriod(
  { start, end }: { start: WallTime; end: WallTime | null },
  change: OccurrenceChange,
) {
  const at = change.start ?? start;
  if (change.end !== undefined) return { start: at, end: change.end };
  return { start: at, end: end === null ? null : addWallDuration(at, wallDuration(start, end)) };
}

const detailsAfter = (
  details: OccurrenceDetails,
  { start: _start, end: _end, ...changed }: OccurrenceChange,
): OccurrenceDetails => ({
  ...detailsOf(details),
  ...changed,
});

/**
 * Changes one occurrence. Its id stays, and so do all others. Returns the schedule unchanged where
 * there is no such occurrence.
 */
export function changeOne(
  schedule: Schedule,
  originalStart: WallTime,
  change: OccurrenceChange,
): Schedule {
  const occurrence = findOccurrence(schedule, originalStart);
  if (!occurrence) return schedule;
  const known = schedule.dates.find((date) => date.originalStart === originalStart);
  const isTimed = change.start !== undefined || change.end !== undefined;
  const times = isTimed ? changedPeriod(occurrence, change) : (known ?? { start: null, end: null });
  return withDate(schedule, {
    originalStart,
    start: times.start,
    end: times.end,
    ...detailsAfter(occurrence, change),
  });
}

/** Adds a date, or takes one back that was left out. A single date becomes a list. */
export function addDate(
  schedule: Schedule,
  { start, end }: { start: WallTime; end: WallTime | null },
): Schedule {
  if ("dropped" in schedule && schedule.dropped.includes(start))
    return {
      ...schedule,
      dropped: schedule.dropped.filter((originalStart) => originalStart !== start),
    };
  const list: Schedule = schedule.kind === "single" ? { ...schedule, kind: "dates" } : schedule;
  return findOccurrence(list, start)
    ? list
    : withDate(list, { originalStart: start, start, end, ...PLAIN_DETAILS });
}

/** Identity of a rule's days: parts of one series, split by earlier edits, share it. */
const patternOf = ({
  frequency,
  calendar,
  interval,
  weekdays,
  months,
  monthDays,
  monthWeekdays,
  weekStart,
  esfand30,
  start,
}: RecurrenceRule): string =>
  JSON.stringify([
    frequency,
    calendar,
    interval,
    weekdays,
    months,
    monthDays,
    monthWeekdays,
    weekStart,
    esfand30,
    timeOfWall(start),
  ]);

/** Whether a rule has an original start. */
const hasKey = (rule: RecurrenceRule, key: WallTime): boolean =>
  timeOfWall(rule.start) === timeOfWall(key) &&
  ruleDays(rule, dayOfWall(key), dayOfWall(key)).length > 0;

/**
 * Splits a rule at one of its original starts. Both parts together have the same original starts as
 * before.
 */
function splitRule(
  rule: RecurrenceRule,
  key: WallTime,
): { before: RecurrenceRule | null; after: RecurrenceRule } {
  const { start, end, moved, ends } = rule;
  const days = wallDaysBetween(start, key);
  const earlier = ruleDays(rule, dayOfWall(start), addDays(dayOfWall(key), -1));
  const last = earlier.at(-1);
  const shift = (at: WallTime | null) => (at === null ? null : addWallDays(at, days));
  const after: RecurrenceRule = {
    ...rule,
    start: addWallDays(start, days),
    end: shift(end),
    moved: moved && { start: addWallDays(moved.start, days), end: shift(moved.end) },
    ends: ends && "count" in ends ? { count: ends.count - earlier.length } : ends,
  };
  return { before: last === undefined ? null : { ...rule, ends: { until: last } }, after };
}

/** The end of a cancelled series that had none: it is kept for as long as it had been announced. */
const announcedEnd = ({ start }: RecurrenceRule) => ({
  until: addDays(dayOfWall(start), SCHEDULE_LIMITS.daysAhead),
});

/** A rule without the end that cancelling gave it. */
function withOwnEnd(rule: RecurrenceRule): RecurrenceRule {
  const { status, ends } = rule;
  const isAnnounced =
    status === "cancelled" &&
    ends !== null &&
    "until" in ends &&
    ends.until === announcedEnd(rule).until;
  return isAnnounced ? { ...rule, ends: null } : rule;
}

/**
 * A rule whose occurrences move as one of them does, and take over its details. Parts that earlier
 * edits had moved elsewhere join it again.
 * @param usual the chosen occurrence as its rule has it
 */
function changeRule(
  rule: RecurrenceRule,
  usual: WallOccurrence,
  change: OccurrenceChange,
): RecurrenceRule {
  const shown = rule.moved ?? { start: rule.start, end: rule.end };
  const at =
    change.start === undefined
      ? shown.start
      : sameClock(rule.start, usual.originalStart, change.start);
  const period = changedPeriod(usual, change);
  const isTimed = change.start !== undefined || change.end !== undefined;
  const end = !isTimed
    ? shown.end
    : period.end === null
      ? null
      : addWallDuration(at, wallDuration(period.start, period.end));
  const isBack = at === rule.start && end === rule.end;
  const details = detailsAfter(rule, change);
  const ends = details.status === "cancelled" ? (rule.ends ?? announcedEnd(rule)) : rule.ends;
  return { ...rule, ...details, ends, moved: isBack ? null : { start: at, end } };
}

/**
 * Single changed dates follow the series, except in the times that they had been given on their
 * own.
 */
function changeDates(
  schedule: RuleSchedule,
  from: WallTime,
  chosen: WallOccurrence,
  change: OccurrenceChange,
  keys: ReadonlySet<WallTime>,
) {
  return schedule.dates.map((date): ScheduledDate => {
    if (date.originalStart < from || !keys.has(date.originalStart)) return date;
    const isMovedAlong =
      date.originalStart === chosen.originalStart &&
      (change.start !== undefined || change.end !== undefined);
    return {
      ...date,
      ...detailsAfter(date, change),
      ...(isMovedAlong ? { start: null, end: null } : null),
    };
  });
}

/**
 * Rules in order of their start; where edits made too many, the oldest go: their occurrences are
 * stored and past.
 */
const inLimit = (rules: RecurrenceRule[]): RecurrenceRule[] =>
  rules.sort((a, b) => (a.start < b.start ? -1 : 1)).slice(-SCHEDULE_LIMITS.rules);

function changeRulesFrom(
  schedule: RuleSchedule,
  chosen: WallOccurrence,
  change: OccurrenceChange,
  from: WallTime,
): Schedule {
  const key = chosen.originalStart;
  const own = schedule.rules.find((rule) => hasKey(rule, key));
  // A date beside the rules is a series of one.
  if (!own) return changeOne(schedule, key, change);
  const usual = usualOccurrences(schedule, aroundDay(dayOfWall(key))).get(key) ?? chosen;
  const keys = new Set<WallTime>();
  const rules = schedule.rules.flatMap((rule) => {
    const first = patternOf(rule) === patternOf(own) ? firstKeyFrom(rule, from) : null;
    if (first === null) return [rule];
    for (const { originalStart } of schedule.dates)
      if (hasKey(rule, originalStart)) keys.add(originalStart);
    const { before, after } = splitRule(withOwnEnd(rule), first);
    return [...(before ? [before] : []), changeRule(after, usual, change)];
  });
  return {
    ...schedule,
    rules: inLimit(rules),
    dates: changeDates(schedule, from, chosen, change, keys),
  };
}

/**
 * Dates of lists and runs from a moment on, each changed by itself: moved by as much as the chosen
 * one.
 */
function changeEachFrom(
  schedule: Schedule,
  chosen: WallOccurrence,
  change: OccurrenceChange,
  from: WallTime,
): Schedule {
  const day = dayOfWall(from);
  const window =
    schedule.kind === "openingHours" ? { from: day, to: schedule.to } : { from: day, to: day };
  const { start: _start, end: _end, ...details } = change;
  const period = changedPeriod(chosen, change);
  const delay = wallDuration(chosen.start, period.start);
  const following = wallOccurrences(schedule, window).filter(
    ({ originalStart }) => originalStart >= from,
  );
  return following.reduce((changed, { originalStart, start }) => {
    const at = addWallDuration(start, delay);
    const end =
      change.end === undefined
        ? {}
        : {
            end:
              period.end === null
                ? null
                : addWallDuration(at, wallDuration(period.start, period.end)),
          };
    return changeOne(changed, originalStart, {
      ...details,
      ...(delay === 0 && change.end === undefined ? {} : { start: at, ...end }),
    });
  }, schedule);
}

function changeFrom(
  schedule: Schedule,
  originalStart: WallTime,
  change: OccurrenceChange,
  from: WallTime,
): Schedule {
  const chosen = findOccurrence(schedule, originalStart);
  if (!chosen) return schedule;
  if (schedule.kind === "single") return changeOne(schedule, originalStart, change);
  return schedule.kind === "rule"
    ? changeRulesFrom(schedule, chosen, change, from)
    : changeEachFrom(schedule, chosen, change, from);
}

/**
 * Those of some original starts that belong to the series of a chosen one, which alone changes with
 * it: of several rules, the dates of the same rule and of the parts that earlier edits made of it.
 */
export function keysOfSeries(
  schedule: Schedule,
  chosen: WallTime,
  keys: readonly WallTime[],
): WallTime[] {
  if (schedule.kind !== "rule") return [...keys];
  const own = schedule.rules.find((rule) => hasKey(rule, chosen));
  if (!own) return [chosen];
  const parts = schedule.rules.filter((rule) => patternOf(rule) === patternOf(own));
  return keys.filter((key) => parts.some((rule) => hasKey(rule, key)));
}

/**
 * Changes one occurrence and those after it. A rule is split: the later part keeps its original
 * starts, and so its ids, but takes place at the new times. An event with several rules changes
 * only the series of the chosen occurrence.
 */
export const changeFollowing = (
  schedule: Schedule,
  originalStart: WallTime,
  change: OccurrenceChange,
): Schedule => changeFrom(schedule, originalStart, change, originalStart);

/**
 * Changes every occurrence of a series that is not over. @param now wall time of the event's zone
 */
export const changeAll = (
  schedule: Schedule,
  originalStart: WallTime,
  change: OccurrenceChange,
  now: WallTime,
): Schedule =>
  changeFrom(schedule, originalStart, change, now < originalStart ? now : originalStart);

/**
 * Puts new rules in place of a series from a moment on: the form's "all dates". Earlier dates stay
 * as they are, dates beside the rules too; changes of dates that the new rules do not have go.
 * @param now wall time of the event's zone
 */
export function replaceRules(
  schedule: RuleSchedule,
  rules: readonly RecurrenceRule[],
  now: WallTime,
): RuleSchedule {
  const past = schedule.rules.flatMap((rule) => {
    const first = firstKeyFrom(rule, now);
    return first === null ? [rule] : (splitRule(rule, first).before ?? []);
  });
  const next = rules.flatMap((rule) => {
    const first = past.length === 0 ? rule.start : firstKeyFrom(rule, now);
    return first === null ? [] : past.length === 0 ? [rule] : [splitRule(rule, first).after];
  });
  const replaced: RuleSchedule = { ...schedule, rules: inLimit([...past, ...next]) };
  const has = (within: RuleSchedule, key: WallTime) =>
    usualOccurrences(within, aroundDay(dayOfWall(key))).has(key);
  return {
    ...replaced,
    dropped: schedule.dropped.filter((key) => has(replaced, key)),
    dates: schedule.dates.filter(
      ({ originalStart }) => has(replaced, originalStart) || !has(schedule, originalStart),
    ),
  };
}

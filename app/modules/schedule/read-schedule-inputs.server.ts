import { addDays, daysBetween, weekdayOf } from "../../lib/dates/days";
import { jalaliOf } from "../../lib/dates/jalali";
import { readWrittenDay } from "../../lib/dates/written-days";
import {
  KEY_TIME,
  type OccurrenceDetails,
  PLAIN_DETAILS,
  type Schedule,
  type ScheduledDate,
  type ScheduleOfKind,
  takesPlace,
} from "../../lib/event/schedule";
import {
  type DateInputs,
  EMPTY_SCHEDULE_INPUTS,
  type ScheduleInputs,
} from "../../lib/event/schedule-inputs";
import { stepSchedule } from "../../lib/event/step-schedule";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { foldDigits } from "../../lib/text/digits";
import { addDate, changeAll, replaceRules } from "./edit-schedule.server";
import { detailsOf, usualOccurrences } from "./expand-schedule.server";
import { firstKeyFrom } from "./rule-days.server";
import { readSchedule } from "./schedule-schema";
import {
  addWallDuration,
  dayOfWall,
  timeOfWall,
  type WallTime,
  wallDuration,
  wallTime,
} from "./wall-time";

type RuleSchedule = ScheduleOfKind<"rule">;

import { aroundKey, extrasOf, isBeside, ruleInputs, shownRule } from "./inputs-of-schedule.server";

/** Context for reading a rule's inputs. */
export interface ReadWith {
  /** The stored schedule: details that the form does not show, and the identities of its dates. */
  kept: Schedule | null;
  allDay: boolean;
  /** Wall times of the form's two fields; null where none could be read. */
  startsAt: WallTime | null;
  endsAt: WallTime | null;
  /** Wall time of now in the event's zone; null for an event without a city. */
  now: WallTime | null;
  /** Reads a price as the form shows it; null for one that it refuses. */
  readPrice: (path: string, text: string) => number | null;
  /** Records an issue of an input. */
  refuse: (path: string, message: string) => null;
}

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The start of a row; null for one that is refused. */
function startOf(
  text: string,
  allDay: boolean,
  refuse: (message: string) => null,
): WallTime | null {
  const read = readWrittenDay(text);
  if (!read || (read.time === null && !allDay))
    return refuse(read ? "errors:issue.noTime" : "errors:issue.noSuchTime");
  return wallTime(read.day, allDay ? KEY_TIME : (read.time ?? KEY_TIME));
}

function readDates(
  inputs: ScheduleInputs,
  { kept, allDay, startsAt, endsAt, readPrice, refuse }: ReadWith,
): object | null {
  // The first row when a date was typed before several were chosen.
  if (inputs.dates.length === 0 && startsAt !== null)
    inputs.dates = [
      { key: "", start: startsAt, end: endsAt === null || allDay ? "" : timeOfWall(endsAt) },
    ];
  const known = new Map(
    (kept?.kind === "dates" ? kept.dates : []).map((date) => [date.originalStart, date]),
  );
  let isRead = true;
  const dates = inputs.dates.map((row, index) => {
    const start = startOf(row.start, allDay, (message) =>
      refuse(`schedule.dates.${index}.start`, message),
    );
    if (start === null) {
      isRead = false;
      return null;
    }
    row.start = start;
    const before = known.get(row.key);
    return {
      ...dateOf(row, start, before, allDay),
      ...readDetails(row, before, (text) => readPrice(`schedule.dates.${index}.price`, text)),
    };
  });
  return isRead ? { kind: "dates", allDay, dates } : null;
}

/** Overrides of a row's date. Its cancellation or postponement stays. */
function readDetails(
  { details }: DateInputs,
  before: ScheduledDate | undefined,
  readPrice: (text: string) => number | null,
): OccurrenceDetails {
  const kept = before ? detailsOf(before) : PLAIN_DETAILS;
  if (!details) return kept;
  return {
    status: !takesPlace(kept) ? kept.status : details.soldOut ? "sold-out" : "scheduled",
    note: { en: details.noteEn.trim() || null, fa: details.noteFa.trim() || null },
    price: details.price.trim() === "" ? null : readPrice(details.price),
    ticketUrl: details.ticketUrl.trim() || null,
  };
}

/**
 * Times of a row. A date that keeps its start and the clock of its end keeps its length, which may
 * be more than a day.
 */
function dateOf(
  { end, key }: { end: string; key: string },
  start: WallTime,
  before: ScheduledDate | undefined,
  allDay: boolean,
) {
  const originalStart = before ? key : start;
  const shown = before ? (before.start ?? before.originalStart) : null;
  const oldEnd = before?.end ?? null;
  const own = { originalStart, start: start === originalStart ? null : start };
  if (shown === start && (allDay || (oldEnd === null ? end === "" : timeOfWall(oldEnd) === end)))
    return { ...own, end: oldEnd };
  if (allDay) return { ...own, end: wallTime(addDays(dayOfWall(start), 1), KEY_TIME) };
  const clock = foldDigits(end).trim();
  if (clock === "") return { ...own, end: null };
  return {
    ...own,
    end: wallTime(
      clock > timeOfWall(start) ? dayOfWall(start) : addDays(dayOfWall(start), 1),
      clock,
    ),
  };
}

const whole = (text: string): number => Number(foldDigits(text).trim() || Number.NaN);

/**
 * Days of a month by the first date: "the 8th", "the second Tuesday", "the last Tuesday", "the last
 * day".
 */
function monthPart({ pattern, calendar }: ScheduleInputs, day: string) {
  const ofMonth = calendar === "jalali" ? jalaliOf(day).day : Number(day.slice(8));
  if (pattern === "lastDay") return { monthDays: [-1] };
  if (pattern === "nth")
    return { monthWeekdays: [{ nth: Math.ceil(ofMonth / 7), weekday: weekdayOf(day) }] };
  return pattern === "last" ? { monthWeekdays: [{ nth: -1, weekday: weekdayOf(day) }] } : {};
}

function endOf({ ends, until, count }: ScheduleInputs, refuse: ReadWith["refuse"]): object | null {
  if (ends === "count") {
    const number = whole(count);
    return Number.isInteger(number) && number > 0
      ? { count: number }
      : refuse("schedule.count", "errors:issue.wholeNumber");
  }
  if (ends !== "until") return null;
  const read = readWrittenDay(until);
  return read ? { until: read.day } : refuse("schedule.until", "errors:issue.noSuchTime");
}

function readRule(
  inputs: ScheduleInputs,
  { kept, allDay, startsAt, endsAt, now, refuse }: ReadWith,
): object | null {
  // Without its first date a rule cannot be kept: a draft saved without it would lose it unseen.
  if (startsAt === null) return refuse("startsAt", "errors:issue.missing");
  const shown = shownRule(kept);
  const ends = endOf(inputs, refuse);
  if (inputs.ends !== "never" && ends === null) return null;
  const times = shown?.moved ?? shown;
  const known = shown && { ...EMPTY_SCHEDULE_INPUTS, ...ruleInputs(shown) };
  const patternInputs = ({
    frequency,
    interval,
    calendar,
    weekdays,
    pattern,
    esfand30,
  }: ScheduleInputs) => [
    frequency,
    interval,
    ["monthly", "yearly"].includes(frequency) && [calendar, pattern, esfand30],
    frequency === "weekly" && weekdays,
  ];
  const isSamePattern =
    known !== null &&
    times &&
    sameJson(patternInputs(known), patternInputs(inputs)) &&
    dayOfWall(times.start) === dayOfWall(startsAt);
  if (shown && kept && times && isSamePattern) {
    const rules = (kept as RuleSchedule).rules.map((rule) =>
      rule === shown ? { ...shown, ends } : rule,
    );
    const same = { ...kept, allDay, rules } as RuleSchedule;
    if (times.start === startsAt && times.end === endsAt) return same;
    const key = firstKeyFrom(shown, now !== null && now > shown.start ? now : shown.start);
    if (key === null) return same;
    const usual = usualOccurrences(same, { from: dayOfWall(key), to: dayOfWall(key) }).get(key);
    if (!usual) return same;
    const start = addWallDuration(usual.start, wallDuration(times.start, startsAt));
    const end = endsAt === null ? null : addWallDuration(start, wallDuration(startsAt, endsAt));
    return changeAll(same, key, { start, end }, now ?? key);
  }
  const raw = {
    frequency: inputs.frequency,
    interval: whole(inputs.interval),
    calendar: inputs.calendar,
    weekdays: inputs.weekdays.map(Number),
    ...monthPart(inputs, dayOfWall(startsAt)),
    weekStart: inputs.calendar === "jalali" ? 6 : 1,
    esfand30: inputs.esfand30,
    start: startsAt,
    end: endsAt,
    ends,
    ...(shown ? detailsOf(shown) : PLAIN_DETAILS),
  };
  if (kept?.kind !== "rule") return { kind: "rule", allDay, rules: [raw] };
  const read = readSchedule({ kind: "rule", allDay, rules: [raw] });
  if ("issues" in read || read.schedule.kind !== "rule")
    return { kind: "rule", allDay, rules: [raw] };
  const others = kept.rules.filter((rule) => rule !== shown);
  return replaceRules({ ...kept, allDay }, [...others, ...read.schedule.rules], now ?? startsAt);
}

const openHours = ({ opens, closes }: { opens: string; closes: string }) =>
  opens.trim() === "" && closes.trim() === ""
    ? null
    : { opens: opens.trim(), closes: closes.trim() };

function readHours({ from, to, hours }: ScheduleInputs, { kept, refuse }: ReadWith): object | null {
  const day = (path: "from" | "to", text: string) =>
    readWrittenDay(text)?.day ?? refuse(`schedule.${path}`, "errors:issue.noSuchTime");
  const [first, last] = [day("from", from), day("to", to)];
  if (first === null || last === null) return null;
  const before = kept?.kind === "openingHours" ? { dropped: kept.dropped, dates: kept.dates } : {};
  return { kind: "openingHours", from: first, to: last, hours: hours.map(openHours), ...before };
}

/** Dates that stay left out, and the day typed beside them. */
function withDropped(schedule: Schedule, inputs: ScheduleInputs, { refuse }: ReadWith): Schedule {
  if (schedule.kind !== "rule" && schedule.kind !== "openingHours") return schedule;
  const kept = schedule.dropped.filter((key) => inputs.dropped.includes(key));
  const typed = inputs.dropped.filter(
    (key) => !kept.includes(key) && usualOccurrences(schedule, aroundKey(key)).has(key),
  );
  const added: WallTime[] = [];
  if (inputs.drop.trim() !== "") {
    const day = readWrittenDay(inputs.drop)?.day;
    const keys = day
      ? [...usualOccurrences(schedule, { from: day, to: day }).values()].filter(
          ({ start }) => dayOfWall(start) === day,
        )
      : [];
    if (keys.length === 0)
      refuse("schedule.drop", day ? "errors:issue.schedule.notADate" : "errors:issue.noSuchTime");
    else {
      added.push(...keys.map(({ originalStart }) => originalStart));
      inputs.drop = "";
    }
  }
  const dropped = [...new Set([...kept, ...typed, ...added])].sort();
  inputs.dropped = dropped;
  return { ...schedule, dropped };
}

/**
 * Dates beside the rules or hours: without those that were taken away, and with the one typed
 * beside them.
 */
function withExtras(schedule: Schedule, inputs: ScheduleInputs, { refuse }: ReadWith): Schedule {
  if (schedule.kind !== "rule" && schedule.kind !== "openingHours") return schedule;
  const left = new Set(inputs.extras.map(({ key }) => key));
  const isGone = (key: WallTime) => inputs.hasExtras && !left.has(key) && isBeside(schedule, key);
  let changed: Schedule = {
    ...schedule,
    dates: schedule.dates.filter(({ originalStart }) => !isGone(originalStart)),
  };
  const add = (text: string, end: string, refused: (message: string) => null) => {
    const start = startOf(text, schedule.allDay, refused);
    if (start === null) return false;
    changed = addDate(changed, {
      start,
      end: dateOf({ end, key: "" }, start, undefined, schedule.allDay).end,
    });
    return true;
  };
  const stored = new Set(schedule.dates.map(({ originalStart }) => originalStart));
  // Added before the page was drawn anew, and not stored since.
  for (const { key, end } of inputs.extras)
    if (!stored.has(key) && isBeside(schedule, key)) add(key, end, () => null);
  if (
    inputs.extraStart.trim() !== "" &&
    add(inputs.extraStart, inputs.extraEnd, (message) => refuse("schedule.extraStart", message))
  ) {
    inputs.extraStart = "";
    inputs.extraEnd = "";
  }
  inputs.extras = extrasOf(changed);
  return changed;
}

/**
 * The name of the input that shows an issue of a schedule. @param kind of the form's schedule:
 * rules and runs have no rows of dates
 */
export const inputOfIssue = (path: string, kind: ScheduleInputs["kind"] = ""): string =>
  (kind === "rule" || kind === "openingHours"
    ? path.replace(/^schedule\.dates\.\d+\..*$/, "schedule.extraStart")
    : path
  )
    .replace(/^schedule\.rules\.\d+\.(moved\.)?start$/, "startsAt")
    .replace(/^schedule\.rules\.\d+\.(moved\.)?end$/, "endsAt")
    .replace(/^schedule\.rules\.\d+\.ends\.(until|count)$/, "schedule.$1")
    .replace(/^schedule\.rules\.\d+\.ends$/, "schedule.ends")
    .replace(/^schedule\.rules\.\d+\.(\w+).*$/, "schedule.$1")
    .replace(/^(schedule\.dates\.\d+)\.originalStart$/, "$1.start")
    .replace(/^schedule\.hours.*$/, "schedule.hours")
    .replace(/^schedule(\.dates)?$/, "schedule.kind");

/**
 * Reads the inputs of a schedule. Null for a single date without a stored schedule, and where an
 * input has an issue. Writes what it understood back into the inputs: rows of dates, and days left
 * out.
 */
export function readScheduleInputs(inputs: ScheduleInputs, reading: ReadWith): unknown {
  const { kept, startsAt, endsAt, allDay, refuse } = reading;
  if (inputs.kind === "once") {
    if (kept?.kind !== "single" || startsAt === null) return null;
    const [date] = kept.dates;
    return { ...kept, allDay, dates: [{ ...date, start: startsAt, end: endsAt }] };
  }
  const raw =
    inputs.kind === "dates"
      ? readDates(inputs, reading)
      : inputs.kind === "rule"
        ? readRule(inputs, reading)
        : readHours(inputs, reading);
  if (raw === null) return null;
  const read = readSchedule(raw);
  if ("issues" in read) {
    for (const { path, message } of read.issues as HTTPIssue[])
      refuse(inputOfIssue(path, inputs.kind), message);
    return null;
  }
  return withExtras(withDropped(read.schedule, inputs, reading), inputs, reading);
}

const WEEK_LATER = "add.7";

/**
 * The inputs with a further date a week after the last, as a copy of it: "Add a date" of My events.
 * One date becomes a list, unless it lasts for days. Rules and opening hours stay.
 * @param first times of the form's two fields
 */
export function withDateAdded(
  inputs: ScheduleInputs,
  first: { startsAt: string; endsAt: string },
): ScheduleInputs {
  const one = { ...inputs, add: "1" };
  if (inputs.kind === "dates") return stepSchedule(one, WEEK_LATER, first);
  const [start, end] = [readWrittenDay(first.startsAt), readWrittenDay(first.endsAt)];
  if (inputs.kind !== "once" || !start || (end && daysBetween(start.day, end.day) > 1))
    return inputs;
  return stepSchedule({ ...one, kind: "dates", dates: [] }, WEEK_LATER, first);
}

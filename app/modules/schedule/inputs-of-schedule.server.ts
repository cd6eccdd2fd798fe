import type { RecurrenceRule, Schedule } from "../../lib/event/schedule";
import { EMPTY_SCHEDULE_INPUTS, type ScheduleInputs } from "../../lib/event/schedule-inputs";
import { usualOccurrences } from "./expand-schedule.server";
import { dayOfWall, timeOfWall, type WallTime } from "./wall-time";

export const aroundKey = (key: WallTime) => ({ from: dayOfWall(key), to: dayOfWall(key) });

/**
 * Whether a single date is beside the rules or hours, rather than a change of one of their dates.
 */
export const isBeside = (schedule: Schedule, key: WallTime): boolean =>
  !usualOccurrences(schedule, aroundKey(key)).has(key);

export const extrasOf = (schedule: Schedule): ScheduleInputs["extras"] =>
  schedule.dates
    .filter(({ originalStart }) => isBeside(schedule, originalStart))
    .map(({ originalStart, start, end }) => ({
      key: originalStart,
      start: start ?? originalStart,
      end: end === null || schedule.allDay ? "" : timeOfWall(end),
    }));

/** The rule that the form shows: the latest, since edits of "this and following" append one. */
export const shownRule = (schedule: Schedule | null): RecurrenceRule | null =>
  schedule?.kind === "rule"
    ? ([...schedule.rules].sort((a, b) => (a.start < b.start ? -1 : 1)).at(-1) ?? null)
    : null;

const patternOf = ({ monthDays, monthWeekdays }: RecurrenceRule): string =>
  monthWeekdays.length > 0
    ? monthWeekdays[0]?.nth === -1
      ? "last"
      : "nth"
    : monthDays[0] === -1
      ? "lastDay"
      : "day";

export function ruleInputs(rule: RecurrenceRule): Partial<ScheduleInputs> {
  const { frequency, interval, calendar, weekdays, esfand30, ends } = rule;
  return {
    frequency,
    interval: String(interval),
    calendar,
    weekdays: weekdays.map(String),
    pattern: patternOf(rule),
    esfand30,
    ...(ends === null
      ? { ends: "never" }
      : "until" in ends
        ? { ends: "until", until: ends.until }
        : { ends: "count", count: String(ends.count) }),
  };
}

/**
 * Inputs of a schedule, and the times of the form's two fields where they are its first date.
 * Changed dates of rules and runs are not among them. @param showPrice a price as the form shows it
 */
export function inputsOfSchedule(
  schedule: Schedule | null,
  showPrice: (price: number) => string = String,
): {
  inputs: ScheduleInputs;
  first: { start: WallTime; end: WallTime | null } | null;
} {
  const empty = structuredClone(EMPTY_SCHEDULE_INPUTS);
  if (schedule === null) return { inputs: { ...empty, kind: "once" }, first: null };
  if (schedule.kind === "single") {
    const [{ originalStart, start, end }] = schedule.dates;
    return { inputs: { ...empty, kind: "once" }, first: { start: start ?? originalStart, end } };
  }
  if (schedule.kind === "dates") {
    const dates = schedule.dates.map(
      ({ originalStart, start, end, status, note, price, ticketUrl }) => ({
        key: originalStart,
        start: start ?? originalStart,
        end: end === null || schedule.allDay ? "" : timeOfWall(end),
        details: {
          status,
          soldOut: status === "sold-out",
          noteEn: note.en ?? "",
          noteFa: note.fa ?? "",
          price: price === null ? "" : showPrice(price),
          ticketUrl: ticketUrl ?? "",
        },
      }),
    );
    return { inputs: { ...empty, kind: "dates", dates }, first: null };
  }
  const { dropped } = schedule;
  const extras = extrasOf(schedule);
  if (schedule.kind === "openingHours") {
    const hours = schedule.hours.map((open) => open ?? { opens: "", closes: "" });
    return {
      inputs: {
        ...empty,
        kind: "openingHours",
        from: schedule.from,
        to: schedule.to,
        hours,
        dropped,
        extras,
      },
      first: null,
    };
  }
  const rule = shownRule(schedule);
  if (!rule) return { inputs: { ...empty, kind: "rule", extras }, first: null };
  const { start, end } = rule.moved ?? rule;
  return {
    inputs: { ...empty, kind: "rule", ...ruleInputs(rule), dropped, extras },
    first: { start, end },
  };
}

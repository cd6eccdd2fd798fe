import { addDays } from "../../../lib/dates/days";
import { KEY_TIME, SCHEDULE_LIMITS, type Schedule } from "../../../lib/event/schedule";
import { readSchedule } from "../../schedule/schedule-schema";
import { wallTime } from "../../schedule/wall-time";
import type { IssueCode } from "../issue-table";

/** One date: a day, with hours or the whole day. */
export interface AnnouncedShowing {
  day: string;
  start: string | null;
  end: string | null;
}

/** When an announced event takes place. */
export interface AnnouncedTimes {
  /** Every date, in order; of opening hours and open rules the first. */
  showings: AnnouncedShowing[];
  /** Last day, where dates go on behind the showings or fill whole days. */
  lastDay: string | null;
  /** Hour at which the last day ends. */
  lastEnd: string | null;
  allDay: boolean;
  /** Null for one date and for days in a row. */
  schedule: Schedule | null;
  findings: IssueCode[];
}

/** Unknown times. */
export const NO_TIMES_ANNOUNCED: AnnouncedTimes = {
  showings: [],
  lastDay: null,
  lastEnd: null,
  allDay: false,
  schedule: null,
  findings: [],
};
/** Minutes of the day of an hour. */
export const minutesOfDay = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** An hour some minutes later; past midnight it is the next day's. */
export function laterBy(time: string, minutes: number): string {
  const at = (minutesOfDay(time) + minutes) % 1_440;
  return `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
}

function scheduleOf(showings: readonly AnnouncedShowing[]): Schedule | null {
  if (showings.length < 2) return null;
  const allDay = showings.every(({ start }) => start === null);
  const dates = showings.map(({ day, start, end }) => ({
    originalStart: wallTime(day, start ?? KEY_TIME),
    end:
      start === null
        ? wallTime(addDays(day, 1), KEY_TIME)
        : end === null
          ? null
          : wallTime(end > start ? day : addDays(day, 1), end),
    status: "scheduled",
  }));
  if (dates.length > SCHEDULE_LIMITS.occurrences) return null;
  const read = readSchedule({ kind: "dates", allDay, dates });
  return "schedule" in read ? read.schedule : null;
}

/** Showings as the times of an event. @param length minutes of a date without an end */
export function listedTimes(
  showings: readonly AnnouncedShowing[],
  length: number | null,
  findings: readonly IssueCode[],
): AnnouncedTimes {
  const unique = new Map(
    showings.map((one) => [
      `${one.day}${one.start ?? ""}`,
      { ...one, end: one.end ?? (one.start && length ? laterBy(one.start, length) : null) },
    ]),
  );
  const ordered = [...unique.values()].sort((a, b) =>
    `${a.day}${a.start ?? ""}` < `${b.day}${b.start ?? ""}` ? -1 : 1,
  );
  const last = ordered.at(-1);
  if (!last) return { ...NO_TIMES_ANNOUNCED, findings: [...findings] };
  const allDay = ordered.every(({ start }) => start === null);
  const isRow =
    allDay &&
    ordered.every(
      ({ day }, place) => place === 0 || addDays(ordered[place - 1]?.day ?? "", 1) === day,
    );
  const isNextDay = last.start !== null && last.end !== null && last.end <= last.start;
  return {
    showings: isRow ? ordered.slice(0, 1) : ordered,
    lastDay: isNextDay ? addDays(last.day, 1) : last.day,
    lastEnd: last.end,
    allDay,
    schedule: isRow ? null : scheduleOf(ordered),
    findings: [...new Set(findings)],
  };
}

import { weekdayOf } from "../../../lib/dates/days";
import { KEY_TIME } from "../../../lib/event/schedule";
import { readSchedule } from "../../schedule/schedule-schema";
import { wallTime } from "../../schedule/wall-time";
import type { IssueCode } from "../issue-table";
import { type AnnouncedTimes, minutesOfDay } from "./listed-times";
import type { NamedHours, ShowingTokens } from "./showing-tokens";

/** Hours of a day, as a text names them. */
export type Hours = Pick<NamedHours, "start" | "end" | "isUnclear" | "ofWeekdays">;

/** Least minutes between opening and closing. */
const OPEN_MINUTES = 180;

/** Whether hours are as long as those of visits. */
export const isLong = ({ start, end }: Hours): boolean =>
  end !== null && (minutesOfDay(end) - minutesOfDay(start) + 1_440) % 1_440 >= OPEN_MINUTES;

/** A run of days with hours of visits. */
export function openingHours(
  days: readonly string[],
  hoursOf: (day: string) => Hours[],
  tokens: ShowingTokens,
  findings: readonly IssueCode[],
): AnnouncedTimes | null {
  const [from, to] = [days[0], days.at(-1)];
  if (!from || !to) return null;
  const open = days.filter((day) => hoursOf(day).length > 0);
  const [first, last] = [open[0], open.at(-1)];
  if (!first || !last) return null;
  const spanOf = (day: string) => {
    const list = hoursOf(day);
    return { opens: list[0]?.start ?? "", closes: list.at(-1)?.end ?? null };
  };
  const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    const day = days.find((one) => weekdayOf(one) === weekday);
    if (!day || hoursOf(day).length === 0) return null;
    const { opens, closes } = spanOf(day);
    return closes === null ? null : { opens, closes };
  });
  const read = readSchedule({
    kind: "openingHours",
    from,
    to,
    hours: week,
    dropped: tokens.except.days
      .filter((day) => day >= from && day <= to)
      .map((day) => wallTime(day, KEY_TIME))
      .sort(),
  });
  const { opens, closes } = spanOf(first);
  const isSplit = days.some((day) => hoursOf(day).length > 1);
  return {
    showings: [{ day: first, start: opens, end: closes }],
    lastDay: to === last ? last : to,
    lastEnd: spanOf(last).closes,
    allDay: false,
    schedule: "schedule" in read ? read.schedule : null,
    // Opening hours have one span a day.
    findings: isSplit ? [...findings, "several-times"] : [...findings],
  };
}

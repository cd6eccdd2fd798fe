import { localDay } from "../../lib/dates/dates.server";
import { addDays, daysBetween } from "../../lib/dates/days";
import { DAY } from "../../lib/dates/durations";
import { SCHEDULE_LIMITS, type Schedule, type WallPeriod } from "../../lib/event/schedule";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { materialise, wallOccurrences } from "./expand-schedule.server";
import { dayOfWall, timeOfWall, type WallTime, wallDuration } from "./wall-time";

/** A longer occurrence indicates a wrong date (as `check-values.server.ts`). */
const LONGEST = 366 * DAY;

/** Days between two dates of the sparsest usual rule, 29 February. */
const SPARSEST = 4 * 366;

interface CheckedAgainst {
  timeZone: string;
  /** UTC epoch ms. */
  now: number;
  /** A submitted schedule needs a date to come. */
  isComplete: boolean;
}

function checkPeriod(path: string, { start, end }: WallPeriod, allDay: boolean): HTTPIssue[] {
  const isMidnight = (at: WallTime | null) => at === null || timeOfWall(at) === "00:00";
  if (allDay && !(isMidnight(start) && isMidnight(end)))
    return [{ path: `${path}.start`, message: "errors:issue.schedule.allDay" }];
  if (end === null) return [];
  if (end <= start) return [{ path: `${path}.end`, message: "errors:issue.endBeforeStart" }];
  return wallDuration(start, end) > LONGEST
    ? [{ path: `${path}.end`, message: "errors:issue.lastsTooLong" }]
    : [];
}

function checkDates({ dates, allDay, kind }: Schedule): HTTPIssue[] {
  const seen = new Set<string>();
  return dates.flatMap((date, index) => {
    const path = `schedule.dates.${index}`;
    const isTwice = seen.has(date.originalStart);
    seen.add(date.originalStart);
    if (isTwice) return [{ path: `${path}.start`, message: "errors:issue.schedule.sameStart" }];
    const start = date.start ?? (kind === "single" || kind === "dates" ? date.originalStart : null);
    return start === null ? [] : checkPeriod(path, { start, end: date.end }, allDay);
  });
}

/** First days that a schedule names, each with the path of its field. */
function firstDays(schedule: Schedule): { path: string; day: string }[] {
  const dates = schedule.dates.map(({ originalStart, start }, index) => ({
    path: `schedule.dates.${index}.start`,
    day: dayOfWall(start ?? originalStart),
  }));
  if (schedule.kind === "rule")
    return [
      ...dates,
      ...schedule.rules.map(({ start }, index) => ({
        path: `schedule.rules.${index}.start`,
        day: dayOfWall(start),
      })),
    ];
  return schedule.kind === "openingHours"
    ? [...dates, { path: "schedule.from", day: schedule.from }]
    : dates;
}

function checkParts(schedule: Schedule): HTTPIssue[] {
  if (schedule.kind === "rule")
    return schedule.rules.flatMap((rule, index) => {
      const path = `schedule.rules.${index}`;
      const { ends, start, moved } = rule;
      const isOver = ends !== null && "until" in ends && ends.until < dayOfWall(start);
      return [
        ...checkPeriod(path, rule, schedule.allDay),
        ...(moved ? checkPeriod(`${path}.moved`, moved, schedule.allDay) : []),
        ...(isOver ? [{ path: `${path}.ends.until`, message: "errors:issue.order" }] : []),
      ];
    });
  if (schedule.kind !== "openingHours") return [];
  const { from, to } = schedule;
  if (to < from) return [{ path: "schedule.to", message: "errors:issue.order" }];
  const { daysAhead } = SCHEDULE_LIMITS;
  return daysBetween(from, to) > daysAhead
    ? [
        {
          path: "schedule.to",
          message: "errors:issue.schedule.longRun",
          values: { max: daysAhead },
        },
      ]
    : [];
}

/** Checks that a schedule has dates, or for a submit dates to come. */
function checkOccurrences(
  schedule: Schedule,
  { timeZone, now, isComplete }: CheckedAgainst,
): HTTPIssue[] {
  const place = { eventId: "", timeZone };
  if (materialise(schedule, place, now).length > 0) return [];
  const first =
    firstDays(schedule)
      .map(({ day }) => day)
      .sort()[0] ?? "";
  const past = wallOccurrences(schedule, { from: first, to: addDays(first, SPARSEST) });
  if (past.length === 0) return [{ path: "schedule", message: "errors:issue.schedule.noDates" }];
  return isComplete ? [{ path: "schedule", message: "errors:issue.startsInPast" }] : [];
}

/**
 * Issues of how the parts of a schedule agree; the schema has checked each part. Paths are such as
 * `schedule.rules.0.end`.
 */
export function checkSchedule(schedule: Schedule, against: CheckedAgainst): HTTPIssue[] {
  const last = addDays(localDay(against.now, against.timeZone), SCHEDULE_LIMITS.daysAhead);
  const issues = [
    ...checkDates(schedule),
    ...checkParts(schedule),
    ...firstDays(schedule).flatMap(({ path, day }) =>
      day > last ? [{ path, message: "errors:issue.tooFarAhead" }] : [],
    ),
  ];
  return issues.length > 0 ? issues : checkOccurrences(schedule, against);
}

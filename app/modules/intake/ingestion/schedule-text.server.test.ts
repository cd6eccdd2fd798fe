import { describe, expect, it } from "vitest";
import { ruleOf, scheduleOf, withoutDate } from "../../../../tests/helpers/schedule-of";
import type { Schedule } from "../../../lib/event/schedule";
import { wallOccurrences } from "../../schedule/expand-schedule.server";
import { readScheduleText, scheduleText } from "./schedule-text.server";

const AROUND = { month: "2026-12", country: "IR" };
const WINDOW = { from: "2026-11-01", to: "2028-01-01" };
const dates = (schedule: Schedule | null) =>
  schedule &&
  wallOccurrences(schedule, WINDOW).map(({ start, end, status }) => [start, end, status].join(" "));
const weekly = ruleOf({
  frequency: "weekly",
  weekdays: [2, 4],
  start: "2026-12-01T18:00",
  end: "2026-12-01T20:00",
  ends: { until: "2026-12-24" },
});
const open = { opens: "10:00", closes: "19:00" };
const run = scheduleOf({
  kind: "openingHours",
  from: "2026-12-01",
  to: "2026-12-20",
  hours: [null, open, open, open, open, open, open],
});
const showings = scheduleOf({
  kind: "dates",
  dates: [
    { originalStart: "2026-12-05T19:30", end: "2026-12-05T21:00" },
    { originalStart: "2026-12-06T17:00", status: "sold-out" },
    { originalStart: "2026-12-06T20:00", status: "cancelled" },
  ],
});
const SCHEDULES: readonly [string, Schedule][] = [
  ["weeks", weekly],
  ["weeks but one", withoutDate(weekly, "2026-12-08T18:00")],
  [
    "every second week",
    ruleOf({
      frequency: "weekly",
      interval: 2,
      weekdays: [6],
      start: "2026-12-05T10:00",
      ends: { until: "2027-01-30" },
    }),
  ],
  [
    "so many weeks",
    ruleOf({ frequency: "weekly", weekdays: [6], start: "2026-12-05T10:00", ends: { count: 6 } }),
  ],
  [
    "days",
    ruleOf({
      frequency: "daily",
      start: "2026-12-05T10:00",
      end: "2026-12-05T11:00",
      ends: { until: "2026-12-12" },
    }),
  ],
  [
    "last Fridays",
    ruleOf({
      frequency: "monthly",
      monthWeekdays: [{ nth: -1, weekday: 5 }],
      start: "2026-12-25T20:00",
      ends: { until: "2027-05-01" },
    }),
  ],
  [
    "a day of months",
    ruleOf({
      frequency: "monthly",
      monthDays: [15],
      start: "2026-12-15T20:00",
      ends: { until: "2027-05-01" },
    }),
  ],
  [
    "a day of Solar Hijri months",
    ruleOf({
      frequency: "monthly",
      calendar: "jalali",
      monthDays: [5],
      start: "2026-12-26T20:00",
      ends: { until: "2027-05-01" },
    }),
  ],
  [
    "two rules",
    scheduleOf({
      kind: "rule",
      rules: [2, 6].map((day) => ({
        frequency: "weekly",
        weekdays: [day],
        start: `2026-12-01T1${day}:00`,
        ends: { until: "2026-12-31" },
      })),
    }),
  ],
  ["opening hours", run],
  ["opening hours with a day off", withoutDate(run, "2026-12-10T00:00")],
  ["showings", showings],
  [
    "whole days",
    scheduleOf({
      kind: "dates",
      allDay: true,
      dates: ["2026-12-05", "2026-12-06"].map((day) => ({
        originalStart: `${day}T00:00`,
        end: `${day.slice(0, 9)}${Number(day[9]) + 1}T00:00`,
      })),
    }),
  ],
];

describe("a schedule as text", () => {
  it.each(
    SCHEDULES.flatMap(([name, schedule]) =>
      (["gregorian", "jalali"] as const).map((calendar) => [name, calendar, schedule] as const),
    ),
  )("of %s in the %s calendar is read as the same dates", (_name, calendar, schedule) => {
    const text = scheduleText(schedule, calendar);
    const read = readScheduleText(text, AROUND);
    expect([text, dates(read)]).toEqual([text, dates(schedule)]);
  });

  it("is in words where words say it, else a date a line", () => {
    expect(scheduleText(withoutDate(weekly, "2026-12-08T18:00"), "gregorian")).toBe(
      "every Tuesday, Thursday 18:00–20:00 from 2026-12-01 until 2026-12-24 except 2026-12-08",
    );
    expect(scheduleText(weekly, "jalali")).toBe(
      "هر سه‌شنبه، پنجشنبه ساعت ۱۸:۰۰–۲۰:۰۰ از ۱۴۰۵/۰۹/۱۰ تا ۱۴۰۵/۱۰/۰۳",
    );
    expect(scheduleText(showings, "gregorian")).toBe(
      "2026-12-05 19:30–21:00\n2026-12-06 17:00 sold out\n2026-12-06 20:00 cancelled",
    );
    expect(scheduleText(null, "gregorian")).toBe("");
  });

  it("is typed in either calendar, one date included, and refused where a line is no date", () => {
    expect(dates(readScheduleText("۱۴۰۵/۰۹/۱۴ ۱۹:۳۰\n2026-12-06 20:00", AROUND))).toEqual([
      "2026-12-05T19:30  scheduled",
      "2026-12-06T20:00  scheduled",
    ]);
    expect(dates(readScheduleText("2026-12-05 19:30", AROUND))).toHaveLength(1);
    expect(readScheduleText("2026-12-05 19:30\nsome other day", AROUND)).toBeNull();
    expect(readScheduleText("", AROUND)).toBeNull();
  });
});

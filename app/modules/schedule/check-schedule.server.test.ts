import { describe, expect, it } from "vitest";
import { scheduleOf } from "../../../tests/helpers/schedule-of";
import { checkSchedule } from "./check-schedule.server";
import { readSchedule } from "./schedule-schema";

const now = Date.parse("2026-11-22T08:00Z");
const check = (raw: unknown, isComplete = true) =>
  checkSchedule(scheduleOf(raw), { timeZone: "Asia/Tehran", now, isComplete });
const open = { opens: "10:00", closes: "19:00" };
const DAILY = [open, open, open, open, open, open, open];
const rule = (values: object, others: object = {}) => ({
  kind: "rule",
  rules: [{ frequency: "weekly", start: "2026-11-24T18:00", ...values }],
  ...others,
});
const dates = (...list: object[]) => ({ kind: "dates", dates: list });
const issue = (path: string, message: string, others: object = {}) => [
  { path, message: `errors:issue.${message}`, ...others },
];

describe("the shape of a schedule", () => {
  it.each<[string, unknown, string, string]>([
    [
      "a day that there is not",
      dates({ originalStart: "2026-02-30T18:00" }),
      "schedule.dates.0.originalStart",
      "noSuchTime",
    ],
    [
      "a year that nobody announces",
      dates({ originalStart: "9999-01-01T18:00" }),
      "schedule.dates.0.originalStart",
      "noSuchTime",
    ],
    ["no dates", dates(), "schedule.dates", "schedule.noDates"],
    [
      "371 dates",
      dates(
        ...Array.from({ length: 371 }, (_, day) => ({
          originalStart: new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 16),
        })),
      ),
      "schedule.dates",
      "schedule.tooMany",
    ],
    ["an interval of 0", rule({ interval: 0 }), "schedule.rules.0.interval", "wholeNumber"],
    ["371 times", rule({ ends: { count: 371 } }), "schedule.rules.0.ends.count", "wholeNumber"],
    [
      "a month day of 0",
      rule({ frequency: "monthly", monthDays: [0] }),
      "schedule.rules.0.monthDays.0",
      "wholeNumber",
    ],
    [
      "a sixth Friday",
      rule({ frequency: "monthly", monthWeekdays: [{ nth: 6, weekday: 5 }] }),
      "schedule.rules.0.monthWeekdays.0.nth",
      "schedule.nth",
    ],
    [
      "days and weekdays of a month",
      rule({ frequency: "monthly", monthDays: [1], monthWeekdays: [{ nth: 1, weekday: 5 }] }),
      "schedule.rules.0",
      "schedule.monthDays",
    ],
    [
      "six weekdays",
      { kind: "openingHours", from: "2026-11-22", to: "2026-11-30", hours: DAILY.slice(1) },
      "schedule.hours",
      "schedule.hours",
    ],
    [
      "an hour 24",
      {
        kind: "openingHours",
        from: "2026-11-22",
        to: "2026-11-30",
        hours: [{ opens: "10:00", closes: "24:00" }, ...DAILY.slice(1)],
      },
      "schedule.hours.0.closes",
      "noSuchTime",
    ],
    [
      "a ticket link that is none",
      dates({ originalStart: "2026-12-03T18:00", ticketUrl: "javascript:alert(1)" }),
      "schedule.dates.0.ticketUrl",
      "webAddress",
    ],
    [
      "a negative price",
      dates({ originalStart: "2026-12-03T18:00", price: -1 }),
      "schedule.dates.0.price",
      "price",
    ],
    ["an unknown kind", { kind: "hourly" }, "schedule.kind", "value"],
  ])("refuses %s", (_name, raw, path, message) => {
    expect(readSchedule(raw)).toEqual({ issues: issue(path, message) });
  });

  it("takes what is left out of a rule from its first date", () => {
    const first = { start: "2026-12-21T18:00" };
    expect(scheduleOf(rule(first))).toMatchObject({
      rules: [{ weekdays: [1], months: [], monthDays: [] }],
    });
    expect(scheduleOf(rule({ ...first, frequency: "yearly" }))).toMatchObject({
      rules: [{ weekdays: [], months: [12], monthDays: [21] }],
    });
    expect(scheduleOf(rule({ ...first, frequency: "yearly", calendar: "jalali" }))).toMatchObject({
      rules: [{ months: [9], monthDays: [30] }],
    });
  });
});

describe("a schedule whose parts agree", () => {
  it.each<[string, unknown]>([
    ["a single date", { kind: "single", dates: [{ originalStart: "2026-12-03T18:00" }] }],
    [
      "showings, some of them past",
      dates({ originalStart: "2026-11-03T18:00" }, { originalStart: "2026-12-03T18:00" }),
    ],
    ["a rule that began long ago", rule({ start: "2019-01-01T18:00" })],
    [
      "a running exhibition",
      { kind: "openingHours", from: "2026-11-01", to: "2026-12-01", hours: DAILY },
    ],
    [
      "a whole day",
      {
        kind: "single",
        allDay: true,
        dates: [{ originalStart: "2026-12-03T00:00", end: "2026-12-04T00:00" }],
      },
    ],
  ])("is %s", (_name, raw) => {
    expect(check(raw)).toEqual([]);
  });

  it.each<[string, unknown, ReturnType<typeof issue>]>([
    [
      "ends before it starts",
      dates({ originalStart: "2026-12-03T18:00", end: "2026-12-03T17:00" }),
      issue("schedule.dates.0.end", "endBeforeStart"),
    ],
    [
      "lasts two years",
      dates({ originalStart: "2026-12-03T18:00", end: "2028-12-03T17:00" }),
      issue("schedule.dates.0.end", "lastsTooLong"),
    ],
    [
      "has two dates at a time",
      dates({ originalStart: "2026-12-03T18:00" }, { originalStart: "2026-12-03T18:00" }),
      issue("schedule.dates.1.start", "schedule.sameStart"),
    ],
    [
      "has hours on whole days",
      rule({}, { allDay: true }),
      issue("schedule.rules.0.start", "schedule.allDay"),
    ],
    [
      "stops before it begins",
      rule({ ends: { until: "2026-11-23" } }),
      issue("schedule.rules.0.ends.until", "order"),
    ],
    [
      "begins after 400 days",
      rule({ start: "2027-12-28T18:00" }),
      issue("schedule.rules.0.start", "tooFarAhead"),
    ],
    [
      "has no such day",
      rule({ frequency: "yearly", months: [2], monthDays: [30] }),
      issue("schedule", "schedule.noDates"),
    ],
    [
      "counts days that there are not",
      rule({ frequency: "yearly", months: [2], monthDays: [30], ends: { count: 370 } }),
      issue("schedule", "schedule.noDates"),
    ],
    [
      "leaves out its only date",
      rule({ ends: { count: 1 } }, { dropped: ["2026-11-24T18:00"] }),
      issue("schedule", "schedule.noDates"),
    ],
    [
      "closes before it opens",
      { kind: "openingHours", from: "2026-11-30", to: "2026-11-22", hours: DAILY },
      issue("schedule.to", "order"),
    ],
    [
      "is open for years",
      { kind: "openingHours", from: "2026-11-22", to: "2028-11-22", hours: DAILY },
      issue("schedule.to", "schedule.longRun", { values: { max: 400 } }),
    ],
    [
      "is always closed",
      { kind: "openingHours", from: "2026-11-22", to: "2026-11-30", hours: DAILY.map(() => null) },
      issue("schedule", "schedule.noDates"),
    ],
  ])("is none that %s", (_name, raw, expected) => {
    expect(check(raw)).toEqual(expected);
  });

  it("may lie in the past as a draft, not as a submit", () => {
    const past = rule({ start: "2026-01-06T18:00", ends: { count: 5 } });
    expect(check(past, false)).toEqual([]);
    expect(check(past)).toEqual(issue("schedule", "startsInPast"));
  });
});

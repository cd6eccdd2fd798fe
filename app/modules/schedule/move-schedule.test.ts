import { describe, expect, test } from "vitest";
import {
  PLAIN_DETAILS,
  type RecurrenceRule,
  type Schedule,
  type ScheduledDate,
} from "../../lib/event/schedule";
import { firstDayOf, moveSchedule } from "./move-schedule";

const date = (more: Partial<ScheduledDate>): ScheduledDate => ({
  ...PLAIN_DETAILS,
  originalStart: "2026-10-06T20:00",
  start: null,
  end: "2026-10-06T22:00",
  ...more,
});

const TUESDAYS: RecurrenceRule = {
  ...PLAIN_DETAILS,
  start: "2026-10-06T18:00",
  end: "2026-10-06T19:30",
  frequency: "weekly",
  calendar: "gregorian",
  interval: 1,
  weekdays: [2, 4],
  months: [],
  monthDays: [],
  monthWeekdays: [],
  weekStart: 6,
  esfand30: "last-day",
  ends: { until: "2026-12-15" },
  moved: null,
};

describe("a season moves", () => {
  test("its dates, as they took place, without what happened to them", () => {
    const schedule: Schedule = {
      kind: "dates",
      allDay: false,
      dates: [
        date({ start: "2026-10-07T20:00", end: "2026-10-07T22:00", status: "cancelled" }),
        date({ originalStart: "2026-10-13T20:00", end: null, status: "sold-out", price: 500_000 }),
      ],
    };
    expect(firstDayOf(schedule)).toBe("2026-10-07");
    expect(moveSchedule(schedule, 364)).toEqual({
      kind: "dates",
      allDay: false,
      dates: [
        date({ originalStart: "2027-10-06T20:00", end: "2027-10-06T22:00" }),
        date({ originalStart: "2027-10-12T20:00", end: null, price: 500_000 }),
      ],
    });
  });

  test("a rule with its weekdays, its end and what was left out", () => {
    const schedule: Schedule = {
      kind: "rule",
      allDay: false,
      rules: [TUESDAYS],
      dropped: ["2026-10-13T18:00"],
      dates: [],
    };
    const moved = moveSchedule(schedule, 8);
    expect(moved).toMatchObject({
      rules: [{ start: "2026-10-14T18:00", weekdays: [3, 5], ends: { until: "2026-12-23" } }],
      dropped: ["2026-10-21T18:00"],
    });
    expect(moveSchedule(moved, -8)).toEqual(schedule);
  });

  test("a rule of months, whose days of the month stay, without single changes", () => {
    const schedule: Schedule = {
      kind: "rule",
      allDay: false,
      rules: [{ ...TUESDAYS, frequency: "monthly", weekdays: [], monthDays: [6] }],
      dropped: ["2026-11-06T18:00"],
      dates: [],
    };
    expect(moveSchedule(schedule, 365)).toMatchObject({
      rules: [{ start: "2027-10-06T18:00", monthDays: [6] }],
      dropped: [],
    });
  });

  test("an exhibition, whose hours stay with their weekdays", () => {
    const hours = [null, ...Array(6).fill({ opens: "10:00", closes: "18:00" })];
    const schedule: Schedule = {
      kind: "openingHours",
      allDay: false,
      from: "2026-10-06",
      to: "2026-11-06",
      hours,
      dropped: ["2026-10-13T00:00"],
      dates: [],
    };
    expect(firstDayOf(schedule)).toBe("2026-10-06");
    expect(moveSchedule(schedule, 7)).toMatchObject({
      from: "2026-10-13",
      to: "2026-11-13",
      hours,
      dropped: ["2026-10-20T00:00"],
    });
    expect(moveSchedule(schedule, 3)).toMatchObject({ dropped: [], dates: [] });
  });
});

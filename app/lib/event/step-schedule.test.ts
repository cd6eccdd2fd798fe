import { describe, expect, it } from "vitest";
import { SCHEDULE_LIMITS } from "./schedule";
import { EMPTY_SCHEDULE_INPUTS, PLAIN_DETAIL_INPUTS, type ScheduleInputs } from "./schedule-inputs";
import { stepSchedule } from "./step-schedule";

const NONE = { startsAt: "", endsAt: "" };
const inputs = (given: Partial<ScheduleInputs>): ScheduleInputs => ({
  ...EMPTY_SCHEDULE_INPUTS,
  kind: "dates",
  ...given,
});
const startsOf = ({ dates }: ScheduleInputs) => dates.map(({ start }) => start);
const ROW = { key: "2026-12-10T20:00", start: "2026-12-10T20:00", end: "21:30" };

describe("steps of a schedule", () => {
  it("adds as many dates as typed in one step, each after the one before", () => {
    const added = stepSchedule(inputs({ dates: [ROW], add: "۳" }), "add.7", NONE);
    expect(startsOf(added)).toEqual([
      "2026-12-10T20:00",
      "2026-12-17T20:00",
      "2026-12-24T20:00",
      "2026-12-31T20:00",
    ]);
    expect(added.dates.slice(1).map(({ key, end }) => [key, end])).toEqual(
      Array(3).fill(["", "21:30"]),
    );
  });

  it("reads a first date in the Solar Hijri calendar, and takes that of the two fields", () => {
    const first = { startsAt: "۱۴۰۵/۰۹/۱۹ ۲۰:۰۰", endsAt: "۱۴۰۵/۰۹/۱۹ ۲۲:۰۰" };
    expect(stepSchedule(inputs({}), "add.1", first).dates).toEqual([
      { key: "", start: first.startsAt, end: "22:00" },
      { key: "", start: "2026-12-11T20:00", end: "22:00" },
    ]);
    expect(stepSchedule(inputs({}), "add.1", NONE).dates).toEqual([]);
  });

  it("keeps days without a time, and a note but not a sold-out mark", () => {
    const details = { ...PLAIN_DETAIL_INPUTS, noteEn: "With guests", soldOut: true };
    const [, next] = stepSchedule(
      inputs({ dates: [{ ...ROW, start: "2026-12-10", details }] }),
      "add.1",
      NONE,
    ).dates;
    expect(next).toMatchObject({
      start: "2026-12-11",
      details: { noteEn: "With guests", soldOut: false },
    });
  });

  it("adds one date where no number is typed, and never more than a schedule holds", () => {
    for (const add of ["", "x", "0"])
      expect(startsOf(stepSchedule(inputs({ dates: [ROW], add }), "add.1", NONE))).toHaveLength(2);
    expect(
      startsOf(stepSchedule(inputs({ dates: [ROW], add: "999" }), "add.1", NONE)),
    ).toHaveLength(SCHEDULE_LIMITS.occurrences);
    expect(startsOf(stepSchedule(inputs({ dates: [ROW], add: "-5" }), "add.1", NONE))).toHaveLength(
      2,
    );
  });

  it("opens all days alike", () => {
    const hours = [{ opens: "11:00", closes: "17:00" }, ...EMPTY_SCHEDULE_INPUTS.hours.slice(1)];
    expect(stepSchedule(inputs({ hours }), "hours", NONE).hours).toEqual(
      Array.from({ length: 7 }, () => hours[0]),
    );
  });

  it("removes a row by its number", () => {
    const two = stepSchedule(inputs({ dates: [ROW] }), "add.1", NONE);
    expect(startsOf(stepSchedule(two, "remove.0", NONE))).toEqual(["2026-12-11T20:00"]);
  });
});

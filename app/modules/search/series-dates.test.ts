import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../lib/dates/durations";
import {
  isAtTimes,
  localStartOf,
  readSeriesDates,
  type SeriesDate,
  writeDates,
} from "./series-dates";

const offset = 210 * MINUTE;
/** Friday 4 December 2026, 20:30 in Tehran. */
const FRIDAY = Date.UTC(2026, 11, 4, 17);
const dateAt = (startsAt: number, hours = 2, others: Partial<SeriesDate> = {}) => ({
  startsAt,
  endsAt: startsAt + hours * HOUR,
  offset,
  ...others,
});
const daily = Array.from({ length: 370 }, (_, day) => dateAt(FRIDAY + day * DAY));

describe("a line of dates", () => {
  it.each<[string, SeriesDate[]]>([
    ["one date", [dateAt(FRIDAY)]],
    ["every day", daily],
    [
      "two showings a day, the second longer",
      daily
        .slice(0, 5)
        .flatMap(({ startsAt }) => [dateAt(startsAt - 3 * HOUR), dateAt(startsAt, 3)]),
    ],
    [
      "a clock change",
      [
        dateAt(FRIDAY),
        dateAt(FRIDAY + 7 * DAY, 2, { offset: -300 * MINUTE }),
        dateAt(FRIDAY + 14 * DAY, 2, { offset: -300 * MINUTE }),
      ],
    ],
    ["two of one start", [dateAt(FRIDAY), dateAt(FRIDAY, 1)]],
    ["no end", [dateAt(FRIDAY, 0)]],
  ])("keeps %s", (_, dates) => {
    const line = writeDates(dates);
    expect([...readSeriesDates(line)]).toEqual(dates);
    for (const after of dates.flatMap(({ endsAt }) => [endsAt - 1, endsAt]))
      expect([...readSeriesDates(line, after)]).toEqual(
        dates.filter(({ endsAt }) => endsAt > after),
      );
  });

  it("is short for a daily series, and empty without dates", () => {
    expect(writeDates(daily).length).toBeLessThan(40);
    expect([...readSeriesDates("")]).toEqual([]);
  });
});

it("reads day, weekday and half-hour by the clock of the zone", () => {
  expect(localStartOf(dateAt(FRIDAY))).toEqual({ day: "2026-12-04", weekday: 5, slot: 41 });
  expect(localStartOf(dateAt(Date.UTC(2026, 11, 4, 22)))).toEqual({
    day: "2026-12-05",
    weekday: 6,
    slot: 3,
  });
  expect(isAtTimes(dateAt(FRIDAY), { weekdays: [5], slots: [40, 41] })).toBe(true);
  expect(isAtTimes(dateAt(FRIDAY), { weekdays: [4], slots: [41] })).toBe(false);
  expect(isAtTimes(dateAt(FRIDAY), { weekdays: [5], slots: [34] })).toBe(false);
});

import { describe, expect, it } from "vitest";
import { countDays } from "./shelves";

const days = [
  { from: 0, to: 10 },
  { from: 10, to: 20 },
  { from: 20, to: 30 },
];

describe("countDays", () => {
  it("returns the exact counts of a complete walk", () => {
    expect(countDays(days, { counts: [2, 0, 5], walked: 7, reached: 29 }, 100, 95)).toEqual([
      { count: 2, exact: true },
      { count: 0, exact: true },
      { count: 5, exact: true },
    ]);
  });

  it("marks counts of days beyond the end of the walk as minimums", () => {
    expect(
      countDays(days, { counts: [60, 30, 10], walked: 100, reached: 15 }, 100, 95).map(
        ({ exact }) => exact,
      ),
    ).toEqual([true, false, false]);
  });

  it("stops at the limit of the list of events", () => {
    expect(countDays(days, { counts: [96, 95, 1], walked: 192, reached: 21 }, 500, 95)[0]).toEqual({
      count: 95,
      exact: false,
    });
  });

  it("finds nothing in an empty calendar", () => {
    expect(
      countDays(days, { counts: [], walked: 0, reached: null }, 100, 95).every(
        ({ count, exact }) => count === 0 && exact,
      ),
    ).toBe(true);
  });
});

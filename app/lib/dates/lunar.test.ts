import { describe, expect, it } from "vitest";
import { addDays } from "./days";
import { lunarMonthFrom, lunarOf, nextLunarDay } from "./lunar";

describe("the lunar calendar", () => {
  it("finds the coming month and its days from each day of ten years", () => {
    for (let day = "2024-01-01"; day < "2034-01-01"; day = addDays(day, 17))
      for (let month = 1; month <= 12; month++) {
        const { first, last } = lunarMonthFrom(day, month);
        expect(lunarOf(first), `${day} ${month}`).toMatchObject({ month, day: 1 });
        expect(lunarOf(addDays(last, 1)).day).toBe(1);
        expect(lunarOf(last).month).toBe(month);
        expect(last >= day && addDays(first, -355) <= day, `${day} ${month} ${first}`).toBe(true);
        const tenth = nextLunarDay(day, month, 10);
        expect(lunarOf(tenth ?? "")).toMatchObject({ month, day: 10 });
        expect(tenth !== null && tenth >= day && addDays(tenth, -356) < day).toBe(true);
      }
  });

  it("has no 31st", () => {
    expect(nextLunarDay("2026-11-24", 9, 31)).toBeNull();
  });
});

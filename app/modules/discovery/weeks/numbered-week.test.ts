import { describe, expect, test } from "vitest";
import { addDays } from "../../../lib/dates/days";
import { numberedWeek, numberedWeekOf, publishingDay } from "./numbered-week";

describe("numbered weeks", () => {
  test.each([
    ["2026-11-14", "IR", "1405-35", "2026-11-14", "2026-11-20"],
    ["2026-11-20", "IR", "1405-35", "2026-11-14", "2026-11-20"],
    ["2026-11-21", "AF", "1405-36", "2026-11-21", "2026-11-27"],
    // Nowruz 1405 is a Saturday.
    ["2026-03-21", "IR", "1405-01", "2026-03-21", "2026-03-27"],
    ["2026-03-20", "IR", "1404-52", "2026-03-14", "2026-03-20"],
    // 1 Farvardin 1404 is a Friday: the week belongs to the year of its Tuesday.
    ["2025-03-21", "IR", "1403-52", "2025-03-15", "2025-03-21"],
    ["2025-03-22", "IR", "1404-01", "2025-03-22", "2025-03-28"],
    ["2026-11-18", "DE", "2026-47", "2026-11-16", "2026-11-22"],
    ["2027-01-01", "CA", "2026-53", "2026-12-28", "2027-01-03"],
    ["2025-12-31", "DE", "2026-01", "2025-12-29", "2026-01-04"],
  ])("%s in %s is in week %s", (day, country, key, first, last) => {
    expect(numberedWeekOf(day, country)).toMatchObject({ key, first, last });
    expect(numberedWeek(key, country)).toMatchObject({ key, first, last });
  });

  test("of 30 years follow each other, each with a key of its own", () => {
    for (const country of ["IR", "DE"]) {
      const keys = new Set<string>();
      let day = "2010-01-09";
      for (let count = 0; count < 30 * 52; count += 1) {
        const week = numberedWeekOf(day, country);
        expect(numberedWeek(week.key, country)).toEqual(week);
        keys.add(week.key);
        day = addDays(week.last, 1);
      }
      expect(keys.size).toBe(30 * 52);
    }
  });

  test.each([
    ["1405-53", "IR"],
    ["1405-00", "IR"],
    ["1405-35", "DE"],
    ["2026-47", "IR"],
    ["2026-54", "DE"],
    ["0000-01", "DE"],
    ["9999-99", "IR"],
    ["week", "IR"],
  ])("%s is no week in %s", (key, country) => expect(numberedWeek(key, country)).toBeNull());

  test("are published on the Thursday before a Saturday, and the Friday before a Monday", () => {
    expect(publishingDay(numberedWeekOf("2026-11-14", "IR"), "IR")).toBe("2026-11-12");
    expect(publishingDay(numberedWeekOf("2026-11-16", "DE"), "DE")).toBe("2026-11-13");
  });
});

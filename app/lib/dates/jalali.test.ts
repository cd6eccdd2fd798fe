import { describe, expect, it } from "vitest";
import { DAY } from "./durations";
import { gregorianOf, jalaliOf, readTypedDay, typedJalali } from "./jalali";

describe("gregorianOf and jalaliOf", () => {
  // Nowruz and leap days as the official calendar of Iran has them.
  it.each([
    [1399, 12, 30, "2021-03-20"],
    [1400, 1, 1, "2021-03-21"],
    [1403, 12, 30, "2025-03-20"],
    [1404, 1, 1, "2025-03-21"],
    [1405, 9, 15, "2026-12-06"],
    [1405, 9, 30, "2026-12-21"],
    [1370, 7, 30, "1991-10-22"],
  ])("convert %d/%d/%d to %s", (year, month, day, gregorian) => {
    expect(gregorianOf({ year, month, day })).toBe(gregorian);
    expect(jalaliOf(gregorian)).toEqual({ year, month, day });
  });

  it.each([
    [1405, 13, 1],
    [1405, 7, 31],
    [1405, 0, 5],
    [1405, 1, 0],
    [1404, 12, 30],
  ])("reject the day %d/%d/%d", (year, month, day) => {
    expect(gregorianOf({ year, month, day })).toBeNull();
  });

  it("are inverse over 60 years", () => {
    for (let at = Date.UTC(1995, 0, 1); at < Date.UTC(2055, 0, 1); at += 37 * DAY) {
      const day = new Date(at).toISOString().slice(0, 10);
      expect(gregorianOf(jalaliOf(day))).toBe(day);
    }
  });
});

describe("readTypedDay", () => {
  it.each([
    "1405-09-15",
    "1405/09/15",
    "۱۴۰۵/۰۹/۱۵",
    "۱۴۰۵/۹/۱۵",
    "١٤٠٥.٩.١٥",
    " 14050915 ",
    "2026-12-06",
    "2026/12/6",
    "۲۰۲۶-۱۲-۰۶",
  ])("reads %s", (text) => {
    expect(readTypedDay(text)).toBe("2026-12-06");
  });

  it.each(["1405-13-01", "tomorrow", "", "1405/09-15", "140509"])("leaves %j unchanged", (text) => {
    expect(readTypedDay(text)).toBe(text);
  });
});

describe("typedJalali", () => {
  it("writes what readTypedDay reads", () => {
    expect(typedJalali("2026-12-06")).toBe("1405/09/15");
    expect(readTypedDay(typedJalali("2026-03-21"))).toBe("2026-03-21");
  });
});

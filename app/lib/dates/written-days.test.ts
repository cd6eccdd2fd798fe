import { describe, expect, it } from "vitest";
import { readWrittenDay, showWrittenDay } from "./written-days";

describe("a typed day", () => {
  it.each([
    ["2026-12-08T20:30", "2026-12-08", "20:30"],
    ["2026/12/8, 9:05", "2026-12-08", "09:05"],
    ["۱۴۰۵/۰۹/۱۷ ۲۰:۳۰", "2026-12-08", "20:30"],
    ["1405-9-17", "2026-12-08", null],
    // 1403 is a leap year, 1404 is not (facts.md).
    ["1403/12/30", "2025-03-20", null],
  ])("%s is read", (text, day, time) => {
    expect(readWrittenDay(text)).toEqual({ day, time });
  });

  it.each([
    "",
    "tomorrow",
    "1404/12/30",
    "2026-02-29",
    "2026-12-08 25:00",
    "2026-12-08 20:61",
    "275760-09-13T00:00",
    "0000-00-00",
  ])("%s is no day", (text) => {
    expect(readWrittenDay(text)).toBeNull();
  });

  it("is shown in the reader's calendar and reads back the same", () => {
    expect(showWrittenDay("2026-12-08T20:30", "jalali")).toBe("۱۴۰۵/۰۹/۱۷ ۲۰:۳۰");
    expect(showWrittenDay("2026-12-08", "gregorian")).toBe("2026-12-08");
    expect(showWrittenDay("nonsense", "jalali")).toBe("nonsense");
    expect(readWrittenDay(showWrittenDay("2027-03-20T00:00", "jalali"))).toEqual({
      day: "2027-03-20",
      time: "00:00",
    });
  });
});

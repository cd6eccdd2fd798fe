import { describe, expect, it } from "vitest";
import {
  dateParts,
  formatDate,
  formatTime,
  fromWallTime,
  localDay,
  presetRange,
  readerOf,
  toIsoWithOffset,
} from "./dates.server";

const TEHRAN = "Asia/Tehran";
const at = (iso: string) => Date.parse(iso);

describe("dates for people", () => {
  it("are Solar Hijri with Persian digits in Persian, Gregorian in English", () => {
    const evening = at("2026-12-08T17:00:00Z");
    expect(formatDate(evening, TEHRAN, readerOf("fa"))).toBe("سه‌شنبه ۱۷ آذر ۱۴۰۵");
    expect(formatDate(evening, TEHRAN, readerOf("en"))).toBe("Tuesday 8 December 2026");
  });

  it("can be shown in the other calendar", () => {
    expect(
      formatDate(at("2026-12-08T17:00:00Z"), TEHRAN, readerOf("en", "jalali"), { weekday: false }),
    ).toBe("17 Azar 1405");
    expect(
      formatDate(at("2026-12-08T17:00:00Z"), TEHRAN, readerOf("fa", "gregorian"), {
        weekday: false,
      }),
    ).toBe("۸ دسامبر ۲۰۲۶");
  });

  it.each([
    ["2024-03-20T12:00:00Z", "۱ فروردین ۱۴۰۳"],
    ["2025-03-20T12:00:00Z", "۳۰ اسفند ۱۴۰۳"],
    ["2025-03-21T12:00:00Z", "۱ فروردین ۱۴۰۴"],
    ["2024-02-29T12:00:00Z", "۱۰ اسفند ۱۴۰۲"],
    ["2028-01-15T12:00:00Z", "۲۵ دی ۱۴۰۶"],
  ])("know the leap years of both calendars: %s is %s", (iso, expected) => {
    expect(formatDate(at(iso), TEHRAN, readerOf("fa"), { weekday: false })).toBe(expected);
  });

  it("have Afghan month names in Afghan cities, only in Persian with the Solar Hijri calendar", () => {
    const evening = at("2026-12-08T17:00:00Z");
    expect(formatDate(evening, "Asia/Kabul", readerOf("fa"))).toBe("سه‌شنبه ۱۷ قوس ۱۴۰۵");
    expect(formatDate(evening, "Asia/Kabul", readerOf("fa", "gregorian"), { weekday: false })).toBe(
      "۸ دسامبر ۲۰۲۶",
    );
    expect(formatDate(evening, "Asia/Kabul", readerOf("en", "jalali"), { weekday: false })).toBe(
      "17 Azar 1405",
    );
    const months = Array.from(
      { length: 12 },
      (_, month) =>
        dateParts(Date.UTC(2026, 3 + month, 5), "Asia/Kabul", readerOf("fa")).monthShort,
    );
    expect(months.join(" ")).toBe("حمل ثور جوزا سرطان اسد سنبله میزان عقرب قوس جدی دلو حوت");
  });

  it("have Persian names of Gregorian months with an ezafe before a year alone", () => {
    const at = Date.UTC(2027, 0, 10, 12);
    const reader = { locale: "fa", calendar: "gregorian" } as const;
    expect(formatDate(at, "Asia/Tehran", reader, { weekday: false, year: false })).toBe(
      "۱۰ ژانویه",
    );
    expect(formatDate(at, "Asia/Tehran", reader, { weekday: false })).toBe("۱۰ ژانویهٔ ۲۰۲۷");
    expect(dateParts(at, "Asia/Tehran", reader).month).toBe("ژانویه");
  });

  it("have no era", () => {
    expect(formatDate(at("2026-12-08T17:00:00Z"), TEHRAN, readerOf("en", "jalali"))).not.toMatch(
      /AP|ERA/,
    );
  });
});

describe("wall time", () => {
  it("is the city's, with the offset of that date: Iran had summer time until 2022", () => {
    expect(toIsoWithOffset(fromWallTime("2026-07-01", "20:30", TEHRAN), TEHRAN)).toBe(
      "2026-07-01T20:30:00+03:30",
    );
    expect(toIsoWithOffset(fromWallTime("2021-07-01", "20:30", TEHRAN), TEHRAN)).toBe(
      "2021-07-01T20:30:00+04:30",
    );
  });

  it("moves forward if it does not exist, and is the first if it occurs twice", () => {
    expect(
      toIsoWithOffset(fromWallTime("2027-03-28", "02:30", "Europe/Berlin"), "Europe/Berlin"),
    ).toBe("2027-03-28T03:30:00+02:00");
    expect(
      toIsoWithOffset(fromWallTime("2026-10-25", "02:30", "Europe/Berlin"), "Europe/Berlin"),
    ).toBe("2026-10-25T02:30:00+02:00");
  });

  it("is shown with 24 hours in the reader's digits", () => {
    expect(formatTime(at("2026-12-08T17:00:00Z"), TEHRAN, "fa")).toBe("۲۰:۳۰");
    expect(formatTime(at("2026-12-07T20:30:00Z"), TEHRAN, "en")).toBe("00:00");
  });

  it("decides the day", () => {
    expect(localDay(at("2026-12-08T21:00:00Z"), TEHRAN)).toBe("2026-12-09");
    expect(localDay(at("2026-12-08T21:00:00Z"), "America/Toronto")).toBe("2026-12-08");
  });
});

describe("date presets", () => {
  const tuesday = at("2026-12-08T10:00:00Z");
  const days = (
    preset: Parameters<typeof presetRange>[0],
    now: number,
    zone: string,
    country: string,
  ) => {
    const range = presetRange(preset, now, zone, country);
    return range && [localDay(range.from, zone), localDay(range.to - 1, zone)];
  };

  it("take Thursday and Friday as the weekend in Iran, Saturday and Sunday elsewhere", () => {
    expect(days("weekend", tuesday, TEHRAN, "IR")).toEqual(["2026-12-10", "2026-12-11"]);
    expect(days("weekend", tuesday, "America/Toronto", "CA")).toEqual(["2026-12-12", "2026-12-13"]);
    expect(days("weekend", tuesday, "Asia/Kabul", "AF")).toEqual(["2026-12-10", "2026-12-11"]);
  });

  it("take the rest of a weekend on its second day", () => {
    expect(days("weekend", at("2026-12-10T10:00:00Z"), TEHRAN, "IR")).toEqual([
      "2026-12-10",
      "2026-12-11",
    ]);
    expect(days("weekend", at("2026-12-11T10:00:00Z"), TEHRAN, "IR")).toEqual([
      "2026-12-11",
      "2026-12-11",
    ]);
    expect(days("weekend", at("2026-12-12T10:00:00Z"), TEHRAN, "IR")).toEqual([
      "2026-12-17",
      "2026-12-18",
    ]);
  });

  it("count days in the city's own time", () => {
    expect(days("today", at("2026-12-08T21:00:00Z"), TEHRAN, "IR")).toEqual([
      "2026-12-09",
      "2026-12-09",
    ]);
    expect(days("tomorrow", tuesday, TEHRAN, "IR")).toEqual(["2026-12-09", "2026-12-09"]);
    expect(days("week", tuesday, TEHRAN, "IR")).toEqual(["2026-12-08", "2026-12-14"]);
    expect(days("upcoming", tuesday, TEHRAN, "IR")).toBeNull();
  });
});

describe("tonight", () => {
  const tonight = (now: string) => {
    const range = presetRange("tonight", Date.parse(now), "Asia/Tehran", "IR");
    return range && [range.from, range.to].map((at) => new Date(at).toISOString().slice(0, 16));
  };

  it("is from 17:00 to 04:00 in the city's zone; after midnight it is the current night", () => {
    expect(tonight("2026-12-08T08:00:00Z")).toEqual(["2026-12-08T13:30", "2026-12-09T00:30"]);
    expect(tonight("2026-12-08T23:00:00Z")).toEqual(["2026-12-08T13:30", "2026-12-09T00:30"]);
    expect(tonight("2026-12-09T00:30:00Z")).toEqual(["2026-12-09T13:30", "2026-12-10T00:30"]);
  });
});

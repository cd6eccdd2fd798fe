import { describe, expect, it } from "vitest";
import { readerOf } from "../../../lib/dates/dates.server";
import {
  eventDays,
  formatDatedWhen,
  formatDays,
  formatDuration,
  formatWhen,
  isMultiDay,
  type TimedEvent,
} from "./event-times.server";

const at = (text: string) => Date.parse(`${text}:00+03:30`);
const event = (from: string, to: string, allDay = false): TimedEvent => ({
  startsAt: at(from),
  endsAt: at(to),
  timeZone: "Asia/Tehran",
  allDay,
});

const evening = event("2026-12-08T20:30", "2026-12-08T22:20");
const night = event("2026-12-11T22:00", "2026-12-12T02:00");
const weekend = event("2026-12-10T16:00", "2026-12-12T22:00");
const yalda = event("2026-12-20T10:00", "2026-12-23T21:00");
const newYear = event("2026-12-30T10:00", "2027-01-02T21:00");
const wholeDay = event("2026-12-08T00:00", "2026-12-09T00:00", true);

describe("eventDays", () => {
  it("counts days in the event's zone, an end at midnight with the day before", () => {
    expect(eventDays(evening)).toEqual({
      first: "2026-12-08",
      last: "2026-12-08",
      afterLast: "2026-12-09",
      count: 1,
    });
    expect(eventDays(wholeDay)).toEqual({
      first: "2026-12-08",
      last: "2026-12-08",
      afterLast: "2026-12-09",
      count: 1,
    });
    expect(eventDays(yalda).count).toBe(4);
  });

  it("counts a long night as one evening and two whole days as two", () => {
    expect([evening, night, wholeDay].map(isMultiDay)).toEqual([false, false, false]);
    expect([weekend, yalda].map(isMultiDay)).toEqual([true, true]);
  });
});

it("names the date where none stands beside the time", () => {
  expect(
    [evening, night, weekend, wholeDay].map((when) => formatDatedWhen(when, readerOf("en"))),
  ).toEqual([
    "Tuesday 8 December 2026, 20:30 – 22:20",
    "Friday 11 December 2026, 22:00 – 02:00",
    "Thursday 10 – Saturday 12 December 2026",
    "Tuesday 8 December 2026",
  ]);
  expect(formatDatedWhen(evening, readerOf("fa"))).toContain("۱۴۰۵، ۲۰:۳۰ تا ۲۲:۲۰");
});

describe("formatWhen", () => {
  it.each([
    [evening, "Tuesday, 20:30 – 22:20", "سه‌شنبه، ۲۰:۳۰ تا ۲۲:۲۰"],
    [night, "Friday 22:00 – Saturday 02:00", "جمعه ۲۲:۰۰ تا شنبه ۰۲:۰۰"],
    [weekend, "Thursday 10 – Saturday 12 December", "پنجشنبه ۱۹ تا شنبه ۲۱ آذر"],
    [yalda, "Sunday 20 – Wednesday 23 December", "یکشنبه ۲۹ آذر تا چهارشنبه ۲ دی"],
    [wholeDay, "Tuesday, all day", "سه‌شنبه، تمام روز"],
  ])("gives date and time in both languages (%#)", (when, en, fa) => {
    expect(formatWhen(when, readerOf("en"))).toBe(en);
    expect(formatWhen(when, readerOf("fa"))).toBe(fa);
  });
});

describe("formatDays", () => {
  it("names shared parts of both ends once", () => {
    expect(formatDays(evening, readerOf("en"))).toBe("8 December 2026");
    expect(formatDays(weekend, readerOf("en"))).toBe("10 – 12 December 2026");
    expect(formatDays(newYear, readerOf("en"), { weekday: true })).toBe(
      "Wednesday 30 December 2026 – Saturday 2 January 2027",
    );
    expect(formatDays(weekend, readerOf("en"), { year: false, isShort: true })).toBe("10 – 12 Dec");
    expect(formatDays(yalda, readerOf("fa"))).toBe("۲۹ آذر تا ۲ دی ۱۴۰۵");
  });

  it("gives the other calendar in the reader's language", () => {
    expect(formatDays(yalda, readerOf("en", "jalali"))).toBe("29 Azar – 2 Dey 1405");
    expect(formatDays(yalda, readerOf("fa", "gregorian"))).toBe("۲۰ تا ۲۳ دسامبر ۲۰۲۶");
  });
});

describe("formatDuration", () => {
  it.each([
    [evening, "1 hour 50 minutes", "۱ ساعت و ۵۰ دقیقه"],
    [night, "4 hours", "۴ ساعت"],
    [event("2026-12-08T20:30", "2026-12-08T21:15"), "45 minutes", "۴۵ دقیقه"],
    [weekend, "3 days", "۳ روز"],
    [wholeDay, "1 day", "۱ روز"],
  ])("counts hours and minutes, or days (%#)", (when, en, fa) => {
    expect(formatDuration(when, "en")).toBe(en);
    expect(formatDuration(when, "fa")).toBe(fa);
  });

  it("is empty if only the start is known", () => {
    expect(formatDuration(event("2026-12-08T20:30", "2026-12-08T20:30"), "en")).toBeNull();
  });
});

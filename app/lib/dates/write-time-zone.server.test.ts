import { describe, expect, it } from "vitest";
import { onClock, writeTimeZone } from "./write-time-zone.server";

const linesOf = (zone: string, from: string, to: string) =>
  writeTimeZone(zone, Date.parse(from), Date.parse(to)).trimEnd().split("\r\n").slice(1, -1);

describe("writeTimeZone", () => {
  it("has the last change before a time, and each until its end", () => {
    expect(linesOf("Europe/Berlin", "2026-12-01T00:00Z", "2027-04-01T00:00Z")).toEqual([
      "TZID:Europe/Berlin",
      "BEGIN:STANDARD",
      "DTSTART:20261025T030000",
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100",
      "END:STANDARD",
      "BEGIN:DAYLIGHT",
      "DTSTART:20270328T020000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200",
      "END:DAYLIGHT",
    ]);
  });

  it("knows that Tehran keeps one time since 2022, half an hour off", () => {
    expect(linesOf("Asia/Tehran", "2026-12-01T00:00Z", "2027-12-01T00:00Z")).toEqual([
      "TZID:Asia/Tehran",
      "BEGIN:STANDARD",
      "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0330",
      "TZOFFSETTO:+0330",
      "END:STANDARD",
    ]);
  });

  it("has the last change of a zone that is changed for weeks a year", () => {
    const lines = linesOf("Africa/Casablanca", "2024-12-01T00:00Z", "2025-06-01T00:00Z");
    expect(lines.filter((line) => line.startsWith("DTSTART"))).toEqual([
      "DTSTART:20240414T020000",
      "DTSTART:20250223T030000",
      "DTSTART:20250406T020000",
    ]);
  });

  it("has one offset for a zone that never changes", () => {
    expect(linesOf("UTC", "2026-12-01T00:00Z", "2027-12-01T00:00Z").slice(2, 5)).toEqual([
      "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0000",
      "TZOFFSETTO:+0000",
    ]);
  });
});

describe("onClock", () => {
  it.each([
    ["2026-10-25T02:30:00+02:00", "20261025T023000"],
    ["2026-10-25T02:30:00+01:00", null],
    ["2026-10-25T12:00:00+01:00", "20261025T120000"],
  ])("%s is %s", (instant, wall) => {
    expect(onClock(Date.parse(instant), "Europe/Berlin")).toBe(wall);
  });
});

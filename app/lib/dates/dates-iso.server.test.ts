import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { offsetAt, toIsoWithOffset } from "./dates.server";
import { HOUR } from "./durations";

describe("an instant in ISO 8601", () => {
  it("carries its zone's offset and no fractions", () => {
    expect(toIsoWithOffset(Date.UTC(2026, 11, 8, 17, 0, 0, 123), "Asia/Tehran")).toBe(
      "2026-12-08T20:30:00+03:30",
    );
    expect(toIsoWithOffset(Date.UTC(2026, 11, 8, 1), "America/Toronto")).toBe(
      "2026-12-07T20:00:00-05:00",
    );
  });

  it.each([
    "Asia/Tehran",
    "Europe/Berlin",
    "America/Toronto",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Pacific/Chatham",
  ])("agrees with Temporal around every change of clocks in %s", (zone) => {
    for (let at = Date.UTC(2020, 0, 1); at < Date.UTC(2029, 0, 1); at += 23 * HOUR + 1_234) {
      const { offset } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
      const iso = toIsoWithOffset(at, zone);
      expect(offsetAt(at, zone)).toBe(
        Date.parse(`${iso.slice(0, 19)}Z`) - Math.floor(at / 1_000) * 1_000,
      );
      expect(iso.slice(19)).toBe(offset);
      expect(Date.parse(iso)).toBe(Math.floor(at / 1_000) * 1_000);
    }
  });
});

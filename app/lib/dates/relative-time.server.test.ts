import { expect, it } from "vitest";
import { readerOf } from "./dates.server";
import { MINUTE } from "./durations";
import { formatAgo } from "./written-times.server";

const NOW = Date.UTC(2026, 11, 8, 10);

it.each([
  [0, "now", "اکنون"],
  [-5 * MINUTE, "now", "اکنون"],
  [5 * MINUTE, "5 minutes ago", "۵ دقیقه پیش"],
  [150 * MINUTE, "2 hours ago", "۲ ساعت پیش"],
  [30 * 60 * MINUTE, "yesterday", "دیروز"],
  [3 * 24 * 60 * MINUTE, "3 days ago", "۳ روز پیش"],
  [30 * 24 * 60 * MINUTE, "8 November 2026", "۱۷ آبان ۱۴۰۵"],
])("%i ms ago is %s", (ago, en, fa) => {
  const say = (locale: "en" | "fa") => formatAgo(NOW - ago, NOW, readerOf(locale), "Asia/Tehran");
  expect([say("en"), say("fa")]).toEqual([en, fa]);
});

it("relative times follow the chosen calendar", () => {
  expect(formatAgo(NOW - 30 * 24 * 60 * MINUTE, NOW, readerOf("en", "jalali"), "Asia/Tehran")).toBe(
    "17 Aban 1405",
  );
});

it.each([
  // It is 01:00 in Tehran, 22:30 of the day before in Berlin.
  ["Asia/Tehran", "2026-12-08T20:40:00Z", "50 minutes ago"],
  ["Asia/Tehran", "2026-12-08T18:30:00Z", "yesterday"],
  ["Europe/Berlin", "2026-12-08T18:30:00Z", "3 hours ago"],
  // 47 hours ago, and two calendar days.
  ["Asia/Tehran", "2026-12-06T22:30:00Z", "2 days ago"],
  ["Asia/Tehran", "2026-12-07T19:30:00Z", "2 days ago"],
  ["Asia/Tehran", "2026-12-02T21:00:00Z", "6 days ago"],
  ["Asia/Tehran", "2026-12-02T20:00:00Z", "2 December 2026"],
])("in %s, %s was %s: days are the reader's calendar days", (zone, at, expected) => {
  expect(formatAgo(Date.parse(at), Date.parse("2026-12-08T21:30:00Z"), readerOf("en"), zone)).toBe(
    expected,
  );
});

import { expect, it } from "vitest";
import { readerOf } from "./dates.server";
import { MINUTE } from "./durations";
import { formatAgo } from "./relative-time.server";

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

it("follows the chosen calendar", () => {
  expect(formatAgo(NOW - 30 * 24 * 60 * MINUTE, NOW, readerOf("en", "jalali"), "Asia/Tehran")).toBe("17 Aban 1405");
});

import * as v from "valibot";
import { expect, it } from "vitest";
import { TimeZone } from "./time-zone";

it.each(["Nowhere/Land", "Asia/Tehran2", "+03:30", "", "GMT+3:30", "Asia/Tehran; DROP"])(
  "refuses %j, which nothing can reckon with",
  (name) => {
    expect(v.safeParse(TimeZone, name).success).toBe(false);
  },
);

it.each([
  ["Asia/Tehran", "Asia/Tehran"],
  ["asia/tehran", "Asia/Tehran"],
  [" America/toronto ", "America/Toronto"],
  ["UTC", "UTC"],
])("stores %j as %j", (name, stored) => {
  expect(v.parse(TimeZone, name)).toBe(stored);
});

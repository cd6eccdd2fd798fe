import * as v from "valibot";
import { expect, it } from "vitest";
import { TimeZone } from "./time-zone";

it.each(["Nowhere/Land", "Asia/Tehran2", "+03:30", "", "GMT+3:30", "Asia/Tehran; DROP"])(
  "a time zone %j that does not exist is refused",
  (name) => {
    expect(v.safeParse(TimeZone, name).success).toBe(false);
  },
);

it.each([
  ["Asia/Tehran", "Asia/Tehran"],
  ["asia/tehran", "Asia/Tehran"],
  [" America/toronto ", "America/Toronto"],
  ["UTC", "UTC"],
])("a time zone %j is stored as %j", (name, stored) => {
  expect(v.parse(TimeZone, name)).toBe(stored);
});

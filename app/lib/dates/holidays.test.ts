import { expect, it } from "vitest";
import { isHoliday } from "./holidays";

it.each([
  ["2027-03-21", "IR", true],
  ["2027-04-02", "IR", true],
  ["2027-04-03", "IR", false],
  ["2026-12-25", "IR", false],
  ["2026-12-25", "DE", true],
  ["2027-03-21", "DE", false],
])("%s in %s: %s", (day, country, expected) => {
  expect(isHoliday(day, country)).toBe(expected);
});

import { expect, it } from "vitest";
import { parseTypedNumber } from "./digits";

it.each([
  ["35.52", 35.52],
  ["۳۵٫۵۲", 35.52],
  [" 35,52 ", 35.52],
  ["−12.5", -12.5],
  ["+7", 7],
  ["", Number.NaN],
  ["35.", Number.NaN],
  ["north", Number.NaN],
  ["1.2.3", Number.NaN],
])("%s is %d", (typed, number) => {
  expect(parseTypedNumber(typed)).toBe(number);
});

import { describe, expect, it } from "vitest";
import { impossibleDay } from "./impossible-day";

const TODAY = "2026-11-27";

describe("a day that the calendar lacks", () => {
  it.each([
    ["۳۰ اسفند ساعت ۲۰", "۳۰ اسفند", "۱۴۰۵"],
    ["30 Esfand, 8 pm", "30 Esfand", "1405"],
    ["Esfand 30", "30 Esfand", "1405"],
    ["۱۴۰۵/۱۲/۳۰", "۳۰ اسفند", "۱۴۰۵"],
    ["۳۱ مهر ۱۴۰۶", "۳۱ مهر", "۱۴۰۶"],
    ["30 February 2027 at 19:00", "30 February", "2027"],
    ["February 29", "29 February", "2027"],
    ["2027-02-30", "30 February", "2027"],
  ])("%s is named with its year", (text, day, year) => {
    expect(impossibleDay(text, TODAY)).toEqual({ day, year });
  });

  it.each([
    "۳۰ اسفند ۱۴۰۳",
    "29 Esfand",
    "29 February 2028",
    "Thursday 20:00",
    "soon",
    "",
    "31 December",
  ])("%s is none", (text) => {
    expect(impossibleDay(text, TODAY)).toBeNull();
  });
});

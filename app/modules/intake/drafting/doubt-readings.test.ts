import { describe, expect, it } from "vitest";
import { lineReadings } from "./doubt-readings";

describe("both readings of an amount", () => {
  it.each([
    ["ورودی نفری ۲۵۰ با یک نوشیدنی", ["۲۵۰ هزار تومان", "۲۵۰ هزار ریال"]],
    ["فردا شب ساعت ۷ و نیم، ورودی ۱۵۰", ["۱۵۰ هزار تومان", "۱۵۰ هزار ریال"]],
    ["جمعه ۲۲ آذر، بلیت ۱۵۰", ["۱۵۰ هزار تومان", "۱۵۰ هزار ریال"]],
  ])("are of the price, never of a day: %s", (line, readings) => {
    expect(lineReadings("unit-unclear", line).map(({ to }) => to)).toEqual(readings);
  });
});

describe("both readings of an hour", () => {
  it.each([
    ["از ۱۸ آذر تا ۱۲ دی؛ هر شب ساعت ۸ (به‌جز شنبه‌ها)", ["ساعت ۸ صبح", "ساعت ۸ بعدازظهر"]],
    ["از ۸ آذر تا ۱۰ آذر، ساعت ۷", ["۷ صبح", "۷ بعدازظهر"]],
    ["از ۸ تا ۱۰ آذر، ساعت ۷", ["۷ صبح", "۷ بعدازظهر"]],
    ["از ۱۷ آذر، ساعت ۷", ["ساعت ۷ صبح", "ساعت ۷ بعدازظهر"]],
    ["from 8 December, at 7", ["7 am", "7 pm"]],
    ["10 April 2027, at 8", ["8 am", "8 pm"]],
    ["از ۱۸ آذر تا ۱۲ دی", []],
  ])("are of its words, never of a day: %s", (line, readings) => {
    expect(lineReadings("am-or-pm", line).map(({ to }) => to)).toEqual(readings);
  });
});

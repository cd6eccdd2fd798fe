import { describe, expect, it } from "vitest";
import { swapLayout } from "./keyboard-layout";

describe("swapLayout", () => {
  it.each([
    ["klhda", "نمایش"],
    [";ksvj", "کنسرت"],
    ["o,ak,dsd", "خوشنویسی"],
    ["[ak,hvi", "جشنواره"],
    ["KLHDA", "نمایش"],
    ["فثاقشد", "tehran"],
    ["ذخخن زمعذ", "book club"],
    ["ئخرهث", "movie"],
    ["پعسهز", "music"],
  ])("%s is %s", (typed, meant) => {
    expect(swapLayout(typed)).toBe(meant);
  });

  it.each(["", "12", "رپ rap", "🎵"])("leaves %j", (typed) => {
    expect(swapLayout(typed)).toBeNull();
  });
});

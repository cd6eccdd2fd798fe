import { describe, expect, it } from "vitest";
import { swapLayout, swappedReadings } from "./correct-query";

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

describe("readings in the other layout", () => {
  it("have the ئ of older Windows where the standard has پ", () => {
    expect(swappedReadings("jmhjv")).toEqual(["تپاتر", "تئاتر"]);
    expect(swappedReadings("klhda")).toEqual(["نمایش"]);
    expect(swappedReadings("ئخرهث")).toEqual(["movie"]);
    expect(swappedReadings("رپ rap")).toEqual([]);
  });

  it("have no mark within a word", () => {
    expect(["پایور", "هوروش", "شکوه"].map(swappedReadings)).toEqual([[], [], []]);
  });
});

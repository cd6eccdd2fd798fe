import { describe, expect, it } from "vitest";
import { numberInWords } from "./number-in-words";

describe("a number in words", () => {
  it.each([
    [0, "zero", "صفر"],
    [7, "seven", "هفت"],
    [21, "twenty-one", "بیست و یک"],
    [40, "forty", "چهل"],
    [115, "one hundred and fifteen", "صد و پانزده"],
    [900, "nine hundred", "نهصد"],
    [1_000, "one thousand", "هزار"],
    [100_000, "one hundred thousand", "صد هزار"],
    [450_000, "four hundred and fifty thousand", "چهارصد و پنجاه هزار"],
    [1_200_000, "one million two hundred thousand", "یک میلیون و دویست هزار"],
    [2_001_001, "two million one thousand one", "دو میلیون و هزار و یک"],
    [3_000_000_000, "three billion", "سه میلیارد"],
  ])("of %d", (value, en, fa) => {
    expect([numberInWords(value, "en"), numberInWords(value, "fa")]).toEqual([en, fa]);
  });

  it.each([1.5, -1, 1e12, Number.NaN])("of %d is none", (value) => {
    expect(numberInWords(value, "fa")).toBeNull();
  });
});

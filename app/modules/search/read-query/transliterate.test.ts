import { describe, expect, it } from "vitest";
import {
  baseSpellings,
  fromTajik,
  skeletonOf,
  spellingCost,
  transliterationsOf,
} from "./transliterate";

describe("skeletonOf", () => {
  it.each([
    ["khoshnevisi", "خوشنویسی"],
    ["moosighi", "موسیقی"],
    ["mahalli", "محلی"],
    ["naghashi", "نقاشی"],
    ["sofalgari", "سفالگری"],
    ["shabgardi", "شبگردی"],
    ["chaharshambe", "چهارشنبه"],
    ["emshab", "امشب"],
    ["setareh", "ستاره"],
    ["ghazal", "غزل"],
    ["concert", "کنسرت"],
    ["startup", "استارتاپ"],
    ["workshop", "ورکشاپ"],
    ["tehraan", "تهران"],
  ])("%s and %s have one", (latin, persian) => {
    expect(skeletonOf(latin)).toBe(skeletonOf(persian));
  });

  it.each(["a", "", "12", "🎵", "ا"])("%j has none", (word) => {
    expect(skeletonOf(word)).toBeNull();
  });
});

describe("spellingCost", () => {
  it.each([
    ["emily", "ملی"],
    ["amour", "معمار"],
    ["omar", "مار"],
  ])("is none for a first vowel that Persian does not write: %s", (latin, persian) => {
    expect(spellingCost(latin, persian)).toBeNull();
  });

  it.each([
    ["eshgh", "عشق"],
    ["erfan", "عرفان"],
    ["esfahan", "اصفهان"],
    ["aram", "ارام"],
  ])("knows %s", (latin, persian) => {
    expect(spellingCost(latin, persian)).not.toBeNull();
  });
});

describe("fromTajik", () => {
  it.each([
    ["чашнвора", "جشنواره"],
    ["ҷашнвора", "جشنواره"],
    ["хунар", "هنر"],
    ["хофиз", "حافظ"],
    ["кисса", "قصه"],
    ["газал", "غزل"],
  ])("reads %s with the letters of either keyboard", (word, persian) => {
    expect(fromTajik(word, (skeleton) => (skeleton === skeletonOf(persian) ? [persian] : []))).toBe(
      persian,
    );
  });
});

describe("transliterationsOf", () => {
  const known = [
    "کتاب",
    "مکتب",
    "کتب",
    "شعر",
    "شاعر",
    "شهر",
    "کلاس",
    "کلس",
    "نمایشگاه",
    "ساز",
    "سوز",
    "سبز",
    "مستند",
    "نقاشی",
    "نقش",
    "dance",
  ];
  it.each([
    ["ketab", "کتاب"],
    ["shere", "شعر"],
    ["shaer", "شاعر"],
    ["kelas", "کلاس"],
    ["namayeshgahe", "نمایشگاه"],
    ["saz", "ساز"],
    ["mostanad", "مستند"],
    ["naghashi", "نقاشی"],
    ["دنس", "dance"],
  ])("%s is %s", (typed, meant) => {
    expect(transliterationsOf(typed, known)[0]).toBe(meant);
  });

  it("leaves words without a known transliteration", () => {
    expect(transliterationsOf("xylophone", known)).toEqual([]);
    expect(spellingCost("siz", "ساز")).toBeNull();
    expect(transliterationsOf("solo", ["صلح", "سال"])).toEqual([]);
    expect(transliterationsOf("evning", ["یانگ"])).toEqual([]);
  });
});

it("baseSpellings removes Persian endings", () => {
  expect(baseSpellings("setareha")).toContain("setare");
  expect(baseSpellings("ketabhaye")).toContain("ketab");
});

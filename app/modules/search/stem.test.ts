import { describe, expect, it } from "vitest";
import { stem } from "./stem";

describe("stem", () => {
  it.each([
    ["کتابها", "کتاب"],
    ["کتابهای", "کتاب"],
    ["کتابهایشان", "کتاب"],
    ["فیلمها", "فیلم"],
    ["شبهای", "شب"],
    ["شاعران", "شاعر"],
    ["کودکان", "کودک"],
    ["نوازندگان", "نوازنده"],
    ["نوازندهها", "نوازنده"],
    ["دانشجویان", "دانشجو"],
    ["دانشجویی", "دانشجو"],
    ["بزرگترین", "بزرگ"],
    ["جوانتر", "جوان"],
    ["سینمایی", "سینما"],
    ["سینمای", "سینما"],
    ["ایرانیان", "ایران"],
    ["نقاشی", "نقاش"],
    ["هنری", "هنر"],
    ["اطلاعات", "اطلاع"],
    ["میخوانند", "خوانند"],
    ["نمیخواهم", "خواهم"],
  ])("%s like %s", (word, other) => {
    expect(stem(word)).toBe(stem(other));
  });

  it.each([
    "بازی",
    "فارسی",
    "تنها",
    "ایران",
    "تهران",
    "رایگان",
    "میدان",
    "موسیقی",
    "دفتر",
    "زنان",
    "میزبان",
  ])("leaves %s", (word) => {
    expect(stem(word)).toBe(word);
  });

  it.each([
    ["concerts", "concert"],
    ["stories", "story"],
    ["movies", "movie"],
    ["classes", "class"],
    ["dances", "dance"],
    ["dancing", "dance"],
    ["houses", "house"],
    ["running", "run"],
    ["families", "family"],
    ["hikes", "hiking"],
    ["womens", "women"],
    ["dafs", "daf"],
  ])("%s like %s", (word, other) => {
    expect(stem(word)).toBe(stem(other));
  });

  it.each([
    "bus",
    "jazz",
    "evening",
    "paris",
    "ney",
    "daf",
    "2026",
    "10k",
    "chess",
    "news",
    "موزه",
  ])("leaves %s", (word) => {
    expect(stem(word)).toBe(word);
  });
});

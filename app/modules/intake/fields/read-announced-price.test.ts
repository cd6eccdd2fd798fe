import { describe, expect, it } from "vitest";
import { readAnnouncedPrice } from "./read-announced-price";

const IRAN = { country: "IR", currency: "IRR", today: "2026-11-27" };
const GERMANY = { country: "DE", currency: "EUR", today: "2026-11-27" };

describe("the price of an announcement", () => {
  it.each([
    ["ورودی ۱۲۰ت با یه نوشیدنی", 1_200_000, 1_200_000],
    ["بلیت ۲۰۰ ت", 2_000_000, 2_000_000],
    ["بلیت‌ها: ۳۰۰، ۴۵۰ و ۶۰۰ تومن", 3_000_000, 6_000_000],
    ["بهاي بليت ۲۵۰/۰۰۰ تومان", 2_500_000, 2_500_000],
    ["قیمت‌ها (هزار تومان): ۵۰۰ / ۷۵۰ / ۱۲۰۰", 5_000_000, 12_000_000],
    ["بلیت: یک و نیم میلیون ریال", 1_500_000, 1_500_000],
    ["شروع قیمت از ۸۰۰ هزار تومان", 8_000_000, null],
    ["بلیط ۱۸۰ تومن، دانشجویی ۱۲۰", 1_200_000, 1_800_000],
    ["۵۵۰ هزار (با غذا)", 5_500_000, 5_500_000],
    ["قیمت ۶۰۰ تا یک و نیم میلیون تومان", 6_000_000, 15_000_000],
    ["هزینه با مواد: نیم میلیون تومن", 5_000_000, 5_000_000],
    ["سفارش بلیت: ۲۵۰ هزار تومان", 2_500_000, 2_500_000],
    ["با حضور منوچهر صالحی، ورودی ۲۵۰ هزار تومان", 2_500_000, 2_500_000],
    ["ممنون. بلیت ۲۰۰ هزار تومان", 2_000_000, 2_000_000],
  ] as const)("%s is in rials", (text, min, max) => {
    expect(readAnnouncedPrice(text, IRAN)).toMatchObject({
      free: false,
      min,
      max,
      currency: "IRR",
    });
  });

  it.each([
    ["Workshop fee: 20 euro per place", 20],
    ["Entry 35 euro, Union Street", 35],
  ])("%s is no house number", (text, min) =>
    expect(readAnnouncedPrice(text, GERMANY)).toMatchObject({ free: false, min }),
  );

  it.each(["محل قرار: ورودی دانشگاه آزاد", "استفاده از فضای آزاد"])("%s says no price", (text) =>
    expect(readAnnouncedPrice(text, IRAN).free).not.toBe(true),
  );

  it.each([
    "ورودی آزاد",
    "ورودی: آزاد",
    "vorood azad",
    "ورود آزاد",
    "ورود برای عموم آزاد و رایگان",
    "بدون ورودی",
    "بلیت ندارد",
    "رایگانه خب!",
  ])("%s is free", (text) =>
    expect(readAnnouncedPrice(text, IRAN)).toMatchObject({ free: true, min: 0, max: 0 }),
  );

  it.each([
    ["a post without a price", "شب شعر\nپنجشنبه ساعت ۱۸"],
    ["works for sale", "کارها برای فروش است (از ۲ تا ۱۵ میلیون)"],
    ["a drink that is free", "Drop off clean coats, get free chai"],
    ["the least order of a café", "سفارش حداقل ۱۰۰ ت"],
    ["a telephone number", "تلفن: ۰۷۱-۳۲۲۸۰۰۰۰"],
  ])("of %s is not stated", (_, text) => {
    expect(readAnnouncedPrice(text, IRAN)).toMatchObject({ free: null, min: null, max: null });
  });

  it("that everyone decides is asked for", () => {
    for (const text of ["ورودی: همت عالی", "Suggested donation $20", "pay what you can"])
      expect(readAnnouncedPrice(text, IRAN)).toMatchObject({
        free: null,
        findings: ["price-by-choice"],
      });
  });

  it("is no food inside, and no child's exception", () => {
    expect(readAnnouncedPrice("ورود آزاد، کاسه‌ای ۵۰ تومن", IRAN)).toMatchObject({ free: true });
    expect(readAnnouncedPrice("5 €, kids under 14 free", GERMANY)).toMatchObject({
      free: false,
      min: 5,
      max: 5,
    });
    expect(readAnnouncedPrice("9 € / 6 € erm.", GERMANY)).toMatchObject({ min: 6, max: 9 });
  });
});

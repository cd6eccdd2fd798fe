import { describe, expect, it } from "vitest";
import { readPriceText } from "./read-price";

/** [text, amount, currency, factor], read in Canada. */
const PRICES: readonly (readonly [string, number | null, (string | null)?, number?])[] = [
  ["$45", 45, "CAD"],
  ["45 CAD", 45, "CAD"],
  ["CAD 45", 45, "CAD"],
  ["CAD45", 45, "CAD"],
  ["CA$30", 30, "CAD"],
  ["C$30", 30, "CAD"],
  ["US$30", 30, "USD"],
  ["$30 USD", 30, "USD"],
  ["£12.50", 12.5, "GBP"],
  ["€10–20", 10, "EUR"],
  ["10-20 €", 10, "EUR"],
  ["12,50 €", 12.5, "EUR"],
  ["$1,200", 1200, "CAD"],
  ["$20, $35, $50", 20, "CAD"],
  ["$20 - $50", 20, "CAD"],
  ["$50/$35/$20", 20, "CAD"],
  ["from AED 150", 150, "AED"],
  ["AED 150 onwards", 150, "AED"],
  ["150 dirhams", 150, "AED"],
  ["$25 (ages 12+)", 25, "CAD"],
  ["$25 + fees", 25, "CAD"],
  ["From $25 per person", 25, "CAD"],
  ["Adults $30, children free", 30, "CAD"],
  ["Free for members, $20 for others", 20, "CAD"],
  ["twenty dollars", 20, "CAD"],
  ["25", 25, null],
  ["1,500", 1500, null],
  ["450,000 Toman", 450_000, "IRR", 10],
  ["۲۵۰٬۰۰۰ تومان", 250_000, "IRR", 10],
  ["۲۵۰,۰۰۰ تومان", 250_000, "IRR", 10],
  ["۲۵۰،۰۰۰ تومان", 250_000, "IRR", 10],
  ["۲۵۰.۰۰۰ تومان", 250_000, "IRR", 10],
  ["250000 تومان", 250_000, "IRR", 10],
  ["۲۵۰ هزار تومان", 250_000, "IRR", 10],
  ["۲۵۰هزارتومان", 250_000, "IRR", 10],
  ["250k toman", 250_000, "IRR", 10],
  ["یک میلیون و دویست هزار تومان", 1_200_000, "IRR", 10],
  ["۱ میلیون و ۲۰۰ هزار تومان", 1_200_000, "IRR", 10],
  ["1.5 میلیون تومان", 1_500_000, "IRR", 10],
  ["۱٫۵ میلیون تومان", 1_500_000, "IRR", 10],
  ["یک و نیم میلیون تومان", 1_500_000, "IRR", 10],
  ["یک میلیون و نیم تومان", 1_500_000, "IRR", 10],
  ["سیصد و پنجاه هزار تومان", 350_000, "IRR", 10],
  ["دو میلیون و پانصد تومان", 2_500_000, "IRR", 10],
  ["۲/۵ میلیون تومان", 2_500_000, "IRR", 10],
  ["۴۵۰٫۰۰۰ تومان", 450_000, "IRR", 10],
  ["یک‌میلیون‌ودویست‌هزار تومان", 1_200_000, "IRR", 10],
  ["450000 T", 450_000, "IRR", 10],
  ["پنجاه هزار تومن", 50_000, "IRR", 10],
  ["500,000 Rials", 500_000, "IRR", 1],
  ["۵۰۰٬۰۰۰ ریال", 500_000, "IRR", 1],
  ["IRR 2,500,000", 2_500_000, "IRR", 1],
  ["از ۲۰۰ تا ۵۰۰ هزار تومان", 200_000, "IRR", 10],
  ["۲۰۰ الی ۵۰۰ هزار تومان", 200_000, "IRR", 10],
  ["۲۰۰ هزار تا ۱ میلیون تومان", 200_000, "IRR", 10],
  ["از ۱۵۰٬۰۰۰ تومان", 150_000, "IRR", 10],
  ["رایگان برای کودکان، ۵۰ هزار تومان", 50_000, "IRR", 10],
  ["VIP 500,000 / Regular 250,000 Toman", 250_000, "IRR", 10],
  ["۳۰ دلار کانادا", 30, "CAD"],
  ["۱۵ یورو", 15, "EUR"],
  ["kr 200", 200, "SEK"],
  ["Free", 0],
  ["FREE!", 0],
  ["رایگان", 0],
  ["ورود آزاد", 0],
  ["ورود برای عموم آزاد است", 0],
  ["Free with RSVP", 0],
  ["Free (registration required)", 0],
  ["Free admission", 0],
  ["Free, suggested donation $10", 0],
  ["Free entry for all ages", 0],
  ["0", 0],
  ["$0", 0, "CAD"],
  ["0 تومان", 0, "IRR", 10],
  ["TBA", null],
  ["N/A", null],
  ["نامشخص", null],
  ["See website", null],
];

describe("the price in a text", () => {
  it.each(
    PRICES.map(([text, amount, currency = null, factor = 1]) => ({
      text,
      amount,
      currency,
      factor,
    })),
  )("$text: $amount", ({ text, amount, currency, factor }) => {
    const price = readPriceText(text, "CA");
    expect(price).toMatchObject({ amount, free: amount === 0, codes: [] });
    if (amount !== null && amount > 0)
      expect(price.unit).toEqual(currency === null ? null : { currency, factor });
  });

  it.each([
    ["-5 CAD", "negative-price"],
    ["-$20", "negative-price"],
    ["ask a friend", "unreadable-price"],
    ["Pay what you can (suggested £5)", "price-by-choice"],
    ["donation", "price-by-choice"],
    ["By donation", "price-by-choice"],
    ["Pay what you can", "price-by-choice"],
    ["Varies", "unreadable-price"],
    ["متغیر", "unreadable-price"],
    ["Sold out", "sold-out"],
  ])("given %j, is missing with a reason", (text, code) => {
    expect(readPriceText(text, "CA")).toMatchObject({ amount: null, free: false, codes: [code] });
  });

  it("uses the country's currency for a shared sign or word", () => {
    expect(readPriceText("$20", "US").unit?.currency).toBe("USD");
    expect(readPriceText("$20", "AU").unit?.currency).toBe("AUD");
    expect(readPriceText("200 kr", "DK").unit?.currency).toBe("DKK");
    expect(readPriceText("100 riyals", "QA").unit?.currency).toBe("QAR");
  });
});

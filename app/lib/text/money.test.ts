import { describe, expect, it } from "vitest";
import { currencyOf, formatNumber, formatPrice, unitName } from "./money";

describe("prices for people", () => {
  it("show rials as toman in both languages", () => {
    expect(formatPrice(4_500_000, "IRR", "en")).toEqual({ kind: "price", text: "450,000 toman" });
    expect(formatPrice(4_500_000, "IRR", "fa")).toEqual({ kind: "price", text: "۴۵۰٬۰۰۰ تومان" });
  });

  it("distinguish free from not stated", () => {
    expect(formatPrice(0, "IRR", "en")).toEqual({ kind: "free" });
    expect(formatPrice(null, "EUR", "fa")).toEqual({ kind: "not-stated" });
  });

  it("show cents only if there are any", () => {
    expect(formatPrice(12, "EUR", "en")).toEqual({ kind: "price", text: "€12" });
    expect(formatPrice(12.5, "EUR", "en")).toEqual({ kind: "price", text: "€12.50" });
  });

  it("name their unit in the reader's script", () => {
    const units = ["IRR", "CAD", "EUR", "GBP", "SEK", "AED"];
    for (const unit of units) expect(unitName(unit, "fa")).not.toMatch(/[A-Za-z]/);
    expect(units.slice(0, 3).map((unit) => unitName(unit, "fa"))).toEqual([
      "تومان",
      "دلار کانادا",
      "یورو",
    ]);
    expect(units.slice(0, 2).map((unit) => unitName(unit, "en"))).toEqual(["toman", "CAD"]);
  });

  it("use the country's currency", () => {
    expect(["IR", "CA", "DE", "XX"].map(currencyOf)).toEqual(["IRR", "CAD", "EUR", "USD"]);
  });
});

describe("numbers", () => {
  it("use the reader's digits", () => {
    expect(formatNumber(12_345, "fa")).toBe("۱۲٬۳۴۵");
    expect(formatNumber(12_345, "en")).toBe("12,345");
  });

  it("are written as Intl writes them", () => {
    for (const [locale, tag] of [
      ["fa", "fa-IR"],
      ["en", "en-GB"],
    ] as const)
      for (const value of [
        0,
        7,
        999,
        1_000,
        12_345,
        999_999,
        1_000_000,
        Number.MAX_SAFE_INTEGER,
        2 ** 60,
        -1_234,
        0.5,
        1_234.56,
      ])
        expect(formatNumber(value, locale), `${value} in ${locale}`).toBe(
          new Intl.NumberFormat(tag).format(value),
        );
  });
});

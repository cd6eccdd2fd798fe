import { describe, expect, it } from "vitest";
import { areExactWords, isInPriceRange, priceWord, priceWords } from "./search-document";

describe("price facets", () => {
  it("cover each price of a range", () => {
    for (const range of [
      { under: 20 },
      { max: 20 },
      { min: 10, max: 30 },
      { under: 22 },
      { min: 500_000, under: 3_000_000 },
    ]) {
      const words = new Set(priceWords({ ...range, currency: "EUR" }));
      for (const price of [
        0.5, 1, 9, 10, 19.5, 20, 21, 22, 30, 35, 499_999, 500_000, 2_999_999, 3_000_000,
      ]) {
        const isIn = isInPriceRange(price, "EUR", { ...range, currency: "EUR" });
        expect(
          !isIn || words.has(priceWord(price, "EUR")),
          `${price} in ${JSON.stringify(range)}`,
        ).toBe(true);
      }
    }
    expect(priceWords({ under: 20, currency: "EUR" })).not.toContain(priceWord(20, "EUR"));
  });

  it("say whether they limit prices exactly, so that matches can be counted", () => {
    const isExact = (range: object) => areExactWords({ ...range, currency: "EUR" });
    expect([{ under: 20 }, { min: 500_000 }, { min: 10, under: 30 }].map(isExact)).toEqual([
      true,
      true,
      true,
    ]);
    expect([{ max: 20 }, { under: 22 }, { min: 11, under: 20 }].map(isExact)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("separate currencies", () => {
    expect(priceWords({ under: 20, currency: "EUR" })).not.toContain(priceWord(10, "USD"));
    expect(
      isInPriceRange(10, "CAD", { under: 20, currency: "USD", currencies: ["USD", "CAD"] }),
    ).toBe(true);
    expect(isInPriceRange(10, "EUR", { under: 20, currency: "USD" })).toBe(false);
  });

  it("include free events unless there is a minimum", () => {
    expect(isInPriceRange(0, "IRR", { under: 20, currency: "EUR" })).toBe(true);
    expect(isInPriceRange(0, "EUR", { min: 5, currency: "EUR" })).toBe(false);
    expect(isInPriceRange(null, "EUR", { max: 5, currency: "EUR" })).toBe(false);
  });
});

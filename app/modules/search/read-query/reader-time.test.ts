import { expect, it } from "vitest";
import { readJudgedQueries } from "../../../../tests/search/judged/judged-queries";
import { measureReader } from "../../../../tests/search/judged/reader-time";

/** `npm run bench:search` measures the bar of 2 ms; this machine may be busy. */
const GENEROUS = 5;

const LONGEST = [
  "a ".repeat(100),
  "زیر ۵۰ هزار تومان فردا شب با بچه ۷ ساله نزدیک تجریش ".repeat(4).slice(0, 200),
  "klhda ".repeat(33),
];

it("the reader takes a few milliseconds for each judged query, and for the longest", () => {
  const { median } = measureReader(readJudgedQueries().map(({ q }) => q));
  expect(median).toBeLessThan(GENEROUS);
  expect(measureReader(LONGEST).median).toBeLessThan(GENEROUS * 4);
}, 20_000);

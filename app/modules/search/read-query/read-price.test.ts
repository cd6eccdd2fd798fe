import { describe, expect, it } from "vitest";
import { foldDigits } from "../../../lib/text/digits";
import { searchKey } from "../../../lib/text/search-text";
import { readPrice } from "./read-price";

function read(query: string, currency = "IRR") {
  const words = searchKey(query).split(" ").filter(Boolean);
  const found = readPrice(words, foldDigits(query), currency, () => false);
  const taken = new Set(
    found?.spans.flatMap(({ start, length }) =>
      Array.from({ length }, (_, index) => start + index),
    ),
  );
  const rest = words.filter((_, index) => !taken.has(index)).join(" ");
  return {
    ...(found?.price ? { price: found.price } : null),
    ...(found?.free ? { free: true } : null),
    rest,
  };
}

describe("readPrice", () => {
  it.each<[string, string, ReturnType<typeof read>]>([
    ["less than a tenner", "GBP", { price: { under: 10, currency: "GBP" }, rest: "" }],
    ["under a fiver", "GBP", { price: { under: 5, currency: "GBP" }, rest: "" }],
    ["nim milion teatr", "IRR", { price: { max: 5_000_000, currency: "IRR" }, rest: "teatr" }],
    ["zire sisad toman", "IRR", { price: { under: 3_000_000, currency: "IRR" }, rest: "" }],
    ["panjah hezar toman", "IRR", { price: { max: 500_000, currency: "IRR" }, rest: "" }],
    ["صد ت", "IRR", { price: { max: 1_000_000, currency: "IRR" }, rest: "" }],
    ["سه‌ت", "IRR", { rest: "سه ت" }],
    ["دویست سیصد تومن", "IRR", { price: { max: 3_000_000, currency: "IRR" }, rest: "" }],
    ["بیست سی یورو", "EUR", { price: { max: 30, currency: "EUR" }, rest: "" }],
    ["two shows 20 euros", "EUR", { price: { max: 20, currency: "EUR" }, rest: "two shows" }],
    ["one hundred dollars", "USD", { price: { max: 100, currency: "USD" }, rest: "" }],
    ["no paid stuff", "EUR", { free: true, rest: "" }],
    ["پول ندارم", "IRR", { free: true, rest: "" }],
    ["پولی ندارم تهران", "IRR", { free: true, rest: "تهران" }],
    ...[
      ...["نه گران", "نه خیلی گرون", "نه چندان گران", "گرون نه", "غیر گران"],
      ...["na geroon", "nothing expensive", "nothing too pricey", "на қимат", "гарон набошад"],
    ].map((query): [string, string, ReturnType<typeof read>] => [
      query,
      "IRR",
      { price: { max: 2_000_000, currency: "IRR", isCheap: true }, rest: "" },
    ]),
    ...[
      "not cheap",
      "nothing cheap",
      "ارزان نه",
      "ارزون نباشه",
      "نه ارزان",
      "арзон не",
      "на арзон",
    ].map((query): [string, string, ReturnType<typeof read>] => [query, "IRR", { rest: query }]),
    ["what to do", "IRR", { rest: "what to do" }],
    ["under 20 euros", "IRR", { price: { under: 20, currency: "EUR" }, rest: "" }],
    ["berlin under €20", "EUR", { price: { under: 20, currency: "EUR" }, rest: "berlin" }],
    ["under 20", "EUR", { price: { under: 20, currency: "EUR" }, rest: "" }],
    ["زیر ۱۰۰ تومن", "IRR", { price: { under: 1_000_000, currency: "IRR" }, rest: "" }],
    ["کمتر از ۵۰۰ هزار تومان", "IRR", { price: { under: 5_000_000, currency: "IRR" }, rest: "" }],
    ["زیر ۳۰۰هزار تومان", "IRR", { price: { under: 3_000_000, currency: "IRR" }, rest: "" }],
    ["زیر 300 هزارتومن", "IRR", { price: { under: 3_000_000, currency: "IRR" }, rest: "" }],
    ["زیر ۳۰۰", "IRR", { price: { under: 3_000_000, currency: "IRR" }, rest: "" }],
    ["زیر ۳۰۰٬۰۰۰ تومان", "IRR", { price: { under: 3_000_000, currency: "IRR" }, rest: "" }],
    ["under 300k toman", "IRR", { price: { under: 3_000_000, currency: "IRR" }, rest: "" }],
    ["زیر صد تومن", "IRR", { price: { under: 1_000_000, currency: "IRR" }, rest: "" }],
    [
      "زیر دویست و پنجاه هزار تومان",
      "IRR",
      { price: { under: 2_500_000, currency: "IRR" }, rest: "" },
    ],
    [
      "کمتر از ۱.۵ میلیون تومان",
      "IRR",
      { price: { under: 15_000_000, currency: "IRR" }, rest: "" },
    ],
    ["زیر یک میلیون تومان", "IRR", { price: { under: 10_000_000, currency: "IRR" }, rest: "" }],
    ["تا ۲۰۰ هزار تومان", "IRR", { price: { max: 2_000_000, currency: "IRR" }, rest: "" }],
    ["۲ میلیون ریال", "IRR", { price: { max: 2_000_000, currency: "IRR" }, rest: "" }],
    ["nothing over 25 euros", "EUR", { price: { max: 25, currency: "EUR" }, rest: "" }],
    ["صدتومنی تهران", "IRR", { price: { max: 1_000_000, currency: "IRR" }, rest: "تهران" }],
    ["up to 30 pounds", "GBP", { price: { max: 30, currency: "GBP" }, rest: "" }],
    ["over 50 euros", "EUR", { price: { min: 50, currency: "EUR" }, rest: "" }],
    ["between 10 and 20 euros", "EUR", { price: { min: 10, max: 20, currency: "EUR" }, rest: "" }],
    [
      "از ۱۰۰ تا ۲۰۰ هزار تومان",
      "IRR",
      { price: { min: 1_000_000, max: 2_000_000, currency: "IRR" }, rest: "" },
    ],
    ["under 20 dollars", "CAD", { price: { under: 20, currency: "CAD" }, rest: "" }],
    [
      "under $20",
      "IRR",
      { price: { under: 20, currency: "USD", currencies: ["USD", "CAD", "AUD"] }, rest: "" },
    ],
    [
      "cheap concert",
      "EUR",
      { price: { max: 15, currency: "EUR", isCheap: true }, rest: "concert" },
    ],
    [
      "کنسرت ارزون",
      "IRR",
      { price: { max: 2_000_000, currency: "IRR", isCheap: true }, rest: "کنسرت" },
    ],
    ["free concert", "IRR", { free: true, rest: "concert" }],
    ["ورود آزاد", "IRR", { free: true, rest: "" }],
  ])("%s (%s)", (query, currency, expected) => {
    expect(read(query, currency)).toEqual(expected);
  });

  it.each([
    "5k run",
    "3 women",
    "from 8",
    "تا ۸",
    "هزار و یک شب",
    "100 daf",
    "under the stars",
    "سه تار",
    "10k",
  ])("reads no price in %s", (query) => {
    expect(read(query)).toEqual({ rest: searchKey(query) });
  });
});

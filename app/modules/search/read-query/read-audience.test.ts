import { describe, expect, it } from "vitest";
import { searchKey } from "../../../lib/text/search-text";
import { readAudience } from "./read-audience";

function read(query: string) {
  const words = searchKey(query).split(" ").filter(Boolean);
  const found = readAudience(words, () => false);
  const taken = new Set(found?.spans.flatMap(({ start, length }) => Array.from({ length }, (_, index) => start + index)));
  return { age: found ? (found.audience.age ?? "any") : null, rest: words.filter((_, index) => !taken.has(index)).join(" ") };
}

describe("readAudience", () => {
  it.each<[string, number | string | null, string]>([
    ["with kids", "any", ""],
    ["جای سرپوشیده برای بچه‌ها تهران", "any", "جای سرپوشیده تهران"],
    ["4 year old toronto", 4, "toronto"],
    ["for my 4 year old daughter", 4, ""],
    ["برای بچه ۴ ساله", 4, ""],
    ["بچه چهار ساله", 4, ""],
    ["6-month-old baby", "any", "6 month old"],
    ["25 years old", null, "25 years old"],
    ["kids", null, "kids"],
    ["کودک", null, "کودک"],
    ["", null, ""],
  ])("%s", (query, age, rest) => {
    expect(read(query)).toEqual({ age, rest });
  });
});

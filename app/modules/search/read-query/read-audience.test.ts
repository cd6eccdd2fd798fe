import { describe, expect, it } from "vitest";
import { foldDigits } from "../../../lib/text/digits";
import { searchKey } from "../../../lib/text/search-text";
import { readAudience } from "./read-audience";
import { writeAges } from "./understood";

function read(query: string) {
  const text = foldDigits(query);
  const words = searchKey(text).split(" ").filter(Boolean);
  const found = readAudience(words, text, () => false);
  const taken = new Set(
    found?.spans.flatMap(({ start, length }) =>
      Array.from({ length }, (_, index) => start + index),
    ),
  );
  const ages = found?.audience.ages;
  return {
    ages: found ? (ages ? writeAges(ages) : "any") : null,
    rest: words.filter((_, index) => !taken.has(index)).join(" "),
  };
}

describe("readAudience", () => {
  it.each<[string, string | null, string]>([
    ["واسه دختر پنج سالم نمایش", "5", "نمایش"],
    ["children 5 ta 8 saal", "5-8", ""],
    ["bache 4 sale tehran", "4", "tehran"],
    ["دختر ۶ سالم", "6", ""],
    ["غذای سالم", null, "غذای سالم"],
    ["ده سال شعر", null, "ده سال شعر"],
    ["with kids", "any", ""],
    ["جای سرپوشیده برای بچه‌ها تهران", "any", "جای سرپوشیده تهران"],
    ["4 year old toronto", "4", "toronto"],
    ["for my 4 year old daughter", "4", ""],
    ["برای بچه ۴ ساله", "4", ""],
    ["بچه چهار ساله", "4", ""],
    ["for children of 7", "7", ""],
    ["برای بچه ۷ساله شیراز", "7", "شیراز"],
    ["workshop for 7yo", "7", "workshop"],
    ["kids 3-6", "3-6", ""],
    ["concert ages 9 to 12", "9-12", "concert"],
    ["کارگاه بچه‌های ۳ تا ۶ ساله", "3-6", "کارگاه"],
    ["کودک ۳ تا ۶ سال تهران", "3-6", "تهران"],
    ["my 4 and 7 year olds", "4-7", ""],
    ["kids under 5", "0-5", ""],
    ["بچه زیر ۵ سال", "0-5", ""],
    ["6-month-old baby", "0", ""],
    ["toddlers berlin", "1-3", "berlin"],
    ["toddler friendly", "1-3", ""],
    ["babies welcome yoga", "0-1", "yoga"],
    ["for little kids", "any", ""],
    ["small kids tehran", "any", "tehran"],
    ["واسه بچه کوچیک", "any", ""],
    ["برای بچه‌های کوچک شیراز", "any", "شیراز"],
    ["با بچه کوچولو", "any", ""],
    ["baraye bache kuchik", "any", ""],
    ["барои кӯдакони хурд", "any", ""],
    ["барои кӯдаки хурд", "any", ""],
    ["child free brunch", "18-", "brunch"],
    ["a friendly match", null, "a friendly match"],
    ["شهر کوچک", null, "شهر کوچک"],
    ["نوجوان", "13-17", ""],
    ["فیلم کودک و نوجوان", "any", "فیلم"],
    ["teen workshop", "13-17", "workshop"],
    ["12+", "12-", ""],
    ["12 and up theatre", null, "12 and up theatre"],
    ["ages 12 and up theatre", "12-", "theatre"],
    ["my seven year old", "7", ""],
    ["children five to eight years old", "5-8", ""],
    ["children 5 ta 8 saal", "5-8", ""],
    ["kids one man show", null, "kids one man show"],
    ["18+", "18-", ""],
    ["فیلم +۱۸", "18-", "فیلم"],
    ["بالای ۱۸ سال", "18-", ""],
    ["adults only comedy", "18-", "comedy"],
    ["25 years old", null, "25 years old"],
    ["10 years of jazz", null, "10 years of jazz"],
    ["kids under 10 euros", null, "kids under 10 euros"],
    ["7 samurai", null, "7 samurai"],
    ["five 5k run", null, "five 5k run"],
    ["kids", null, "kids"],
    ["کودک", null, "کودک"],
    ["", null, ""],
  ])("%s", (query, ages, rest) => {
    expect(read(query)).toEqual({ ages, rest });
  });
});

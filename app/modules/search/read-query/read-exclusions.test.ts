import { describe, expect, it } from "vitest";
import seedCities from "../../../../db/seed/cities.json";
import { readQuery } from "./read-query";

const cities = seedCities.map(({ slug, name, countryCode }) => ({
  slug,
  nameEn: name.en,
  nameFa: name.fa,
  countryCode,
}));
const read = (query: string, ignore: string[] = []) =>
  readQuery(query, {
    cities,
    areaOf: () => ({ today: "2026-11-24", isThursdayWeekend: true, currency: "IRR" }),
    ignore,
  });
const notIn = (query: string) => {
  const not = read(query).filters.not;
  return not && { ...not, ...(not.cities ? { cities: not.cities.map(({ slug }) => slug) } : null) };
};

describe("what a query does not want", () => {
  it.each([
    ["dubai not comedy", { categories: ["Comedy"] }],
    ["comedy but not in tehran", { cities: ["tehran"] }],
    ["music not in london or paris", { cities: ["london", "paris"] }],
    ["london not free", { free: true }],
    ["concerts in tehran that aren't free", { free: true }],
    ["tehran concerts w/o kids", { children: true }],
    ["berlin nothing with kids", { children: true }],
    ["isfahan not for children", { children: true }],
    ["workshops no cooking", { words: ["cooking"] }],
    ["کنسرت به‌جز تهران", { cities: ["tehran"] }],
    ["تهران بدون کنسرت", { categories: ["Concert"] }],
    ["کنسرت تهران رایگان نباشه", { free: true }],
    ["اصفهان برای بچه‌ها نباشه", { children: true }],
    ["استندآپ خارج از تهران نه شیراز", { cities: ["tehran", "shiraz"] }],
    ["konsert gheyr az tehran", { cities: ["tehran"] }],
  ])("%s", (query, not) => {
    expect(notIn(query)).toEqual(not);
  });

  it.each([
    "no man's land",
    "much ado about nothing",
    "بدون هزینه تهران",
    "تئاتر گران نباشه",
    "جای شلوغ نباشه",
    "no cost workshop",
    "نه ساله مشهد",
    "outside the box",
  ])("leaves %s as it is", (query) => {
    expect(notIn(query)).toBeUndefined();
  });

  it("is no filter of the same kind, and a chip that can be removed", () => {
    const { filters, chips, words } = read("dubai not comedy");
    expect(filters).toMatchObject({ city: "dubai" });
    expect(filters.category).toBeUndefined();
    expect(words).toBe("");
    expect(chips.map(({ kind }) => kind)).toEqual(["city", "not"]);
    expect(read("dubai not comedy", ["not"])).toMatchObject({
      filters: { city: "dubai" },
      words: "",
    });
  });
});

import { describe, expect, it } from "vitest";
import seedCities from "../../../../db/seed/cities.json";
import { CATEGORIES } from "../../../lib/event/categories";
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
    ["tehran -comedy", { categories: ["Comedy"] }],
    ["سینما ولی تهران نه", { cities: ["tehran"] }],
    ["hame chiz esfahan joz namayeshgah", { categories: ["Art Exhibition"] }],
    ["festivals not in germany", { cities: ["berlin", "hamburg", "cologne", "frankfurt"] }],
    ["کنسرت رو نمی‌خوام تهران", { categories: ["Concert"] }],
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
    "جز تهران",
    "tehran - theatre",
  ])("leaves %s as it is", (query) => {
    expect(notIn(query)).toBeUndefined();
  });

  it("holds for every category and city after and before the words of both languages", () => {
    const before = [
      "not",
      "without",
      "except",
      "other than",
      "anything but",
      "minus",
      "instead of",
      "that isn't",
    ];
    const persian = ["بدون", "به‌جز", "غیر از", "منهای", "سوای", "نه", "جز", "الا", "به استثنای"];
    const after = ["نباشه", "نمی‌خوام", "رو نمی‌خوام", "نه", "دوست ندارم"];
    const claimed: string[] = [];
    for (const { name, fa } of CATEGORIES)
      for (const query of [
        ...before.map((cue) => `tehran ${cue} ${name.toLowerCase()}`),
        ...persian.map((cue) => `تهران ${cue} ${fa}`),
        ...after.map((cue) => `تهران ${fa} ${cue}`),
      ]) {
        const { not, category } = read(query).filters;
        const isLeftOut = not?.categories?.includes(name) || not?.children;
        if (!isLeftOut || category) claimed.push(query);
      }
    for (const { slug, nameEn, nameFa } of cities)
      for (const query of [
        ...before.map((cue) => `theatre ${cue} in ${nameEn.toLowerCase()}`),
        ...persian.map((cue) => `تئاتر ${cue} ${nameFa}`),
        ...after.slice(0, 1).map((cue) => `تئاتر ${nameFa} ${cue}`),
      ]) {
        const { not, city } = read(query).filters;
        if (!not?.cities?.some((one) => one.slug === slug) || city) claimed.push(query);
      }
    expect(claimed).toEqual([]);
  });

  it("says once what it leaves out, and leaves out no word that excludes", () => {
    expect(read("weekend not weekend").filters.not?.words).toEqual(["weekend"]);
    for (const query of ["not not not", "no no", "بدون بدون", "tehran not without"])
      expect(read(query).filters.not, query).toBeUndefined();
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

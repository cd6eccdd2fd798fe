import { describe, expect, it } from "vitest";
import { CATEGORIES } from "../../../lib/event/categories";
import { readCategory } from "./read-category";

describe("the category of an entry", () => {
  it.each(CATEGORIES.map(({ name, fa }) => [name, fa] as const))(
    "is read from our own names %s and %s",
    (name, fa) => {
      expect(readCategory(name)).toEqual({ value: name, confidence: 1, codes: [] });
      expect(readCategory(name.toUpperCase()).value).toBe(name);
      expect(readCategory(fa)).toMatchObject({ value: name, codes: [] });
    },
  );

  it.each([
    ["concerts", "Concert"],
    ["Live music", "Concert"],
    ["Stand-up", "Comedy"],
    ["standup comedy", "Comedy"],
    ["Exhibition", "Art Exhibition"],
    ["Gallery opening", "Art Exhibition"],
    ["Screening", "Movie Screening"],
    ["Hackathon", "Technology"],
    ["Yoga", "Health & Wellness"],
    ["Health and Wellness", "Health & Wellness"],
    ["Theatre", "Theater"],
    ["food-and-drink", "Food & Drink"],
    ["Kids/Family", "Kids & Family"],
    ["Music / Concert", "Music"],
    ["Family-friendly", "Kids & Family"],
    ["Tech", "Technology"],
    ["کنسرت", "Concert"],
    ["کنسرت‌ها", "Concert"],
    ["تئاتر", "Theater"],
    ["تاتر", "Theater"],
    ["نمایش", "Theater"],
    ["كارگاه", "Workshop"],
    ["نمایشگاه", "Art Exhibition"],
    ["نمایشگاه نقاشی", "Art Exhibition"],
    ["جشنواره", "Festival"],
    ["شعرخوانی", "Literature"],
    ["شب شعر", "Literature"],
    ["استندآپ کمدی", "Comedy"],
    ["کودک و نوجوان", "Kids & Family"],
    ["طبیعت گردی", "Outdoors"],
    ["Concerrt", "Concert"],
    ["Worksop", "Workshop"],
    ["Literatuer", "Literature"],
    ["Jazz concert", "Concert"],
    ["🎵 Music", "Music"],
  ])("given %j, is %s", (text, name) => {
    expect(readCategory(text).value).toBe(name);
  });

  it.each(["Quantum", "متفرقه", "zzzz", "123"])("given %j, is unknown", (text) => {
    expect(readCategory(text)).toEqual({ value: null, confidence: 0, codes: ["unknown-category"] });
  });
});

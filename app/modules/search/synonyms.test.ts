import { describe, expect, it } from "vitest";
import { searchKey } from "../../lib/text/search-text";
import { completePhrases, findSynonyms } from "./synonyms";

const words = (text: string) => searchKey(text).split(" ");
const same = (text: string) =>
  findSynonyms(words(text))?.same.map((alternative) => alternative.join(" ")) ?? [];
const near = (text: string) =>
  findSynonyms(words(text))?.near.map((alternative) => alternative.join(" ")) ?? [];

describe("findSynonyms", () => {
  it.each([
    ["theatre", "theater"],
    ["theater", "تیاتر"],
    ["تئاتر", "theatre"],
    ["نمایش", "theater"],
    ["kids", "children"],
    ["children", "کودک"],
    ["بچه‌ها", "kids"],
    ["rug", "carpet"],
    ["carpets", "فرش"],
    ["قالی", "rug"],
    ["santoor", "سنتور"],
    ["سه تار", "setar"],
    ["سه‌تار", "setar"],
    ["سهتار", "setar"],
    ["norooz", "نوروز"],
    ["stand up", "استنداپ"],
    ["board games", "بازی رومیزی"],
    ["پیک نیک", "picnic"],
  ])("%s finds %s", (text, other) => {
    expect(same(text)).toContain(other);
  });

  it("is one-sided for related words", () => {
    expect(near("carpet")).toContain("گبه");
    expect(same("gabbeh")).not.toContain("carpet");
  });

  it("finds nothing for other words", () => {
    expect(findSynonyms(["xyzzy"])).toBeNull();
    expect(findSynonyms([])).toBeNull();
  });

  it("never returns the words themselves, nor empty ones", () => {
    for (const text of ["music", "فیلم", "book club", "جشنواره"]) {
      const found = findSynonyms(words(text));
      const all = [...(found?.same ?? []), ...(found?.near ?? [])];
      expect(all.map((alternative) => alternative.join(" "))).not.toContain(searchKey(text));
      expect(
        all.every(
          (alternative) =>
            alternative.length > 0 &&
            alternative.every((word) => word === searchKey(word) && word !== ""),
        ),
      ).toBe(true);
    }
  });
});

describe("completePhrases", () => {
  it("finds the other language from half a word", () => {
    expect(completePhrases("شاهنا").map((phrase) => phrase.join(" "))).toContain("shahnameh");
    expect(completePhrases("callig").map((phrase) => phrase.join(" "))).toContain("خوشنویسی");
  });

  it("needs four letters", () => {
    expect(completePhrases("cal")).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import seedCities from "../../../../db/seed/cities.json";
import { correctLayout, correctQuery, lookupsOf } from "./correct-query";
import { vocabularyOf } from "./vocabulary";

const cities = seedCities.map(({ slug, name }) => ({ slug, nameEn: name.en, nameFa: name.fa }));
const vocabulary = vocabularyOf(cities);
const correct = (
  query: string,
  mistyped: string[],
  found: string[] = [],
  meant: Record<string, string> = {},
) => correctQuery(query, { mistyped, found }, vocabulary, (word) => meant[word] ?? null);

describe("correctLayout", () => {
  it.each([
    ["klhda", "نمایش"],
    [";ksvj jivhk", "کنسرت تهران"],
    ["si jhv", "سه تار"],
    ["i,a lwk,ud", "هوش مصنوعی"],
    ["فثاقشد", "tehran"],
    ["ذخخن زمعذ", "book club"],
  ])("%s is %s", (typed, meant) => {
    expect(correctLayout(typed, vocabulary).query).toBe(meant);
  });

  it.each(["jazz", "ski", "dc", "کنسرت", "سلام", "oud night", "hgh", "", "12"])(
    "leaves %j",
    (typed) => {
      expect(correctLayout(typed, vocabulary)).toEqual({ query: typed, corrections: [] });
    },
  );

  it("knows words of the index", () => {
    expect(correctLayout("phtzlv", vocabulary).query).toBe("phtzlv");
    expect(correctLayout("phtzlv", vocabulary, (word) => word === "حافظمر").query).toBe("حافظمر");
    expect(lookupsOf("phtzlv", vocabulary)).toContain("حافظمر");
  });
});

describe("correctQuery", () => {
  it.each(["opera", "اپرا"])("leaves %s, which finds the same in the other script", (word) => {
    expect(correct(`${word} kish`, [word])).toBeNull();
  });

  it.each<[string, string[], string[], string, string[]]>([
    [
      "moosighi mahalli",
      ["moosighi", "mahalli"],
      [],
      "موسیقی محلی",
      ["transliteration", "transliteration"],
    ],
    [
      "kelas naghashi",
      ["kelas", "naghashi"],
      [],
      "کلاس نقاشی",
      ["transliteration", "transliteration"],
    ],
    ["shere emshab", ["shere", "emshab"], [], "شعر امشب", ["transliteration", "transliteration"]],
    ["film mostanad", ["mostanad"], ["مستند"], "film مستند", ["transliteration"]],
    [
      "bazi roomizi",
      ["roomizi"],
      ["رومیزی"],
      "بازی رومیزی",
      ["transliteration", "transliteration"],
    ],
    ["mosabeghe do", ["mosabeghe"], [], "مسابقه دو", ["transliteration", "transliteration"]],
    [
      "shab sher dar tehran",
      ["shab", "sher", "dar"],
      [],
      "شب شعر در tehran",
      ["transliteration", "transliteration", "transliteration"],
    ],
    ["koohnavardi jome", ["koohnavardi", "jome"], [], "koohnavardi جمعه", ["transliteration"]],
    ["nwe york", ["nwe"], ["نو"], "new york", ["spelling"]],
    ["haftom tehran", ["haftom"], ["هفتم"], "هفتم tehran", ["transliteration"]],
    [
      "musighi zendeh",
      ["musighi", "zendeh"],
      ["زند", "زنده"],
      "موسیقی زنده",
      ["transliteration", "transliteration"],
    ],
    // "home" resembles it, but beside another Persian word it is جمعه.
    ["jome sobh", ["jome", "sobh"], ["home"], "جمعه صبح", ["transliteration", "transliteration"]],
    ["گالریجدید", ["گالریجدید"], ["گالری"], "گالری جدید", ["joined"]],
  ])("%s", (query, mistyped, found, corrected, kinds) => {
    const result = correct(query, mistyped, found);
    expect(result?.query).toBe(corrected);
    expect(result?.corrections.map(({ kind }) => kind)).toEqual(kinds);
  });

  it("corrects misspelt filter words, and never changes existing words", () => {
    expect(correct("concrt tehran", ["concrt"], [], { concrt: "concert" })).toEqual({
      query: "concert tehran",
      corrections: [{ kind: "spelling", from: "concrt", to: "concert" }],
    });
    expect(correct("ketab", [])).toBeNull();
  });

  it("leaves a short English word beside others", () => {
    expect(correct("what to do calligrapy", ["calligrapy"], ["calligraphy"])).toBeNull();
    expect(correct("jazz do tehran", [])).toBeNull();
  });

  it("leaves misspelt words of the index to the search", () => {
    expect(correct("calligrapy", ["calligrapy"], ["calligraphy"])).toBeNull();
  });

  it("takes turned letters beside known words for no Persian", () => {
    expect(correct("musuem toronto", ["musuem"], ["museum", "معصومه"])).toBeNull();
  });
});

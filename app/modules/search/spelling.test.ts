import { describe, expect, it } from "vitest";
import { searchKey } from "../../lib/text/search-text";
import {
  correctionsOf,
  filterWordMeant,
  isOneMistakeApart,
  replaceWords,
  soundOf,
  spellings,
} from "./spelling";

describe("isOneMistakeApart", () => {
  it.each([
    ["calligraphy", "caligraphy"],
    ["concert", "consert"],
    ["yalda", "yalad"],
    ["خوشنویسی", "خشنویسی"],
    ["شطرنج", "شترنج"],
    ["ab", "ba"],
    ["abc", "abcd"],
    ["abc", "xabc"],
  ])("is true for %s and %s", (a, b) => {
    expect(isOneMistakeApart(a, b)).toBe(true);
    expect(isOneMistakeApart(b, a)).toBe(true);
    expect(spellings(a).some((spelling) => spellings(b).includes(spelling))).toBe(true);
  });

  it.each([
    ["same", "same"],
    ["concert", "konsert"],
    ["abcd", "badc"],
    ["abc", "cba"],
    ["abc", "abcde"],
    ["", "ab"],
  ])("is false for %s and %s", (a, b) => {
    expect(isOneMistakeApart(a, b)).toBe(false);
  });
});

describe("soundOf", () => {
  it.each([
    ["santoor", "santur"],
    ["nowruz", "norooz"],
    ["kamanche", "kamancheh"],
    ["ghazal", "qazal"],
    ["hafiz", "hafez"],
    ["khayam", "khayyam"],
    ["soori", "suri"],
    ["charshanbe", "chaharshanbe"],
    ["tombak", "tonbak"],
  ])("%s sounds like %s", (a, b) => {
    expect(soundOf(a)).toBe(soundOf(b));
    expect(soundOf(a)).not.toBeNull();
  });

  it("is null for other letters and short words", () => {
    expect(soundOf("سنتور")).toBeNull();
    expect(soundOf("daf")).toBeNull();
  });
});

describe("correctionsOf", () => {
  it("returns known words one mistake away, first those with the same beginning", () => {
    expect(correctionsOf("dace", ["lace", "dance", "daze", "concert"])).toEqual([
      "daze",
      "dance",
      "lace",
    ]);
  });
});

describe("filterWordMeant", () => {
  const FILTERS = [
    "tehran",
    "rasht",
    "تهران",
    "shiraz",
    "concert",
    "dance",
    "film",
    "food",
    "free",
    "today",
    "weekend",
    "رایگان",
  ];

  it.each([
    ["concrt", "concert"],
    ["tehrn", "tehran"],
    ["ethran", "tehran"],
    ["tehrann", "tehran"],
    ["تهرن", "تهران"],
    ["flim", "film"],
    ["freee", "free"],
    ["frree", "free"],
    ["wekend", "weekend"],
    ["رایگن", "رایگان"],
    ["shirauz", "shiraz"],
    ["shizar", "shiraz"],
    ["weeke", "weekend"],
    ["conce", "concert"],
  ])("reads %s as %s", (word, filter) => {
    expect(filterWordMeant(word, FILTERS)).toBe(filter);
  });

  it.each([
    "concord",
    "tehrani",
    "تهرانی",
    "fred",
    "tree",
    "fool",
    "flood",
    "lance",
    "tehran",
    "firm",
    "todi",
    "rash",
    "week",
    "concept",
  ])("reads %s as no filter", (word) => {
    expect(filterWordMeant(word, FILTERS)).toBeNull();
  });
});

describe("a word of its own", () => {
  const FILTERS =
    "tehran oslo paris herat wien child sport movie مجانی پاریس اکران اهواز تبریز سمنان ایلام سینما کنسرت ادبیات کرمان تهران".split(
      " ",
    );

  it.each(["solo", "heart", "heat", "wine", "chile", "spot", "move"])(
    "is no filter: %s",
    (word) => {
      expect(correctionsOf(word, FILTERS)).not.toEqual([]);
      expect(filterWordMeant(word, FILTERS)).toBeNull();
    },
  );

  it.each("مجازی پارسی ایران آواز تبریک سخنان اسلام سینا کنسرو ابیات کمان توران".split(" "))(
    "is no filter: %s",
    (word) => {
      expect(correctionsOf(searchKey(word), FILTERS)).not.toEqual([]);
      expect(filterWordMeant(searchKey(word), FILTERS)).toBeNull();
    },
  );

  it("is known to the synonyms on either side", () => {
    for (const word of ["karak", "مجازی", "تماشاخانه"])
      expect([word, filterWordMeant(word, [`${word}x`])]).toEqual([word, null]);
    expect(filterWordMeant("karakk", ["karak"])).toBe("karak");
  });
});

describe("replaceWords", () => {
  it.each([
    ["Concrt in  Tehrn!", "concert in tehran"],
    ["«آبادان» کنسرت تهرن", "«آبادان» کنسرت تهران"],
    ["سه\u200cتار تهرن", "سه\u200cتار تهران"],
    ["Jazz\u200cConcrt", "jazz concert"],
  ])("%s", (text, replaced) => {
    const words: Record<string, string> = { concrt: "concert", tehrn: "tehran", تهرن: "تهران" };
    expect(replaceWords(text, (word) => words[word] ?? word)).toBe(replaced);
  });
});

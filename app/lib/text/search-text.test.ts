import { describe, expect, it } from "vitest";
import { indexText, searchKey, titleKey } from "./search-text";

describe("searchKey", () => {
  it("folds plain names by the short way as by the long one", () => {
    const separators = [" ", "\u200C", "-", " - ", "\u200C\u200C"];
    for (const word of ["آزادی", "شهرآورد", "tehran", "میدان", "Bagh", "طاووس"])
      for (const separator of separators) {
        const name = `${word}${separator}آب`;
        // A letter that folds to nothing takes the long way.
        expect(searchKey(name)).toBe(searchKey(`${name}\u0640`));
        expect(indexText(name)).toBe(indexText(`${name}\u0640`));
      }
  });

  it.each([
    ["Arabic yeh and kaf", "كتابي", "کتابی"],
    ["alef maksura", "موسيقى", "موسیقی"],
    ["teh marbuta, heh with yeh above", "مدرسة خانۀ", "مدرسه خانه"],
    ["alef with madda and hamza", "آواز أمير إيران ٱ", "اواز امیر ایران ا"],
    ["hamza on waw and yeh", "مسؤول پائیز ویدئو", "مسول پاییز ویدیو"],
    ["standing hamza", "شعراء", "شعرا"],
    ["harakat and superscript alef", "گُل مُحَمَّدٰ", "گل محمد"],
    ["tatweel", "ســـلام", "سلام"],
    ["Persian and Arabic digits", "۱۴۰۳ ٢٠٢٦ ۱۰k", "1403 2026 10k"],
    ["ZWNJ becomes a space", "می‌خواهم سه‌تار", "می خواهم سه تار"],
    ["ZWNJ at the edges", "‌کتاب‌ ", "کتاب"],
    ["bidi marks and byte order mark", "\u200fتهران\u200e \ufeffb", "تهران b"],
    ["presentation forms", "ﻛﺘﺎﺏ", "کتاب"],
    [
      "Latin diacritics",
      "Café Å Øresund Straße İstanbul Martı",
      "cafe a oresund strasse istanbul marti",
    ],
    ["apostrophes", "Women’s children's D'Orient", "womens childrens dorient"],
    ["punctuation", "Film: «باران»، (2026)! #x", "film باران 2026 x"],
    ["hyphens and dots", "stand-up node.js D.C. end.", "stand up node js d c end"],
    ["FTS operators", 'a AND "b" OR c* NEAR(d) -e ^f {g}: h', "a and b or c near d e f g h"],
    ["NUL, controls, lone surrogates, emoji", "a\0b\u0007c \ud800 🎵d", "a b c d"],
    ["full-width", "ＡＢＣ１２３", "abc123"],
    ["nothing", " ‌ -- ", ""],
  ])("folds %s", (_, text, key) => {
    expect(searchKey(text)).toBe(key);
  });

  it.each([
    ["تئاتر", "تاتر", "تآتر", "تئاتر".normalize("NFD")],
    ["مسئله", "مساله", "مسأله", "مسئلۀ"],
    ["مسئول", "مسؤول", "مسوول", "مسول"],
    ["هیئت", "هیأت", "هيئت", "هيأت"],
    ["جرئت", "جرأت"],
    ["ایدئال", "ایدآل", "ایدال"],
    ["پائیز", "پاییز"],
    ["ویدئو", "ویدیو"],
    ["طاووس", "طاوس"],
  ])("treats %s and its other spellings as one word", (...spellings) => {
    expect(new Set(spellings.map(searchKey)).size).toBe(1);
  });

  it("is idempotent", () => {
    for (const text of [
      "آش و نان؛ آشپزخانه سی استان",
      "Ciné-Club: Tuning",
      "شب‌های مستند",
      "한국어 がく",
    ]) {
      expect(searchKey(searchKey(text))).toBe(searchKey(text));
    }
  });

  it("handles long text quickly", () => {
    const started = performance.now();
    searchKey("می‌خواهم a-".repeat(20_000));
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe("indexText", () => {
  it("holds both readings of a joined word", () => {
    expect(indexText("شب سه‌تار در تهران")).toBe("شب سه تار در تهران سهتار");
    expect(indexText("Stand-up in Naqsh-e-Jahan")).toBe(
      "stand up in naqsh e jahan standup naqshejahan naqshe ejahan",
    );
  });

  it("joins the pairs of a longer word", () => {
    expect(indexText("کتاب‌خوانی‌ها").split(" ")).toEqual([
      "کتاب",
      "خوانی",
      "ها",
      "کتابخوانیها",
      "کتابخوانی",
      "خوانیها",
    ]);
  });

  it("is the search key if nothing is joined", () => {
    expect(indexText("Board Game Night")).toBe("board game night");
    expect(indexText("")).toBe("");
  });
});

describe("titleKey", () => {
  it("ignores case, punctuation, joins and letter forms", () => {
    expect(titleKey("Stand-up Night!")).toBe(titleKey("standup  NIGHT"));
    expect(titleKey("شب كتاب‌خواني")).toBe(titleKey("شب کتابخوانی"));
    expect(titleKey("Night A")).not.toBe(titleKey("Night B"));
  });
});

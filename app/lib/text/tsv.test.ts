import { describe, expect, it } from "vitest";
import synonyms from "../../../data/synonyms.tsv?raw";
import translations from "../../../data/word-translations.tsv?raw";
import { readTsv } from "./csv";

describe("readTsv", () => {
  it("reads columns, without comments and blank lines", () => {
    expect(readTsv("# a\tb\n\none\ttwo\r\nthree\n")).toEqual([["one", "two"], ["three"]]);
  });
});

describe("the data files", () => {
  it("of synonyms have one or two columns of full phrases", () => {
    for (const row of readTsv(synonyms)) {
      expect(row.length, row[0]).toBeLessThanOrEqual(2);
      for (const phrase of row.join(",").split(",")) expect(phrase.trim(), row[0]).not.toBe("");
    }
  });

  it("of translations have a column of English and one of Persian words", () => {
    for (const row of readTsv(translations))
      expect(row).toEqual([
        expect.stringMatching(/^[a-z' ]+$/),
        expect.stringMatching(/^[\u0600-\u06ff ]+$/),
      ]);
  });
});

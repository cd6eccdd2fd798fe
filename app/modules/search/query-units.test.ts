import { describe, expect, it } from "vitest";
import { completeUnit, correctUnit, leftOutWords, unitsOf } from "./query-units";

const read = (text: string) => unitsOf(text).map(({ words }) => words.join(" "));

describe("unitsOf", () => {
  it.each([
    ["setar night in the garden", ["setar", "night", "garden"]],
    ["board game night", ["board game", "night"]],
    ["شب سه تار", ["شب", "سه تار"]],
    ["پیاده‌روی در جنگل", ["پیاده روی", "جنگل"]],
    ["کتاب‌ها", ["کتاب"]],
    ["jazz jazz", ["jazz"]],
    ["the", ["the"]],
    ["", []],
    ["  ", []],
  ])("%s", (text, units) => {
    expect(read(text)).toEqual(units);
  });

  it("reads up to a maximum of words", () => {
    expect(unitsOf(Array.from({ length: 200 }, (_, i) => `word${i}`).join(" "))).toHaveLength(6);
    expect(unitsOf("x".repeat(5_000))[0]?.words[0]).toHaveLength(40);
  });

  it("tells the words that are left out", () => {
    expect(leftOutWords("setar night in the garden")).toEqual([]);
    const words = Array.from({ length: 18 }, (_, at) => `word${at}`);
    expect(leftOutWords(words.join(" "))).toEqual(words.slice(6));
    expect(leftOutWords("jazz jazz jazz jazz jazz jazz jazz")).toEqual([]);
  });

  it("includes neighbours joined", () => {
    expect(unitsOf("xa xb xc").map(({ joins }) => joins)).toEqual([
      ["xaxb", "xaxbxc"],
      ["xaxb", "xbxc", "xaxbxc"],
      ["xbxc", "xaxbxc"],
    ]);
  });
});

describe("correctUnit", () => {
  it("adds the synonyms of the corrected word", () => {
    const [unit] = unitsOf("caligraphy");
    if (!unit) throw new Error("no unit");
    const kinds = correctUnit(unit, ["calligraphy"]).alternatives.map(
      ({ words, kind }) => `${kind} ${words.join(" ")}`,
    );
    expect(kinds).toContain("typed caligraphy");
    expect(kinds).toContain("corrected calligraphy");
    expect(kinds).toContain("same خوشنویسی");
  });
});

describe("completeUnit", () => {
  it("adds the meanings of known words with this beginning", () => {
    const [unit] = unitsOf("callig");
    if (!unit) throw new Error("no unit");
    expect(completeUnit(unit, "callig").alternatives).toContainEqual({
      words: ["خوشنویسی"],
      kind: "completed",
    });
  });
});

import { describe, expect, it } from "vitest";
import { markWords } from "./mark-words";

const said = (text: string, marks: Parameters<typeof markWords>[1]) =>
  markWords(text, marks).map(({ text: part, name }) => (name ? `[${name}:${part}]` : part));

describe("given an announcement and the words that gave its facts", () => {
  it.each([
    [
      "words as written",
      "Jazz night\n5 May",
      [{ name: "when", words: "5 May" }],
      ["Jazz night\n", "[when:5 May]"],
    ],
    [
      "Arabic letters, digits and half-spaces",
      "شب‌هاي كمانچه ساعت ٢٠",
      [
        { name: "title", words: "شبهای کمانچه" },
        { name: "when", words: "ساعت 20" },
      ],
      ["[title:شب‌هاي كمانچه]", " ", "[when:ساعت ٢٠]"],
    ],
    [
      "the same words twice",
      "free, free",
      [
        { name: "a", words: "free" },
        { name: "b", words: "free" },
      ],
      ["[a:free]", ", ", "[b:free]"],
    ],
    [
      "words within words that are taken",
      "Hafez Hall, Tehran",
      [
        { name: "where", words: "Hafez Hall, Tehran" },
        { name: "city", words: "Tehran" },
      ],
      ["[where:Hafez Hall, Tehran]"],
    ],
    ["words that do not stand there", "Jazz", [{ name: "price", words: "100" }], ["Jazz"]],
    ["no words", "Jazz", [{ name: "price", words: " " }], ["Jazz"]],
  ])("when there are %s, then their places are marked", (_, text, marks, parts) => {
    expect(said(text, marks)).toEqual(parts);
  });

  it("when its parts are joined, then they are the text", () => {
    const text = "Évening  of\u200c Setar\n۲۰ تومان";
    const parts = markWords(text, [
      { name: "title", words: "of setar" },
      { name: "price", words: "20 تومان" },
    ]);
    expect(parts.map((part) => part.text).join("")).toBe(text);
    expect(parts.filter(({ name }) => name !== null)).toHaveLength(2);
  });
});

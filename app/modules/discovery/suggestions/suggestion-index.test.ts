import { describe, expect, it } from "vitest";
import {
  createIndexBuilder,
  readSuggestionIndex,
  SUGGESTION_KINDS,
  type Suggestible,
  type SuggestionKind,
} from "./suggestion-index";
import { spelledWords, suggestionWords } from "./suggestion-readings";

const of =
  (kind: SuggestionKind) =>
  (names: string[], context: string[] = []): Suggestible => ({
    kind,
    names,
    context,
    fields: [names[0] ?? ""],
  });
const [city, category, venue, organizer, event] = (
  ["city", "category", "venue", "organizer", "event"] as const
).map(of) as [
  ReturnType<typeof of>,
  ReturnType<typeof of>,
  ReturnType<typeof of>,
  ReturnType<typeof of>,
  ReturnType<typeof of>,
];

const SUGGESTIBLES = [
  city(["Tehran", "تهران"]),
  city(["Isfahan", "اصفهان"]),
  category(["Concert", "کنسرت"]),
  category(["Theater", "تئاتر"]),
  venue(["Vahdat Hall", "تالار وحدت"], ["Tehran", "تهران"]),
  venue(["Laleh Park", "پارک لاله"], ["Tehran", "تهران"]),
  organizer(["House of Setar"]),
  event(["Late concert in the garden", "کنسرت دیرهنگام"], ["Isfahan", "اصفهان"]),
  event(["Concert of two setars", "کنسرت دو سه‌تار"], ["Tehran", "تهران", "Vahdat Hall"]),
  event(["Local music night", "شب موسیقی محلی"], ["Tehran", "تهران"]),
  event(["The 5K of the city", "دوی ۵ کیلومتر شهر"], ["Tehran", "تهران"]),
  event(["Poetry night", "شب شعر"], ["Shiraz", "شیراز"]),
  event(["Café Jäger", "كافه يلدا"], ["Berlin", "برلین"]),
];

const builder = createIndexBuilder();
for (const suggestible of SUGGESTIBLES) builder.add(suggestible);
const index = readSuggestionIndex(builder.write({ version: "1.2", builtAt: 5 }));
const MOST = { city: 3, category: 3, venue: 3, organizer: 3, event: 4 };

function find(q: string): Record<string, string[]> {
  const words = suggestionWords(q);
  const known = words.every(index.hasPrefix)
    ? words.map((word) => [word])
    : (spelledWords(words, index) ?? []);
  const found = index.find(known, MOST);
  return Object.fromEntries(
    Object.entries(found).flatMap(([kind, list]) =>
      list.length > 0 ? [[kind, list.map(([name = ""]) => name)]] : [],
    ),
  );
}

describe("suggestions by the beginnings of words", () => {
  it.each<[string, Record<string, string[]>]>([
    // Names that begin so come first; later events follow.
    [
      "con",
      { category: ["Concert"], event: ["Concert of two setars", "Late concert in the garden"] },
    ],
    [
      "کنس",
      { category: ["Concert"], event: ["Late concert in the garden", "Concert of two setars"] },
    ],
    // A whole word comes before a longer one.
    ["setar", { organizer: ["House of Setar"], event: ["Concert of two setars"] }],
    // The context narrows, but finds nothing alone.
    ["te", { city: ["Tehran"] }],
    ["concert isf", { event: ["Late concert in the garden"] }],
    ["hall teh", { venue: ["Vahdat Hall"] }],
    ["concert vahdat", { event: ["Concert of two setars"] }],
    ["concert berlin", {}],
    // Letters, digits and half-spaces fold.
    [
      "كنسرت",
      { category: ["Concert"], event: ["Late concert in the garden", "Concert of two setars"] },
    ],
    ["سهتا", { event: ["Concert of two setars"] }],
    ["سه‌تار", { event: ["Concert of two setars"] }],
    ["سه تار", { event: ["Concert of two setars"] }],
    ["۵ کیلو", { event: ["The 5K of the city"] }],
    ["5 کیلو", { event: ["The 5K of the city"] }],
    ["کافه ی", { event: ["Café Jäger"] }],
    ["cafe jag", { event: ["Café Jäger"] }],
    // Stop words count only alone.
    ["the night", { event: ["Local music night", "Poetry night"] }],
    // Persian in Latin letters, and the last word unfinished.
    ["mosighi", { event: ["Local music night"] }],
    ["moosi", { event: ["Local music night"] }],
    ["shabe sher", { event: ["Poetry night"] }],
    ["talar vah", { venue: ["Vahdat Hall"] }],
    ["esf", { city: ["Isfahan"] }],
    ["zzz", {}],
    ["!!", {}],
  ])("%s", (q, expected) => {
    expect(find(q)).toEqual(expected);
  });

  it("limits each kind to the best", () => {
    expect(index.find([["concert"]], { ...MOST, event: 1 }).event).toEqual([
      ["Concert of two setars"],
    ]);
  });

  it("keeps its version and its time", () => {
    expect([index.version, index.builtAt]).toEqual(["1.2", 5]);
  });

  it("knows words and their beginnings, and nothing that is none", () => {
    expect(["concert", "concer", "شیراز", "zzz", ""].map(index.hasWord)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(["concer", "شیر", "zzz", "\u{10ffff}", "-"].map(index.hasPrefix)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("finds nothing in an empty index", () => {
    const empty = readSuggestionIndex(createIndexBuilder().write({ version: "", builtAt: 0 }));
    expect(Object.values(empty.find([["a"]], MOST)).flat()).toEqual([]);
    expect([
      empty.hasWord("a"),
      empty.wordsOfSkeleton("^a"),
      empty.wordsOfSkeletonPrefix("^a"),
    ]).toEqual([false, [], []]);
  });

  it("finds every word of every name, whatever the order", () => {
    for (const { kind, names, fields } of SUGGESTIBLES)
      for (const word of names.flatMap(suggestionWords)) {
        const found = index.find([[word]], { ...MOST, event: 20 });
        expect([word, found[kind]]).toEqual([word, expect.arrayContaining([fields])]);
      }
    expect(Object.keys(SUGGESTION_KINDS)).toHaveLength(5);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import seedCities from "../../../db/seed/cities.json";
import { readTsv } from "../../lib/text/csv";
import { searchKey } from "../../lib/text/search-text";
import {
  categoryOfKind,
  type KnownNameRow,
  nameKeysOf,
  namePartsOf,
  namesIn,
} from "./named-in-query";
import { readQuery } from "./read-query/read-query";

const readOptions = {
  cities: seedCities.map(({ slug, name, countryCode }) => ({
    slug,
    nameEn: name.en,
    nameFa: name.fa,
    countryCode,
  })),
  areaOf: () => ({ today: "2026-11-24", isThursdayWeekend: true, currency: "IRR" }),
};

const row = (key: string, name: string, forms = "", isCommon = 0) => ({
  key,
  name,
  kind: "singer",
  forms,
  isCommon,
});

const namesOf = (words: string[], rows: readonly KnownNameRow[]) =>
  namesIn(words, namePartsOf(words), rows);

describe("known names in a query", () => {
  it("are looked up by their words, joined", () => {
    expect(nameKeysOf(namePartsOf(["کیهان", "کلهر"]))).toEqual(["کیهانکلهر", "کیهان", "کلهر"]);
  });

  it("are the longest ones, with their other spellings", () => {
    const rows = [row("کیهانکلهر", "کیهان کلهر", "کیهان کلهر|kayhan kalhor"), row("کلهر", "دیگر")];
    expect(namesOf(["کیهان", "کلهر"], rows)).toEqual([
      { name: "کیهان کلهر", kind: "singer", words: ["کیهان", "کلهر"], forms: ["kayhan kalhor"] },
    ]);
  });

  it("are names only alone where they are common words too", () => {
    const rows = [row("ebi", "ابراهیم حامدی", "", 1)];
    expect(namesOf(["ebi"], rows)).toHaveLength(1);
    expect(namesOf(["ebi", "workshop"], rows)).toEqual([]);
  });

  it.each([
    ["Қубодӣ", "قبادی"],
    ["Баҳман Қубодӣ", "بهمنقبادی"],
    ["Ҷуброн", "جبران"],
    ["Гугуш", "گوگوش"],
    ["Бедил", "بیدل"],
    ["Ҳумоюн Шаҷариён", "همایونشجریان"],
    ["Шабнам Сурайё", searchKey("Шабнам Сурайё").replaceAll(" ", "")],
  ])("are found by their Tajik letters: %s", (query, key) => {
    const { allWords, spelt } = readQuery(query, readOptions);
    expect(nameKeysOf(namePartsOf(allWords.split(" "), spelt))).toContain(key);
  });

  it("are looked up in a bounded number of keys, the likeliest of each part among them", () => {
    const query =
      "Қубодӣ Баҳман Ҷуброн Гугуш Бедил Ҳумоюн Шаҷариён Шабнам Сурайё Маҳмуд Фуруғ Саттор";
    const { allWords, spelt } = readQuery(query, readOptions);
    const parts = namePartsOf(allWords.split(" "), spelt);
    const keys = nameKeysOf(parts);
    expect(keys.length).toBe(300);
    expect(keys).toEqual(expect.arrayContaining(["جبران", "گوگوش", "بیدل", "همایونشجریان"]));
    expect(parts.filter((part) => part.keys[0] && !keys.includes(part.keys[0]))).toEqual([]);
  });

  it("in Tajik letters are no other words of the same sounds", () => {
    const { allWords, filters } = readQuery("Маҳмуд Маҳмудӣ", readOptions);
    expect([allWords, filters]).toEqual(["mahmud mahmudi", {}]);
    expect(readQuery("Ҳумоюн", readOptions).allWords).not.toBe("همان");
  });

  it("stand in the database as in data/names.tsv", () => {
    const stored = new Set(
      [
        "0061_known_names",
        "0084_ordinary_words",
        "0085_names_of_qeysar",
        "0086_more_names",
      ].flatMap(
        (name) =>
          readFileSync(`migrations/${name}.sql`, "utf8").match(/(?<=^\(')(?:[^']|'')+(?=',)/gm) ??
          [],
      ),
    );
    for (const [, name = "", latin = "", others = ""] of readTsv(
      readFileSync("data/names.tsv", "utf8"),
    ))
      for (const form of [name, ...latin.split("|"), ...others.split("|")]) {
        const key = searchKey(form).replaceAll(" ", "");
        if (key.length >= 3) expect(stored.has(key), form).toBe(true);
      }
  });

  it("have a category where events of like names are, whatever their kind", () => {
    const kinds = new Set(
      readTsv(readFileSync("data/names.tsv", "utf8")).map(([kind = ""]) => kind),
    );
    // A work may be a play, a film or a book.
    expect([...kinds].filter((kind) => categoryOfKind(kind) === null)).toEqual(["work"]);
  });
});

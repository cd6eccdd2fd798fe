import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { searchKey } from "../app/lib/text/search-text";
import {
  beginningOf,
  beginningsOf,
  hasBeginning,
  rowSource,
  wordsInName,
} from "../app/modules/search/read-query/beginnings";
import { placeLines, placeNamesIn } from "../app/modules/search/read-query/read-place";
import {
  mayBeginPersian,
  mayBeginSkeleton,
  skeletonOf,
} from "../app/modules/search/read-query/transliterate";
import { synonymRows, synonymWords } from "../app/modules/search/synonyms";
import { searchTables } from "./search-tables";

const foldedWords = (text: string) => searchKey(text).split(" ").filter(Boolean);

const tables = Object.entries(searchTables());

it.each(tables)(
  "%s of search is that of its data: run `npm run make` after a change",
  (name, text) => {
    expect(readFileSync(`app/modules/search/made/${name}.txt`, "utf8") === text).toBe(true);
  },
);

/** Rows of places and of synonyms that a query's first search in an isolate may go through. */
const MOST_ROWS = 520;

it.each([
  "free poetry night setar jazz workshop dance festival gallery story outdoor chess",
  "شب جمعه رایگان اصفهان شیراز کودک نمایشگاه کارگاه رقص جشنواره کتاب خانواده",
  // Twelve Tajik names, as they are read.
  "qubadi بهمن jubran gugush bedil همایون shajarien shabnam سوری mahmud فروغ sattar",
])("the words of %j ask for few rows", (query) => {
  const rows = tables.flatMap(([, text]) => {
    const source = rowSource(text, (row) => [row]);
    return [...new Set(query.split(" ").flatMap(beginningsOf).flatMap(source.at))];
  });
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(MOST_ROWS);
});

it("a name has the beginning that it is kept under, and no other", () => {
  const names = [
    ...synonymRows().flatMap(({ phrases, words }) => [...phrases, ...words]),
    ...placeLines().flatMap(placeNamesIn),
    ..."وورکشاپ|a|‌آب|é|e\u0301t|i\u0307x|Ö|ا\u0653ب|٣د|".split("|"),
  ];
  const wrong = names.filter(
    (name) => !hasBeginning(name, beginningOf(name)) || hasBeginning(name, "\u0000"),
  );
  expect(wrong).toEqual([]);
});

/** Rows that the skeletons of twelve Tajik names may go through, of all: the table is not read whole. */
const MOST_OF_ALL = 0.35;

it("words are found by their consonants, of which few rows are asked", () => {
  const words = new Set([
    ...synonymWords.all(),
    ...placeLines().flatMap(placeNamesIn).flatMap(wordsInName).flatMap(foldedWords),
  ]);
  const lost = [...words].filter((word) => {
    const skeleton = skeletonOf(word);
    return skeleton !== null && !mayBeginSkeleton(beginningOf(word), skeleton);
  });
  expect(words.size).toBeGreaterThan(2_000);
  expect(lost).toEqual([]);

  const skeletons =
    "qubadi bahman jubran gugush bedil humayun shajariyan shabnam suraya mahmud furugh sattar"
      .split(" ")
      .map((name) => skeletonOf(name) ?? "");
  const rows = (isAsked: (beginning: string) => boolean) =>
    tables.flatMap(([, text]) => {
      const source = rowSource(text, (row) => [row]);
      return [...source.beginnings()].filter(isAsked).flatMap(source.at);
    }).length;
  const asked = rows((beginning) => skeletons.some((one) => mayBeginPersian(beginning, one)));
  expect(asked / rows(() => true)).toBeLessThanOrEqual(MOST_OF_ALL);
});

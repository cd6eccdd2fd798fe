import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  beginningOf,
  beginningsOf,
  hasBeginning,
  rowSource,
} from "../app/modules/search/read-query/beginnings";
import { placeLines, placeNamesIn } from "../app/modules/search/read-query/read-place";
import { synonymRows } from "../app/modules/search/synonyms";
import { searchTables } from "./search-tables";

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

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { beginningsOf, rowSource } from "../app/modules/search/read-query/beginnings";
import { searchTables } from "./search-tables";

const tables = Object.entries(searchTables());

it.each(tables)(
  "%s of search is that of its data: run `npm run make` after a change",
  (name, text) => {
    expect(readFileSync(`app/modules/search/made/${name}.txt`, "utf8") === text).toBe(true);
  },
);

/** Rows of places and of synonyms that a query's first search in an isolate may go through. */
const MOST_ROWS = 500;

it.each([
  "free poetry night setar jazz workshop dance festival gallery story outdoor chess",
  "شب جمعه رایگان اصفهان شیراز کودک نمایشگاه کارگاه رقص جشنواره کتاب خانواده",
])("the words of %j ask for few rows", (query) => {
  const rows = tables.flatMap(([, text]) => {
    const source = rowSource(text, (row) => [row]);
    return [...new Set(query.split(" ").flatMap(beginningsOf).flatMap(source.at))];
  });
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(MOST_ROWS);
});

import { existsSync, mkdirSync, writeFileSync } from "node:fs";

/**
 * Writes app/modules/search/made/: which rows of places and synonyms the words of a query may be in,
 * so that an isolate reads those alone where it would otherwise go through thousands of names for its
 * first search.
 */
const FOLDER = "app/modules/search/made";
const NAMES = ["place-rows", "synonym-rows"];

const fileOf = (name: string) => `${FOLDER}/${name}.txt`;
mkdirSync(FOLDER, { recursive: true });
// The readers, which the tables are made of, import them.
for (const name of NAMES) if (!existsSync(fileOf(name))) writeFileSync(fileOf(name), "");
const { searchTables } = await import("./search-tables");
for (const [name, text] of Object.entries(searchTables())) writeFileSync(fileOf(name), text);

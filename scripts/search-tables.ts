import { sortedLines } from "../app/lib/text/sorted-lines";
import {
  beginningOf,
  lettersOfRows,
  wordsInName,
} from "../app/modules/search/read-query/beginnings";
import { placeLines, placeNamesIn } from "../app/modules/search/read-query/read-place";
import { LONGEST_PHRASE, phraseBeginning, synonymRows } from "../app/modules/search/synonyms";

/** Rows by the beginnings of their names, and of the words in these. */
function rowsByBeginning(beginnings: readonly (readonly string[])[]): string {
  const rows = new Map<string, number[]>();
  for (const [row, own] of beginnings.entries())
    for (const beginning of new Set(own))
      rows.set(beginning, [...(rows.get(beginning) ?? []), row]);
  return sortedLines([...rows].map(([beginning, own]) => [beginning, lettersOfRows(own)]));
}

const wordBeginnings = (name: string) => wordsInName(name).map(beginningOf);

/** The texts of `app/modules/search/made/`, by file. */
export function searchTables(): Record<string, string> {
  const synonyms = synonymRows();
  const phrases = synonyms.flatMap(({ phrases: own }) => own);
  const longest = Math.max(...phrases.map((phrase) => phrase.split(/[ \u200c-]/).length));
  if (longest > LONGEST_PHRASE) throw new Error(`LONGEST_PHRASE is less than ${longest}.`);
  return {
    "place-rows": rowsByBeginning(
      placeLines().map((line) =>
        placeNamesIn(line).flatMap((name) => [beginningOf(name), ...wordBeginnings(name)]),
      ),
    ),
    "synonym-rows": rowsByBeginning(
      synonyms.map(({ phrases: own, words }) => [
        ...own.map(phraseBeginning),
        ...words.flatMap(wordBeginnings),
      ]),
    ),
  };
}

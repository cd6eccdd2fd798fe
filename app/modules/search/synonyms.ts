import synonyms from "../../../data/synonyms.tsv?raw";
import { readTsv } from "../../lib/text/csv";
import { searchKey } from "../../lib/text/search-text";
import { beginningOf, beginningsOf, WordIndex } from "./read-query/beginnings";
import { formsOf } from "./read-query/spoken-forms";
import { stem } from "./stem";

export interface Expansion {
  /** Each alternative is a list of required words. */
  same: readonly (readonly string[])[];
  near: readonly (readonly string[])[];
}

interface Group {
  same: string[][];
  near: string[][];
}

const JOINED = /[-\u200c]/;

/** Splits a phrase of the table at its spaces; hyphenated parts are joined. */
function wordsOf(phrase: string): string[] {
  return phrase
    .split(" ")
    .map((part) => (JOINED.test(part) ? searchKey(part).replaceAll(" ", "") : searchKey(part)))
    .filter(Boolean);
}

/** Joined, so that سه تار, سه‌تار and سهتار have one key. */
const keyOf = (words: readonly string[]) => words.join("");
const stemKeyOf = (words: readonly string[]) => words.map(stem).join("");

/** A phrase of a row. */
interface Phrase {
  row: number;
  phrase: string;
}

interface Table {
  rows: readonly (readonly string[])[];
  /** Words of the rows that were asked for. */
  groups: Map<number, Group>;
  /** By their beginnings, which are read when a query has them: folding thousands takes 20 ms. */
  phrases: Map<string, Phrase[]>;
  read: Set<string>;
  byKey: Map<string, number[]>;
  /** Word count of the longest phrase, in any spelling. */
  longest: number;
}

/** What themes that are days too are called in titles. */
const THEMES: Record<string, string> = {
  yalda: "yalda,یلدا",
  nowruz: "nowruz,نوروز",
  suri: "chaharshanbe suri,chaharshanbe soori,چهارشنبه سوری",
  sizdah: "sizdah bedar,سیزده بدر",
};

/** Spoken and short forms of words and themes (`data/abbreviations.tsv`), as rows of the table. */
const spokenWords = (): [same: string][] => [
  ...formsOf("word").map(({ names, meaning }): [string] => [
    [...names, ...meaning.split("=")].join(","),
  ]),
  ...formsOf("holiday").flatMap(({ names, meaning, isCued }): [string][] => {
    const theme = THEMES[meaning];
    return theme && !isCued ? [[[...names, theme].join(",")]] : [];
  }),
];

const SEPARATOR = /[ \u200c-]/;
/** Stems of verbs begin with another letter: each query reads them. */
const VERB = /^ن?می/;

function readTable(): Table {
  const rows = [...readTsv(synonyms), ...spokenWords()];
  const phrases: Table["phrases"] = new Map();
  let longest = 1;
  for (const [row, [same = ""]] of rows.entries())
    for (const name of same.split(",")) {
      const phrase = name.trim();
      longest = Math.max(longest, phrase.split(SEPARATOR).length);
      const beginning = VERB.test(phrase) ? "" : beginningOf(phrase);
      const others = phrases.get(beginning);
      if (others) others.push({ row, phrase });
      else phrases.set(beginning, [{ row, phrase }]);
    }
  return { rows, groups: new Map(), phrases, read: new Set(), byKey: new Map(), longest };
}

let table: Table | undefined;
const readRows = (): Table => (table ??= readTable());

/** The words of a row. */
function groupOf({ rows, groups }: Table, row: number): Group {
  const known = groups.get(row);
  if (known) return known;
  const [same = [], near = []] = [0, 1].map((column) =>
    (rows[row]?.[column] ?? "")
      .split(",")
      .map(wordsOf)
      .filter(({ length }) => length > 0),
  );
  const group = { same, near };
  groups.set(row, group);
  return group;
}

/** Folds the phrases that a key may be one of. */
function readPhrases({ phrases, read, byKey }: Table, key: string): void {
  for (const beginning of beginningsOf(key)) {
    if (read.has(beginning)) continue;
    read.add(beginning);
    for (const { row, phrase } of phrases.get(beginning) ?? []) {
      const joined = wordsOf(phrase);
      const split = JOINED.test(phrase) ? searchKey(phrase).split(" ") : joined;
      for (const own of new Set([keyOf(joined), stemKeyOf(joined), stemKeyOf(split)])) {
        const known = byKey.get(own);
        if (!known) byKey.set(own, [row]);
        else if (!known.includes(row)) known.push(row);
      }
    }
  }
}

/** The rows that have a key, in their order. */
function rowsOf(of: Table, key: string): readonly number[] {
  readPhrases(of, key);
  return [...(of.byKey.get(key) ?? [])].sort((a, b) => a - b);
}

/** Word count of the table's longest phrase; longer ones need no lookup. */
export const longestPhrase = (): number => readRows().longest;

/** Synonyms of folded words; null if the table does not contain them. */
export function findSynonyms(words: readonly string[]): Expansion | null {
  const of = readRows();
  const found = [...new Set([...rowsOf(of, keyOf(words)), ...rowsOf(of, stemKeyOf(words))])];
  if (found.length === 0) return null;
  const seen = new Set([words.join(" ")]);
  const collect = (kind: keyof Group) =>
    found
      .flatMap((row) => groupOf(of, row)[kind])
      .filter((alternative) => {
        const key = alternative.join(" ");
        return !seen.has(key) && seen.add(key);
      });
  return { same: collect("same"), near: collect("near") };
}

/** The folded words of the table; parts that are joined in it are one word. */
export const synonymWords = new WordIndex(() =>
  readRows().rows.flatMap(([same = "", near = ""]) =>
    `${same},${near}`.replace(/[\u200C-]/g, "").split(","),
  ),
);

/** Whether the table contains the folded word, so that it is not a typing mistake. */
export const knowsWord = (word: string): boolean => synonymWords.has(word);

/** Minimum length of a prefix; shorter ones have too many completions. */
const SHORTEST_BEGINNING = 4;
const MOST_COMPLETIONS = 12;

/**
 * Synonyms of known words with the prefix: an unfinished word also finds events in the other
 * language.
 */
export function completePhrases(beginning: string): (readonly string[])[] {
  if (beginning.length < SHORTEST_BEGINNING) return [];
  const of = readRows();
  const rows = beginningsOf(beginning).flatMap((one) =>
    (of.phrases.get(one) ?? []).map(({ row }) => row),
  );
  const begun = [...new Set(rows)]
    .sort((a, b) => a - b)
    .map((row) => groupOf(of, row))
    .filter(({ same }) =>
      same.some(([first, ...rest]) => rest.length === 0 && first?.startsWith(beginning)),
    );
  return begun.flatMap(({ same }) => same).slice(0, MOST_COMPLETIONS);
}

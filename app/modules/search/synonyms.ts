import synonyms from "../../../data/synonyms.tsv?raw";
import { readTsv } from "../../lib/text/csv";
import { searchKey } from "../../lib/text/search-text";
import { firstLetter } from "./read-query/spans";
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

/** A phrase that waits for a query with its first letter. */
interface Waiting {
  row: number;
  phrase: string;
}

interface Table {
  rows: readonly (readonly string[])[];
  /** Words of the rows that were asked for. */
  groups: Map<number, Group>;
  /** By first letter: folding thousands of phrases takes 20 ms. */
  waiting: Map<string, Waiting[]>;
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
  const waiting: Table["waiting"] = new Map();
  let longest = 1;
  for (const [row, [same = ""]] of rows.entries())
    for (const name of same.split(",")) {
      const phrase = name.trim();
      longest = Math.max(longest, phrase.split(SEPARATOR).length);
      const letter = VERB.test(phrase) ? "" : firstLetter(phrase);
      const others = waiting.get(letter);
      if (others) others.push({ row, phrase });
      else waiting.set(letter, [{ row, phrase }]);
    }
  return { rows, groups: new Map(), waiting, byKey: new Map(), longest };
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
function readPhrases({ waiting, byKey }: Table, key: string): void {
  for (const letter of ["", key.charAt(0)]) {
    const phrases = waiting.get(letter) ?? [];
    waiting.delete(letter);
    for (const { row, phrase } of phrases) {
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

let tableWords: ReadonlySet<string> | undefined;

function allGroups(): Group[] {
  const of = readRows();
  return of.rows.map((_, row) => groupOf(of, row));
}

/** The folded words of the table. */
export function synonymWords(): ReadonlySet<string> {
  tableWords ??= new Set(allGroups().flatMap(({ same, near }) => [...same, ...near].flat()));
  return tableWords;
}

/** Whether the table contains the folded word, so that it is not a typing mistake. */
export const knowsWord = (word: string): boolean => synonymWords().has(word);

/** Minimum length of a prefix; shorter ones have too many completions. */
const SHORTEST_BEGINNING = 4;
const MOST_COMPLETIONS = 12;

/**
 * Synonyms of known words with the prefix: an unfinished word also finds events in the other
 * language.
 */
export function completePhrases(beginning: string): (readonly string[])[] {
  if (beginning.length < SHORTEST_BEGINNING) return [];
  const begun = allGroups().filter(({ same }) =>
    same.some(([first, ...rest]) => rest.length === 0 && first?.startsWith(beginning)),
  );
  return begun.flatMap(({ same }) => same).slice(0, MOST_COMPLETIONS);
}

import synonyms from "../../../data/synonyms.tsv?raw";
import { remembered } from "../../lib/runtime/remembered";
import { readTsv } from "../../lib/text/csv";
import { searchKey } from "../../lib/text/search-text";
import synonymRowsByBeginning from "./made/synonym-rows.txt?raw";
import {
  beginningOf,
  beginningsOf,
  hasBeginning,
  rowSource,
  WordIndex,
} from "./read-query/beginnings";
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

/** Stems of verbs begin with another letter: each query reads them. */
const VERB = /^ن?می/;

/** The beginning under which a phrase is found. */
export const phraseBeginning = (phrase: string): string =>
  VERB.test(phrase) ? "" : beginningOf(phrase);

/** Word count of the longest phrase, in any spelling; longer ones need no look-up. */
export const LONGEST_PHRASE = 4;

interface Row {
  same: string;
  near: string;
  /** The phrases of one meaning. */
  phrases: readonly string[];
  /** All words, as they are written; parts that are joined are one word. */
  words: readonly string[];
}

const rowOf = ([same = "", near = ""]: readonly string[]): Row => ({
  same,
  near,
  phrases: same.split(",").map((name) => name.trim()),
  words: `${same},${near}`
    .replace(/[\u200C-]/g, "")
    .split(/[, ]+/)
    .filter(Boolean),
});

let columns: readonly (readonly string[])[] | undefined;
const readColumns = () => (columns ??= [...readTsv(synonyms), ...spokenWords()]);

/** All rows: those of `data/synonyms.tsv`, and spoken forms. */
export const synonymRows = (): Row[] => readColumns().map(rowOf);

/** More than the table has rows, and phrases beginnings. */
const KEPT = 20_000;

/** A row, which is split once. */
const rowAt = remembered(KEPT, (row: number): Row => rowOf(readColumns()[row] ?? []));

/** A phrase of a row. */
interface Phrase {
  row: number;
  phrase: string;
}

const phrases = rowSource<Phrase>(synonymRowsByBeginning, (row, beginning) =>
  rowAt(row)
    .phrases.filter((phrase) =>
      VERB.test(phrase) ? beginning === "" : hasBeginning(phrase, beginning),
    )
    .map((phrase) => ({ row, phrase })),
);

/** The words of a row. */
const groupOf = remembered(KEPT, (row: number): Group => {
  const { same: sameText, near: nearText } = rowAt(row);
  const [same = [], near = []] = [sameText, nearText].map((column) =>
    column
      .split(",")
      .map(wordsOf)
      .filter(({ length }) => length > 0),
  );
  return { same, near };
});

/** Rows by the keys of phrases with a beginning that a query has: folding all takes 20 ms. */
const rowsByKey = remembered(KEPT, (beginning: string): ReadonlyMap<string, Set<number>> => {
  const byKey = new Map<string, Set<number>>();
  for (const { row, phrase } of phrases.at(beginning)) {
    const joined = wordsOf(phrase);
    const split = JOINED.test(phrase) ? searchKey(phrase).split(" ") : joined;
    for (const own of [keyOf(joined), stemKeyOf(joined), stemKeyOf(split)])
      byKey.set(own, (byKey.get(own) ?? new Set()).add(row));
  }
  return byKey;
});

/** The rows that have a key, in their order. */
const rowsOf = (key: string): readonly number[] =>
  [
    ...new Set(
      beginningsOf(key).flatMap((beginning) => [...(rowsByKey(beginning).get(key) ?? [])]),
    ),
  ].sort((a, b) => a - b);

/** Whether the table contains folded words. */
export const hasSynonyms = (words: readonly string[]): boolean =>
  [keyOf(words), stemKeyOf(words)].some((key) => rowsOf(key).length > 0);

/** Synonyms of folded words; null if the table does not contain them. */
export function findSynonyms(words: readonly string[]): Expansion | null {
  const found = [...new Set([...rowsOf(keyOf(words)), ...rowsOf(stemKeyOf(words))])];
  if (found.length === 0) return null;
  const seen = new Set([words.join(" ")]);
  const collect = (kind: keyof Group) =>
    found
      .flatMap((row) => groupOf(row)[kind])
      .filter((alternative) => {
        const key = alternative.join(" ");
        return !seen.has(key) && seen.add(key);
      });
  return { same: collect("same"), near: collect("near") };
}

/** The folded words of the table; parts that are joined in it are one word. */
export const synonymWords = new WordIndex(
  () => [],
  rowSource(synonymRowsByBeginning, (row, beginning) =>
    rowAt(row).words.filter((part) => hasBeginning(part, beginning)),
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
  const found = beginningsOf(beginning).flatMap((one) => phrases.at(one).map(({ row }) => row));
  const begun = [...new Set(found)]
    .sort((a, b) => a - b)
    .map(groupOf)
    .filter(({ same }) =>
      same.some(([first, ...rest]) => rest.length === 0 && first?.startsWith(beginning)),
    );
  return begun.flatMap(({ same }) => same).slice(0, MOST_COMPLETIONS);
}

import synonyms from "../../../data/synonyms.tsv?raw";
import { readTsv } from "../../lib/text/csv";
import { searchKey } from "../../lib/text/search-text";
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

interface Table {
  groups: Group[];
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

function readTable(): Table {
  const groups: Group[] = [];
  const byKey = new Map<string, number[]>();
  let longest = 1;
  for (const [same = "", near = ""] of [...readTsv(synonyms), ...spokenWords()]) {
    const phrases = same.split(",");
    const names = phrases.map(wordsOf);
    const isName = (words: readonly string[]) => words.length > 0;
    const group = {
      same: names.filter(isName),
      near: near.split(",").map(wordsOf).filter(isName),
    };
    const index = groups.push(group) - 1;
    for (const [at, phrase] of phrases.entries()) {
      const joined = names[at] ?? [];
      const split = JOINED.test(phrase) ? searchKey(phrase).split(" ") : joined;
      longest = Math.max(longest, split.length);
      for (const key of new Set([keyOf(joined), stemKeyOf(joined), stemKeyOf(split)])) {
        const known = byKey.get(key);
        if (!known) byKey.set(key, [index]);
        else if (!known.includes(index)) known.push(index);
      }
    }
  }
  return { groups, byKey, longest };
}

let table: Table | undefined;

/** Word count of the table's longest phrase; longer ones need no lookup. */
export function longestPhrase(): number {
  table ??= readTable();
  return table.longest;
}

/** Synonyms of folded words; null if the table does not contain them. */
export function findSynonyms(words: readonly string[]): Expansion | null {
  table ??= readTable();
  const { groups, byKey } = table;
  const found = [
    ...new Set([...(byKey.get(keyOf(words)) ?? []), ...(byKey.get(stemKeyOf(words)) ?? [])]),
  ];
  if (found.length === 0) return null;
  const seen = new Set([words.join(" ")]);
  const collect = (kind: keyof Group) =>
    found
      .flatMap((index) => groups[index]?.[kind] ?? [])
      .filter((alternative) => {
        const key = alternative.join(" ");
        return !seen.has(key) && seen.add(key);
      });
  return { same: collect("same"), near: collect("near") };
}

let tableWords: ReadonlySet<string> | undefined;

/** The folded words of the table. */
export function synonymWords(): ReadonlySet<string> {
  table ??= readTable();
  tableWords ??= new Set(table.groups.flatMap(({ same, near }) => [...same, ...near].flat()));
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
  table ??= readTable();
  const begun = table.groups.filter(({ same }) =>
    same.some(([first, ...rest]) => rest.length === 0 && first?.startsWith(beginning)),
  );
  return begun.flatMap(({ same }) => same).slice(0, MOST_COMPLETIONS);
}

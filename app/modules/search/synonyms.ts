import synonyms from "../../../data/synonyms.tsv?raw";
import { searchKey } from "../../lib/text/search-text";
import { readTsv } from "../../lib/text/tsv";
import { stem } from "./stem";

export interface Expansion {
  /** Each alternative is words that must all be there. */
  same: readonly (readonly string[])[];
  near: readonly (readonly string[])[];
}

interface Group {
  same: string[][];
  near: string[][];
}

const JOINED = /[-\u200c]/;

/** How a phrase of the table is looked for: split at its spaces, each part joined. */
function wordsOf(phrase: string): string[] {
  return phrase
    .split(" ")
    .map((part) => (JOINED.test(part) ? searchKey(part).replaceAll(" ", "") : searchKey(part)))
    .filter(Boolean);
}

/** Joined, so that سه تار, سه‌تار and سهتار are one key. */
const keyOf = (words: readonly string[]) => words.join("");
const stemKeyOf = (words: readonly string[]) => words.map(stem).join("");

interface Table {
  groups: Group[];
  byKey: Map<string, number[]>;
  /** Most words that a phrase of the table has, however it is written. */
  longest: number;
}

function readTable(): Table {
  const groups: Group[] = [];
  const byKey = new Map<string, number[]>();
  let longest = 1;
  for (const [same = "", near = ""] of readTsv(synonyms)) {
    const list = (text: string) =>
      text
        .split(",")
        .map(wordsOf)
        .filter((words) => words.length > 0);
    const group = { same: list(same), near: list(near) };
    const index = groups.push(group) - 1;
    for (const phrase of same.split(",")) {
      const joined = wordsOf(phrase);
      const split = searchKey(phrase).split(" ");
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

/** Words that a phrase of the table can have; longer ones need not be looked up. */
export function longestPhrase(): number {
  table ??= readTable();
  return table.longest;
}

/** What else to look for with these folded words, or null where the table does not know them. */
export function findSynonyms(words: readonly string[]): Expansion | null {
  table ??= readTable();
  const { groups, byKey } = table;
  const found = [...new Set([...(byKey.get(keyOf(words)) ?? []), ...(byKey.get(stemKeyOf(words)) ?? [])])];
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

/** Whether the table has this folded word, on either side of a tilde: it is a word, not a typing mistake. */
export function knowsWord(word: string): boolean {
  table ??= readTable();
  tableWords ??= new Set(table.groups.flatMap(({ same, near }) => [...same, ...near].flat()));
  return tableWords.has(word);
}

/** Beginnings shorter than this could become too much. */
const SHORTEST_BEGINNING = 4;
const MOST_COMPLETIONS = 12;

/** What means the same as known words that begin like this: so half a word finds events of the other language too. */
export function completePhrases(beginning: string): (readonly string[])[] {
  if (beginning.length < SHORTEST_BEGINNING) return [];
  table ??= readTable();
  const begun = table.groups.filter(({ same }) => same.some(([first, ...rest]) => rest.length === 0 && first?.startsWith(beginning)));
  return begun.flatMap(({ same }) => same).slice(0, MOST_COMPLETIONS);
}

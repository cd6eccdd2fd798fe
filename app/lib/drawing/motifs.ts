import motifTable from "../../../data/motifs.tsv?raw";
import type { Deps } from "../deps";
import { remembered } from "../runtime/remembered";
import { readTsv } from "../text/csv";
import { searchKey, titleKey } from "../text/search-text";
import type { CoverGround } from "./cover-grounds";

/** How a motif stands: in the middle, leaning, close enough to be cut, or as the whole picture. */
export type Stand = "object" | "lean" | "close" | "scene";

/** What a cover shows (data/motifs.tsv); its drawing is data/motifs/<name>.svg. */
export interface Motif {
  stand: Stand;
  /** Of an object; a scene has its own. */
  grounds: readonly CoverGround[];
  /** Slugs of the categories whose events get it when their words name no motif. */
  categories: readonly string[];
  words: { en: readonly string[]; fa: readonly string[] };
}

const parts = (text: string | undefined, separator: string) =>
  (text ?? "").split(separator).filter(Boolean);

/** All motifs, those with the narrowest words first. */
export const MOTIFS: ReadonlyMap<string, Motif> = new Map(
  readTsv(motifTable).map(([name = "", stand, grounds, categories, en, fa]) => [
    name,
    {
      stand: stand as Stand,
      grounds: parts(grounds, " ") as CoverGround[],
      categories: parts(categories, " "),
      words: { en: parts(en, "|"), fa: parts(fa, "|") },
    },
  ]),
);

const NAMES = [...MOTIFS.keys()];

/** The longest phrase of the table, words. */
const MOST_WORDS = 4;

const NONE = Number.POSITIVE_INFINITY;

/** Places of motifs in the table, by word or phrase without spaces. */
let ranks: ReadonlyMap<string, number> | undefined;
function ranksOfWords(): ReadonlyMap<string, number> {
  if (ranks) return ranks;
  const made = new Map<string, number>();
  for (const [rank, { words }] of [...MOTIFS.values()].entries())
    for (const word of [...words.en, ...words.fa]) {
      const key = titleKey(word);
      if (!made.has(key)) made.set(key, rank);
    }
  ranks = made;
  return made;
}

/** The word, and what it is the plural of. */
const wordForms = (word: string) => [
  word,
  word.replace(/(?:es|s|های|ها)$/, ""),
  word.replace(/s$/, ""),
];

/** The place of the first motif of the table that a text names; words count only whole. */
function rankIn(text: string): number {
  const known = ranksOfWords();
  const words = searchKey(text).split(" ");
  let first = NONE;
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(from + MOST_WORDS, words.length); to++)
      for (const form of wordForms(words.slice(from, to).join("")))
        first = Math.min(first, known.get(form) ?? first);
  return first;
}

const firstRank = (texts: string) => Math.min(...texts.split("\n").map(rankIn));

/**
 * The motif that the words of an event name in either language: its titles, else its tags, each a
 * line. Empty where they name none.
 */
export const motifOfWords = remembered(2_000, (titles: string, tags: string): string => {
  const ofTitles = firstRank(titles);
  return NAMES[ofTitles < NONE ? ofTitles : firstRank(tags)] ?? "";
});

/** The motifs of a category, by its slug. */
export const motifsOfCategory = (slug: string): string[] =>
  NAMES.filter((name) => MOTIFS.get(name)?.categories.includes(slug));

type Drawings = Readonly<Record<string, string>>;

/** The drawings of data/motifs/, written by scripts/make-motifs.mjs. */
const DRAWINGS_PATH = "/drawings/motifs.json";

let drawings: Promise<Drawings> | undefined;

/** The file of a motif's drawing. The shipped file of all is read once per isolate. */
export async function readMotif(shipped: Deps["shipped"], motif: string): Promise<string> {
  drawings ??= shipped(DRAWINGS_PATH).then(
    (response) => response.json<Drawings>(),
    (error: unknown) => {
      drawings = undefined;
      throw error;
    },
  );
  const art = (await drawings)[motif];
  if (art === undefined) throw new Error(`No drawing of ${motif}`);
  return art;
}

import { remembered } from "../../../lib/runtime/remembered";
import { indexText } from "../../../lib/text/search-text";
import { skeletonOf } from "../../search/read-query/transliterate";
import { STOP_WORDS } from "../../search/stop-words";

/** Kinds of suggestions, with the letter of each in the postings. */
export const SUGGESTION_KINDS = {
  city: "c",
  category: "k",
  venue: "v",
  organizer: "o",
  event: "e",
} as const;
export type SuggestionKind = keyof typeof SUGGESTION_KINDS;

/** Something to suggest. */
export interface Suggestible {
  kind: SuggestionKind;
  /** Names in all languages and spellings: the beginning of any of their words finds it. */
  names: readonly string[];
  /** Words that find it only beside a word of a name: the city of an event. */
  context: readonly string[];
  /** The part a reader needs. */
  fields: readonly string[];
}

/** Words of the query, each with its alternatives; a word of a name may begin with any of them. */
export type WantedWords = readonly (readonly string[])[];

/**
 * An index as text: it is stored and read without parsing, since a search bisects its sorted lines.
 */
export interface SuggestionIndex {
  /** Content version that it was built under. */
  version: string;
  /** UTC, ms. */
  builtAt: number;
  hasWord(word: string): boolean;
  /** Whether a word of a name or of its context begins so. */
  hasPrefix(prefix: string): boolean;
  /** Words with these consonants (`skeletonOf`). */
  wordsOfSkeleton(skeleton: string): string[];
  /** Words whose consonants begin so, a limited number. */
  wordsOfSkeletonPrefix(skeleton: string): string[];
  /**
   * Fields of the best matches by kind: names that begin with the first word first, then whole
   * words, then in the order of the index.
   */
  find(
    wanted: WantedWords,
    most: Readonly<Record<SuggestionKind, number>>,
  ): Record<SuggestionKind, string[][]>;
}

const FIELD = "\t";
const LINE = "\n";
/** After an entry whose name begins with the word. */
const FIRST = "!";
/** Radix of positions. */
const RADIX = 36;
/** Words read for a beginning of consonants. */
const MOST_ALIKE = 300;

/** Sections of the text, in order. */
const SECTIONS = ["c", "k", "v", "o", "e", "names", "context", "skeletons"] as const;
type Section = (typeof SECTIONS)[number];

interface Header {
  version: string;
  builtAt: number;
  /** Of the sections, UTF-16 units. */
  lengths: number[];
}

/** Words of a name for the index, without stop words unless it has no others. */
function wordsOf(name: string): { word: string; isFirst: boolean }[] {
  const words = [...new Set(indexText(name).split(" "))].filter(Boolean);
  const compact = words.join("");
  const content = words.filter((word) => !STOP_WORDS.has(word));
  // A joined reading comes last, but may begin the name: شبشعر.
  return (content.length > 0 ? content : words).map((word) => ({
    word,
    isFirst: compact.startsWith(word) || word === content[0],
  }));
}

/** Names whose words are remembered while an index is built. */
const MOST_NAMES = 5_000;

const oneLine = (text: string) => text.replace(/[\t\n\r]+/g, " ");

/** Collects suggestions and writes the index. */
export function createIndexBuilder() {
  const records: Record<string, string> = { c: "", k: "", v: "", o: "", e: "" };
  const names = new Map<string, string>();
  const context = new Map<string, string>();
  // Thousands of events share their cities and hosts.
  const readWords = remembered(MOST_NAMES, wordsOf);

  function post(postings: Map<string, string>, word: string, entry: string) {
    const known = postings.get(word);
    postings.set(word, known === undefined ? entry : `${known} ${entry}`);
  }

  const linesOf = (postings: ReadonlyMap<string, string>) =>
    [...postings.keys()]
      .sort()
      .map((word) => `${word}${FIELD}${postings.get(word)}${LINE}`)
      .join("");

  return {
    /** Adds a suggestion; those of a kind are found in the order in which they are added. */
    add({ kind, names: own, context: beside, fields }: Suggestible): void {
      const letter = SUGGESTION_KINDS[kind];
      const entry = `${letter}${(records[letter] ?? "").length.toString(RADIX)}`;
      records[letter] += fields.map(oneLine).join(FIELD) + LINE;
      const first = new Map<string, boolean>();
      for (const { word, isFirst } of own.flatMap((name) => readWords(name)))
        first.set(word, isFirst || first.get(word) === true);
      for (const [word, isFirst] of first) post(names, word, isFirst ? `${entry}${FIRST}` : entry);
      for (const word of new Set(beside.flatMap((name) => readWords(name)).map((one) => one.word)))
        if (!first.has(word)) post(context, word, entry);
    },

    write({ version, builtAt }: Pick<Header, "version" | "builtAt">): string {
      const skeletons = new Map<string, string>();
      for (const word of new Set([...names.keys(), ...context.keys()])) {
        const skeleton = skeletonOf(word);
        if (skeleton !== null) post(skeletons, skeleton, word);
      }
      const sections: Record<Section, string> = {
        ...(records as Record<"c" | "k" | "v" | "o" | "e", string>),
        names: linesOf(names),
        context: linesOf(context),
        skeletons: linesOf(skeletons),
      };
      const header: Header = {
        version,
        builtAt,
        lengths: SECTIONS.map((section) => sections[section].length),
      };
      return `${JSON.stringify(header)}${LINE}${SECTIONS.map((section) => sections[section]).join("")}`;
    },
  };
}

/** Quality of a match, added up over the words of a query. */
const QUALITY = { name: 1, whole: 1 << 8, first: 1 << 16 } as const;
const NAMES_MASK = (1 << 8) - 1;
const KIND_FACTOR = 2 ** 32;
const LETTERS = Object.values(SUGGESTION_KINDS);
const KINDS = Object.keys(SUGGESTION_KINDS) as SuggestionKind[];

/** Positions with their quality; the position of a kind is offset by its number. */
type Matches = Map<number, number>;

/** Reads an index that `createIndexBuilder` wrote. @throws SyntaxError for another text */
export function readSuggestionIndex(text: string): SuggestionIndex {
  const headerEnd = text.indexOf(LINE);
  const { version, builtAt, lengths } = JSON.parse(text.slice(0, headerEnd)) as Header;
  const start = {} as Record<Section, number>;
  const end = {} as Record<Section, number>;
  let at = headerEnd + 1;
  SECTIONS.forEach((section, index) => {
    start[section] = at;
    at += lengths[index] ?? 0;
    end[section] = at;
  });

  /** Start of the first line of a section that is not before the key. */
  function lowerBound(section: Section, key: string): number {
    let low = start[section];
    let high = end[section];
    while (low < high) {
      const middle = (low + high) >> 1;
      const line = middle === low ? low : Math.max(text.lastIndexOf(LINE, middle - 1) + 1, low);
      const keyEnd = text.indexOf(FIELD, line);
      if (text.slice(line, keyEnd) < key) low = text.indexOf(LINE, keyEnd) + 1;
      else high = line;
    }
    return low;
  }

  /** Calls `visit` for each line whose key begins so, until it returns false. */
  function eachLine(
    section: Section,
    prefix: string,
    visit: (key: string, from: number, to: number) => boolean | undefined,
  ): void {
    for (
      let line = lowerBound(section, prefix);
      line < end[section] && text.startsWith(prefix, line);
    ) {
      const keyEnd = text.indexOf(FIELD, line);
      const lineEnd = text.indexOf(LINE, keyEnd);
      if (visit(text.slice(line, keyEnd), keyEnd + 1, lineEnd) === false) return;
      line = lineEnd + 1;
    }
  }

  const hasLine = (section: Section, key: string, isWhole: boolean) => {
    let found = false;
    eachLine(section, key, (word) => {
      found = !isWhole || word === key;
      return false;
    });
    return found;
  };

  /** Adds the entries between two positions to the matches. */
  function readEntries(
    from: number,
    to: number,
    quality: number,
    isOfFirstWord: boolean,
    known: Matches | null,
    into: Matches,
  ): void {
    for (let place = from; place < to; ) {
      const kind = LETTERS.indexOf(text[place] as (typeof LETTERS)[number]);
      let position = 0;
      for (place += 1; place < to; place++) {
        const code = text.charCodeAt(place);
        if (code >= 97) position = position * RADIX + code - 87;
        else if (code >= 48) position = position * RADIX + code - 48;
        else break;
      }
      const isFirst = text[place] === FIRST;
      place += isFirst ? 2 : 1;
      const key = kind * KIND_FACTOR + position;
      const before = known ? known.get(key) : 0;
      if (before === undefined) continue;
      const found = before + quality + (isFirst && isOfFirstWord ? QUALITY.first : 0);
      if (found > (into.get(key) ?? -1)) into.set(key, found);
    }
  }

  return {
    version,
    builtAt,
    hasWord: (word) => hasLine("names", word, true) || hasLine("context", word, true),
    hasPrefix: (prefix) => hasLine("names", prefix, false) || hasLine("context", prefix, false),
    wordsOfSkeleton(skeleton) {
      let words: string[] = [];
      eachLine("skeletons", skeleton, (key, from, to) => {
        if (key === skeleton) words = text.slice(from, to).split(" ");
        return false;
      });
      return words;
    },
    wordsOfSkeletonPrefix(skeleton) {
      const words: string[] = [];
      eachLine("skeletons", skeleton, (_key, from, to) => {
        words.push(...text.slice(from, to).split(" "));
        return words.length < MOST_ALIKE;
      });
      return words.slice(0, MOST_ALIKE);
    },
    find(wanted, most) {
      let matches: Matches | null = null;
      wanted.forEach((alternatives, index) => {
        const found: Matches = new Map();
        for (const prefix of alternatives) {
          eachLine("names", prefix, (word, from, to) => {
            readEntries(
              from,
              to,
              QUALITY.name + (word === prefix ? QUALITY.whole : 0),
              index === 0,
              matches,
              found,
            );
            return true;
          });
          // Context alone finds nothing.
          if (wanted.length > 1)
            eachLine("context", prefix, (_word, from, to) => {
              readEntries(from, to, 0, false, matches, found);
              return true;
            });
        }
        matches = found;
      });
      const best = KINDS.map((): number[][] => []);
      for (const [key, quality] of (matches ?? new Map()) as Matches) {
        if ((quality & NAMES_MASK) === 0) continue;
        const kind = Math.floor(key / KIND_FACTOR);
        insert(
          best[kind] ?? [],
          [quality - (quality & NAMES_MASK), key % KIND_FACTOR],
          most[KINDS[kind] ?? "event"],
        );
      }
      const fieldsAt = (kind: number, position: number) => {
        const from = start[LETTERS[kind] ?? "e"] + position;
        return text.slice(from, text.indexOf(LINE, from)).split(FIELD);
      };
      return Object.fromEntries(
        KINDS.map((kind, index) => [
          kind,
          (best[index] ?? []).map(([, position = 0]) => fieldsAt(index, position)),
        ]),
      ) as Record<SuggestionKind, string[][]>;
    },
  };
}

/** Inserts a match by quality and position into the best ones. */
function insert(best: number[][], match: [quality: number, position: number], most: number): void {
  const isBefore = ([quality, position]: [number, number], other: number[]) =>
    quality > (other[0] ?? 0) || (quality === other[0] && position < (other[1] ?? 0));
  let at = best.length;
  while (at > 0 && isBefore(match, best[at - 1] ?? [])) at -= 1;
  if (at >= most) return;
  best.splice(at, 0, match);
  if (best.length > most) best.pop();
}

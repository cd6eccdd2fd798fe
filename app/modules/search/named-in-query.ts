import type { CategoryName } from "../../lib/event/categories";

/** A row of `known_names` that a query asked for. */
export interface KnownNameRow {
  /** The words of a spelling, joined. */
  key: string;
  /** The name as it is shown. */
  name: string;
  /** What it names: a kind of `data/names.tsv`. */
  kind: string;
  /** Folded spellings in both scripts, separated by |. */
  forms: string;
  /** A common word too: the name only where the query has no other words. */
  isCommon: number;
}

/** A known name that no listed event has, and the folded words that name it. */
export interface KnownName {
  name: string;
  words: string;
  /** Where events of like names are; null for a work, which may be of any. */
  category: CategoryName | null;
}

/** A known name in a query. */
export interface NameInQuery {
  name: string;
  kind: string;
  /** Folded words of the query. */
  words: readonly string[];
  /** Its other spellings, folded. */
  forms: readonly string[];
}

/** The kind of ordinary words: they are no typing mistakes, and name nothing. */
export const ORDINARY_WORD = "word";

/** Where events of like names are, by kind. */
const CATEGORY_OF_KIND: Readonly<Record<string, CategoryName>> = {
  singer: "Concert",
  musician: "Concert",
  composer: "Concert",
  band: "Concert",
  poet: "Literature",
  writer: "Literature",
  filmmaker: "Film",
  actor: "Film",
  playwright: "Theater",
  painter: "Art Exhibition",
  scientist: "Talk",
  festival: "Festival",
  "national day": "Festival",
  "holy day": "Community",
  dish: "Food & Drink",
  "sport team": "Sports",
  athlete: "Sports",
};

/** Where events of names like one of a kind are. */
export const categoryOfKind = (kind: string): CategoryName | null => CATEGORY_OF_KIND[kind] ?? null;

/** Words of the longest known name. */
const LONGEST = 5;
const SHORTEST_KEY = 3;

function* partsOf(words: readonly string[]): Generator<{ start: number; length: number }> {
  for (let length = Math.min(LONGEST, words.length); length > 0; length--)
    for (let start = 0; start + length <= words.length; start++) yield { start, length };
}

/** Other spellings of Tajik words, the likeliest first, under which names are looked up too. */
export type Spellings = ReadonlyMap<string, readonly string[]>;
/** Maximum number of keys: of a part of one or two words, of a longer part, and of a query. */
const [MOST_KEYS, MOST_OF_LONG, MOST_IN_ALL] = [96, 16, 300];

/** The keys of a part: as typed, then with the likeliest other spellings of its words. */
function keysAt(
  words: readonly string[],
  { start, length }: { start: number; length: number },
  spelt: Spellings = new Map(),
): string[] {
  const part = words.slice(start, start + length);
  let keys = [{ key: "", cost: 0 }];
  for (const word of part)
    keys = keys
      .flatMap(({ key, cost }) =>
        [word, ...(spelt.get(word) ?? [])].map((one, index) => ({
          key: key + one,
          cost: cost + index,
        })),
      )
      .sort((a, b) => a.cost - b.cost)
      .slice(0, length > 2 ? MOST_OF_LONG : MOST_KEYS);
  return keys.map(({ key }) => key);
}

/** A part of a query that may be a name, and the keys of its spellings. */
interface NamePart {
  start: number;
  length: number;
  keys: readonly string[];
}

/** The parts of a query that may be names, longest first. */
export const namePartsOf = (words: readonly string[], spelt?: Spellings): NamePart[] =>
  [...partsOf(words)].map((part) => ({ ...part, keys: keysAt(words, part, spelt) }));

/** Keys under which the names of parts are stored: the likeliest first, of shorter parts more. */
export function nameKeysOf(parts: readonly NamePart[]): string[] {
  const keys = parts
    .flatMap((part) => part.keys.map((key, at) => ({ key, order: at * part.length })))
    .filter(({ key }) => key.length >= SHORTEST_KEY)
    .sort((a, b) => a.order - b.order);
  return [...new Set(keys.map(({ key }) => key))].slice(0, MOST_IN_ALL);
}

/** The known names in the words, longest first, each word in one of them. */
export function namesIn(
  words: readonly string[],
  parts: readonly NamePart[],
  rows: readonly KnownNameRow[],
): NameInQuery[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const taken = new Set<number>();
  const found: NameInQuery[] = [];
  for (const part of parts) {
    const row = part.keys.map((key) => byKey.get(key)).find(Boolean);
    const own = Array.from({ length: part.length }, (_, index) => part.start + index);
    if (!row || own.some((index) => taken.has(index))) continue;
    if (row.isCommon && part.length < words.length) continue;
    for (const index of own) taken.add(index);
    const typed = own.map((index) => words[index] ?? "");
    const text = typed.join(" ");
    found.push({
      name: row.name,
      kind: row.kind,
      words: typed,
      forms: row.forms.split("|").filter((form) => form !== "" && form !== text),
    });
  }
  return found;
}

/** The holy day or occasion that the whole query names, with what is known of its words. */
export const occasionIn = (
  words: string,
  name: string,
  [known]: readonly NameInQuery[],
): NameInQuery => ({
  name: known?.name ?? name,
  kind: known?.kind ?? "holy day",
  words: words.split(" "),
  forms: [...new Set([name, ...(known?.forms ?? [])])],
});

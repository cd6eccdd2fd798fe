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

const keyAt = (words: readonly string[], { start, length }: { start: number; length: number }) =>
  words.slice(start, start + length).join("");

/** Keys under which names that the words contain are stored. */
export const nameKeysOf = (words: readonly string[]): string[] =>
  [...new Set([...partsOf(words)].map((part) => keyAt(words, part)))].filter(
    (key) => key.length >= SHORTEST_KEY,
  );

/** The known names in the words, longest first, each word in one of them. */
export function namesIn(words: readonly string[], rows: readonly KnownNameRow[]): NameInQuery[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const taken = new Set<number>();
  const found: NameInQuery[] = [];
  for (const part of partsOf(words)) {
    const row = byKey.get(keyAt(words, part));
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

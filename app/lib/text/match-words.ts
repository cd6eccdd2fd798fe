import { indexText, searchKey } from "./search-text";

/** The search words of a query, normalized like the searched texts; empty for none. */
export function searchWords(query: string): string[] {
  return searchKey(query).split(" ").filter(Boolean);
}

/** The form of a text in which `hasWords` looks. */
export function searchable(text: string): string {
  return ` ${indexText(text)}`;
}

/**
 * Whether every word is a prefix of a word of the text, after folding letters, digits and
 * half-spaces.
 */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(` ${word}`));
}

/**
 * The best matches of a query: texts with all words or, without any, those with the most. Half of
 * the words or fewer is no match.
 */
export function bestMatches<Key>(
  texts: ReadonlyMap<Key, string>,
  words: readonly string[],
): Set<Key> {
  const has = new Map(
    [...texts].map(([key, text]) => [
      key,
      words.filter((word) => text.includes(` ${word}`)).length,
    ]),
  );
  const most = Math.max(0, ...has.values());
  return new Set(
    [...has.keys()].filter(
      (key) => has.get(key) === most && (most === words.length || 2 * most > words.length),
    ),
  );
}

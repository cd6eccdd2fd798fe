import { indexText, searchKey } from "./search-text";

/** The words of a question in the form that texts are searched in; empty where there is nothing to look for. */
export function searchWords(query: string): string[] {
  return searchKey(query).split(" ").filter(Boolean);
}

/** The form of a text in which `hasWords` looks. */
export function searchable(text: string): string {
  return ` ${indexText(text)}`;
}

/** Whether every word begins some word of the text, whatever the spelling of letters, digits and half-spaces. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(` ${word}`));
}

/**
 * What answers a question best: texts with every word of it or, where there are none, those with the most of them. Half
 * of the words or fewer are no answer.
 */
export function bestMatches<Key>(texts: ReadonlyMap<Key, string>, words: readonly string[]): Set<Key> {
  const has = new Map([...texts].map(([key, text]) => [key, words.filter((word) => text.includes(` ${word}`)).length]));
  const most = Math.max(0, ...has.values());
  return new Set([...has.keys()].filter((key) => has.get(key) === most && (most === words.length || 2 * most > words.length)));
}

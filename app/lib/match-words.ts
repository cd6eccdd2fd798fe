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

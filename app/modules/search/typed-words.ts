import { searchKey } from "../../lib/text/search-text";

/** Folded words as they were typed in a query. */
export function typedWords(q: string, words: string): string {
  const wanted = new Set(words.split(" "));
  const typed = q
    .split(/\s+/)
    .filter(Boolean)
    .filter((piece) =>
      searchKey(piece)
        .split(" ")
        .some((word) => wanted.has(word)),
    );
  return typed.length > 0 ? [...new Set(typed)].join(" ") : words;
}

import { searchKey } from "../../lib/text/search-text";
import { correctionsOf, SHORTEST_CORRECTED } from "./spelling";

/** Folding that migration 0007 applies to `event_titles`. */
const folded = (text: string) =>
  text.replaceAll("ي", "ی").replaceAll("ك", "ک").replaceAll("\u200c", " ");

/**
 * FTS5 expression over `event_titles` for a staff search: every word as a prefix. Null without
 * words.
 */
export function titleMatch(text: string): string | null {
  const words = wordsOf(text);
  return words.length > 0 ? words.map((word) => `"${word}"*`).join(" ") : null;
}

const wordsOf = (text: string): readonly string[] =>
  folded(text.normalize("NFC")).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of a staff search that are long enough to correct, folded as in the spelling index. */
export const correctable = (text: string): string[] =>
  wordsOf(text)
    .map(searchKey)
    .filter((word) => word.length >= SHORTEST_CORRECTED);

/**
 * `titleMatch` in which each word may also be a known word one mistake away. Null if no known word
 * is that close.
 */
export function correctedMatch(text: string, known: readonly string[]): string | null {
  const words = wordsOf(text).map((word) => {
    const key = searchKey(word);
    return [word, ...(key.length >= SHORTEST_CORRECTED ? correctionsOf(key, known) : [])];
  });
  if (words.every(({ length }) => length === 1)) return null;
  return words
    .map((readings) => `(${readings.map((word) => `"${word}"*`).join(" OR ")})`)
    .join(" AND ");
}

/** Minimum length for `user_names`, a trigram index. */
const NAME_LETTERS = 3;

/**
 * FTS5 expression over `user_names` for a staff search: the text as a phrase. Null if it is too
 * short.
 */
export function nameMatch(key: string): string | null {
  const text = key.trim();
  return [...text].length < NAME_LETTERS ? null : `"${text.replaceAll('"', '""')}"`;
}

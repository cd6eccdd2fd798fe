import { searchKey } from "../../lib/text/search-text";
import { correctionsOf, SHORTEST_CORRECTED } from "./spelling";

/** The letters that migration 0007 writes in another way in `event_titles`. */
const folded = (text: string) => text.replaceAll("ي", "ی").replaceAll("ك", "ک").replaceAll("\u200c", " ");

/**
 * What staff type as an FTS5 expression over `event_titles`: every word as the beginning of one. Null where there is no
 * word in it.
 */
export function titleMatch(text: string): string | null {
  const words = wordsOf(text);
  return words.length > 0 ? words.map((word) => `"${word}"*`).join(" ") : null;
}

const wordsOf = (text: string): readonly string[] => folded(text.normalize("NFC")).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of a staff search that are long enough to correct, as the spelling index has them. */
export const correctable = (text: string): string[] =>
  wordsOf(text)
    .map(searchKey)
    .filter((word) => word.length >= SHORTEST_CORRECTED);

/** As `titleMatch`, where each word may also be a known word one mistake away. Null where no known word is that close. */
export function correctedMatch(text: string, known: readonly string[]): string | null {
  const words = wordsOf(text).map((word) => {
    const key = searchKey(word);
    return [word, ...(key.length >= SHORTEST_CORRECTED ? correctionsOf(key, known) : [])];
  });
  if (words.every(({ length }) => length === 1)) return null;
  return words.map((readings) => `(${readings.map((word) => `"${word}"*`).join(" OR ")})`).join(" AND ");
}

/** Letters that one can ask `user_names` with, which holds them in threes. */
const NAME_LETTERS = 3;

/** What staff type as an FTS5 expression over `user_names`: the text as it stands. Null where it is too short to be asked so. */
export function nameMatch(key: string): string | null {
  const text = key.trim();
  return [...text].length < NAME_LETTERS ? null : `"${text.replaceAll('"', '""')}"`;
}

/** The letters that migration 0007 writes in another way in `event_titles`. */
const folded = (text: string) => text.replaceAll("ي", "ی").replaceAll("ك", "ک").replaceAll("\u200c", " ");

/**
 * What staff type as an FTS5 expression over `event_titles`: every word as the beginning of one. Null where there is no
 * word in it.
 */
export function titleMatch(text: string): string | null {
  const words = folded(text.normalize("NFC")).match(/[\p{L}\p{N}]+/gu);
  return words ? words.map((word) => `"${word}"*`).join(" ") : null;
}

/** Letters that one can ask `user_names` with, which holds them in threes. */
const NAME_LETTERS = 3;

/** What staff type as an FTS5 expression over `user_names`: the text as it stands. Null where it is too short to be asked so. */
export function nameMatch(key: string): string | null {
  const text = key.trim();
  return [...text].length < NAME_LETTERS ? null : `"${text.replaceAll('"', '""')}"`;
}

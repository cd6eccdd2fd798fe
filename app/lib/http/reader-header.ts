/**
 * Whose page an answer is: somebody's id, or `NOBODY`. The service worker keeps pages of one reader only and finds out
 * by it that another one has come. An answer without it, such as an error, says nothing.
 */
export const READER_HEADER = "X-Reader";

/** What it says to visitors. */
export const ANONYMOUS_READER = "nobody";

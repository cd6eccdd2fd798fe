/**
 * The reader of a response: a user's id, or `ANONYMOUS_READER`. The service worker caches pages of
 * one reader only and detects a change by this header. Responses without it, such as errors, tell
 * nothing.
 */
export const READER_HEADER = "X-Reader";

/** Its value for visitors. */
export const ANONYMOUS_READER = "nobody";

/** The cache of the service worker for event pages of one reader; the offline page lists it. */
export const SEEN_EVENTS = "rooydad-events-2";

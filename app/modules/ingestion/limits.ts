/** Events of one run (decisions.md §11). */
export const RUN_EVENTS_MAX = 500;
/** Candidates that one request decides on. */
export const BULK_MAX = 100;

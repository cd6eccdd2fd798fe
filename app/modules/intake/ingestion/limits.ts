/** Maximum events per run (decisions.md §11). */
export const RUN_EVENTS_MAX = 500;
/** Maximum candidates per request. */
export const BULK_MAX = 100;

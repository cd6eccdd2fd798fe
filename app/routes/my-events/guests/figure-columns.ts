/** Counts of a day and of a source that a host's page shows, in order. */
export const DAY_COUNTS = ["views", "saves", "confirmed", "came", "ended", "tickets"] as const;
export const SOURCE_COUNTS = ["views", "saves", "confirmed", "came", "tickets"] as const;

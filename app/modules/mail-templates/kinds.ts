/** What a mail of the news can be about; each kind has a shipped template and declared variables (decisions.md §9). */
export const NEWS_KINDS = [
  "event-approved",
  "event-rejected",
  "edit-accepted",
  "edit-rejected",
  "event-removed",
  "reports-cleared",
  "event-changed",
  "event-cancelled",
  "event-postponed",
  "event-reinstated",
  "event-reminder",
  "event-new-in-city",
  "event-flagged",
  "event-saved",
  "mention",
  "ingestion-completed",
  "digest-daily",
  "digest-weekly",
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

export const isNewsKind = (kind: string): kind is NewsKind => (NEWS_KINDS as readonly string[]).includes(kind);

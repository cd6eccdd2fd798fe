/** What is kept for a time only: a job of its own removes each kind (docs/decisions/jobs.md). */
export const PURGE_KINDS = [
  "views",
  "salts",
  "messages",
  "deadLetters",
  "sessions",
  "tokens",
  "attempts",
  "signingKeys",
  "devices",
  "mails",
  "causes",
  "pushes",
  "digests",
  "digestItems",
  "cityNews",
  "notifications",
  "answers",
  "reportNetworks",
  "deletedEvents",
  "accounts",
  "auditEntries",
  "runs",
  "pastedTexts",
  "wizards",
  "counts",
  "clientReports",
] as const;
export type PurgeKind = (typeof PURGE_KINDS)[number];

/** Under which name of `daily_counts` a kind's backlog of a night stands. */
export const backlogName = (kind: PurgeKind): string => `purge-backlog:${kind}`;

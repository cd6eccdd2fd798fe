/** Kinds of expiring data, each with its own purge job (docs/decisions/jobs.md). */
export const PURGE_KINDS = [
  "views",
  "salts",
  "points",
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
  "hostInvitations",
  "counts",
  "clientReports",
  "unusedMedia",
  "weekSubscribers",
  "decisions",
  "webhookMessages",
  "operationCounts",
  "sourceChecks",
  "sourceItems",
  "channelPosts",
  "botUpdates",
  "guests",
  "importMaterials",
] as const;
export type PurgeKind = (typeof PURGE_KINDS)[number];

/** The id of a kind's job: one at a time. */
export const purgeJobId = (kind: PurgeKind): string => `purge:${kind}`;

/** The `daily_counts` name of a kind's nightly backlog. */
export const backlogName = (kind: PurgeKind): string => `purge-backlog:${kind}`;

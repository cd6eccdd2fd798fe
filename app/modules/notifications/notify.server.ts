import type { CauseKind } from "./news-kinds";

/** What a notification about a decision can say. */
export type VerdictKind = Extract<
  CauseKind,
  "event-approved" | "event-rejected" | "edit-accepted" | "edit-rejected" | "event-removed" | "reports-cleared"
>;

/** What a notification can say: each kind has its texts (locales/…/notifications.json). */
export type NotificationKind = CauseKind | "event-saved";

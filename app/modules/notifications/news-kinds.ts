import type { NOTIFICATION_TYPES } from "../../../db/schema";
import type { NotificationCategory } from "../../lib/preference-choices";

/** What a piece of news of a kind is to whoever gets it. */
interface NewsKind {
  /** Its type as the specification has it (product.md §3). */
  type: (typeof NOTIFICATION_TYPES)[number];
  /** The category of the preferences that it belongs to; null is told whatever is chosen there. */
  category: NotificationCategory | null;
  /** A decision about one's own: told at once, however often one wants to hear of other things. */
  isVerdict: boolean;
  /** Whether a digest that comes after the event has begun would be too late. */
  isPressing: boolean;
  /** Whether it is worth a mail. */
  isMailed: boolean;
  /** Whether it is told of an event that the public cannot see (any more). */
  isOfHidden: boolean;
}

const VERDICT: Pick<NewsKind, "category" | "isVerdict" | "isPressing" | "isMailed" | "isOfHidden"> = {
  category: null,
  isVerdict: true,
  isPressing: false,
  isMailed: true,
  isOfHidden: true,
};
const SAVED: NewsKind = {
  type: "other",
  category: "savedEvents",
  isVerdict: false,
  isPressing: true,
  isMailed: true,
  isOfHidden: false,
};
const OF_STAFF: NewsKind = { type: "other", category: null, isVerdict: false, isPressing: false, isMailed: true, isOfHidden: true };

/** Every kind of news that a cause can be of; each has its texts (locales/…/notifications.json). */
export const NEWS_KINDS = {
  "event-approved": { ...VERDICT, type: "approval" },
  "event-rejected": { ...VERDICT, type: "rejection" },
  "edit-accepted": { ...VERDICT, type: "approval" },
  "edit-rejected": { ...VERDICT, type: "rejection" },
  "event-removed": { ...VERDICT, type: "rejection" },
  "reports-cleared": { ...VERDICT, type: "approval", isMailed: false },
  "event-merged": { ...VERDICT, type: "other", isMailed: false },
  "event-changed": SAVED,
  "event-cancelled": SAVED,
  "event-postponed": SAVED,
  "event-reinstated": SAVED,
  "event-reminder": SAVED,
  "event-new-in-city": { ...SAVED, category: "newEvents", isPressing: false },
  "event-flagged": OF_STAFF,
  "ingestion-completed": OF_STAFF,
  // Who is called is told at once, as of a verdict.
  mention: { ...OF_STAFF, type: "mention", isVerdict: true },
} as const satisfies Record<string, NewsKind>;

export type CauseKind = keyof typeof NEWS_KINDS;

/** What news of a kind is; of one that this version does not know, the least that can be said. */
export const newsKind = (kind: string): NewsKind => (Object.hasOwn(NEWS_KINDS, kind) ? NEWS_KINDS[kind as CauseKind] : OF_STAFF);

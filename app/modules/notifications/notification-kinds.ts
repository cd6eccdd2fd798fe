import type { NOTIFICATION_TYPES } from "../../../db/schema";
import type { NotificationCategory } from "../../lib/pages/preference-choices";

/** What a piece of news of a kind is to whoever gets it. */
interface NotificationKindTraits {
  /** Its type as the specification has it (product.md §3). */
  type: (typeof NOTIFICATION_TYPES)[number];
  /** The category of the preferences that it belongs to; null is told whatever is chosen there. */
  category: NotificationCategory | null;
  /** What raises it: something that has happened, the save that makes a round number, a job, or a digest's hour. */
  raisedBy: "domain-event" | "save" | "job" | "hour";
  /**
   * Told at once, whatever rule and reader say of digests: decisions about one's own, and what concerns staff, which no
   * digest could say, since it lists what is public.
   */
  neverWaits: boolean;
  /** Whether those hear of it too who hold the event in a collection of theirs, where they want that category. */
  isOfCollections: boolean;
  /** Whether a digest that comes after the event has begun would be too late. */
  isPressing: boolean;
  /** Whether it is worth a mail: then it has a template. */
  isMailed: boolean;
  /** Whether it is told of an event that the public cannot see (any more). */
  isOfHidden: boolean;
  /** Whether it is whoever has created the event who has done it, and so is not told. */
  isOfCreator: boolean;
  /** Whether one row stands for all its readers, whose lists and digests merge it when they are read (docs/decisions/notifications.md). */
  isOfCity: boolean;
}

const VERDICT = {
  category: null,
  raisedBy: "domain-event",
  neverWaits: true,
  isOfCollections: false,
  isPressing: false,
  isMailed: true,
  isOfHidden: true,
  isOfCreator: false,
  isOfCity: false,
} as const;
const SAVED = {
  type: "other",
  category: "savedEvents",
  raisedBy: "domain-event",
  neverWaits: false,
  isOfCollections: true,
  isPressing: true,
  isMailed: true,
  isOfHidden: false,
  isOfCreator: false,
  isOfCity: false,
} as const;
const OF_STAFF = { ...VERDICT, type: "other" } as const;
const DIGEST = { ...SAVED, category: null, raisedBy: "hour", isOfCollections: false, isPressing: false } as const;

/** Every kind of news that there is: causes, mails and their templates, texts and counts all go by this table. */
export const NOTIFICATION_KINDS = {
  "event-approved": { ...VERDICT, type: "approval" },
  "event-rejected": { ...VERDICT, type: "rejection" },
  "edit-accepted": { ...VERDICT, type: "approval" },
  "edit-rejected": { ...VERDICT, type: "rejection" },
  "event-removed": { ...VERDICT, type: "rejection" },
  "reports-cleared": { ...VERDICT, type: "approval", isMailed: false },
  "event-merged": { ...VERDICT, type: "other", isMailed: false },
  "event-deleted": { ...VERDICT, type: "other", isMailed: false },
  "event-hidden": { ...VERDICT, type: "other", isMailed: false },
  "event-shown": { ...VERDICT, type: "other", isMailed: false },
  "event-changed": SAVED,
  "event-moved": SAVED,
  "event-cancelled": SAVED,
  "event-postponed": SAVED,
  "event-reinstated": SAVED,
  // Of what is favourite alone: a collection may be a list of anything.
  "event-reminder": { ...SAVED, isOfCollections: false },
  "event-new-in-city": { ...SAVED, category: "newEvents", isOfCollections: false, isPressing: false, isOfCreator: true, isOfCity: true },
  "event-flagged": OF_STAFF,
  // Raised by the job that fetches pictures of other sites (app/modules/remote-pictures).
  "picture-dropped": { ...VERDICT, type: "other", raisedBy: "job", isMailed: false },
  "avatar-dropped": { ...VERDICT, type: "other", raisedBy: "job", isMailed: false },
  "hiding-paused": { ...OF_STAFF, isMailed: false },
  // Raised by the job of every night that measures what should have been purged.
  "purge-behind": { ...OF_STAFF, raisedBy: "job", isMailed: false },
  "event-saved": {
    ...SAVED,
    type: "reaction",
    category: null,
    raisedBy: "save",
    isOfCollections: false,
    isPressing: false,
    isMailed: false,
  },
  mention: { ...OF_STAFF, type: "mention" },
  "ingestion-completed": OF_STAFF,
  "digest-daily": DIGEST,
  "digest-weekly": DIGEST,
} as const satisfies Record<string, NotificationKindTraits>;

type Kinds = typeof NOTIFICATION_KINDS;
export type AnyNotificationKind = keyof Kinds;
type KindsWith<Trait> = { [Kind in AnyNotificationKind]: Kinds[Kind] extends Trait ? Kind : never }[AnyNotificationKind];

/** What a cause can be of. */
export type DomainEventKind = KindsWith<{ raisedBy: "domain-event" }>;
/** What a notification can say: each has its texts (locales/…/notifications.json). */
export type NotificationKind = Exclude<AnyNotificationKind, KindsWith<{ raisedBy: "hour" }>>;
/** What a notification about a decision can say. */
export type VerdictKind = Exclude<
  KindsWith<{ raisedBy: "domain-event"; neverWaits: true }>,
  "mention" | "event-flagged" | "hiding-paused" | "ingestion-completed"
>;
/** What a mail of the news can be about: each has a shipped template and declared variables (decisions.md §9). */
export type MailedKind = KindsWith<{ isMailed: true }>;

/** All of them, in the order in which staff see them. */
export const ALL_NOTIFICATION_KINDS = Object.keys(NOTIFICATION_KINDS) as readonly AnyNotificationKind[];
export const isNotificationKind = (kind: string): kind is AnyNotificationKind => Object.hasOwn(NOTIFICATION_KINDS, kind);
export const isMailedKind = (kind: string): kind is MailedKind => isNotificationKind(kind) && NOTIFICATION_KINDS[kind].isMailed;
export const MAILED_KINDS: readonly MailedKind[] = ALL_NOTIFICATION_KINDS.filter(isMailedKind);
export const isDigestKind = (kind: AnyNotificationKind): boolean => NOTIFICATION_KINDS[kind].raisedBy === "hour";

/** What news of a kind is; of one that this version does not know, the least that can be said. */
export const notificationKind = (kind: string): NotificationKindTraits => (isNotificationKind(kind) ? NOTIFICATION_KINDS[kind] : OF_STAFF);

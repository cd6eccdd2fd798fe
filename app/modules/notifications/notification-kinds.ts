import type { NOTIFICATION_TYPES } from "../../../db/schema";
import type { NotificationCategory } from "../../lib/pages/preference-choices";

/** Traits of a notification kind. */
interface NotificationKindTraits {
  /** Its type as the specification has it (product.md §3). */
  type: (typeof NOTIFICATION_TYPES)[number];
  /** Its preference category; null ignores preferences. */
  category: NotificationCategory | null;
  /** Its source: a domain event, a save that reaches a round number, a job, or a digest's time. */
  raisedBy: "domain-event" | "save" | "job" | "hour";
  /**
   * Always instant, even where rule and reader prefer digests: decisions about own events, and
   * staff matters, which digests cannot list, since they list public events.
   */
  neverWaits: boolean;
  /** Whether it also notifies users who have the event in a collection and want that category. */
  isOfCollections: boolean;
  /** Whether a digest that comes after the event has begun would be too late. */
  isPressing: boolean;
  /** Whether those who saved the event learn of it at once (urgent-notices.ts). */
  isUrgent: boolean;
  /** Whether it is worth a mail: then it has a template. */
  isMailed: boolean;
  /** Whether it may concern an event that is not public. */
  isOfHidden: boolean;
  /** Whether the event's creator is the actor and so is not notified. */
  isOfCreator: boolean;
  /** Whether only admins and the owner may act on it; it concerns no other staff. */
  isOfAdmins: boolean;
  /**
   * Whether one row serves all readers, merged into lists and digests at read time
   * (docs/decisions/notifications.md).
   */
  isOfCity: boolean;
}

const VERDICT = {
  category: null,
  raisedBy: "domain-event",
  neverWaits: true,
  isOfCollections: false,
  isPressing: false,
  isUrgent: false,
  isMailed: true,
  isOfHidden: true,
  isOfCreator: false,
  isOfAdmins: false,
  isOfCity: false,
} as const;
const SAVED = {
  type: "other",
  category: "savedEvents",
  raisedBy: "domain-event",
  neverWaits: false,
  isOfCollections: true,
  isPressing: true,
  isUrgent: false,
  isMailed: true,
  isOfHidden: false,
  isOfCreator: false,
  isOfAdmins: false,
  isOfCity: false,
} as const;
const URGENT = { ...SAVED, isUrgent: true } as const;
const OF_STAFF = { ...VERDICT, type: "other" } as const;
const DIGEST = {
  ...SAVED,
  category: null,
  raisedBy: "hour",
  isOfCollections: false,
  isPressing: false,
} as const;

/**
 * All notification kinds: domain events, mails, templates, texts and counts derive from this table.
 */
export const NOTIFICATION_KINDS = {
  "event-approved": { ...VERDICT, type: "approval" },
  "event-rejected": { ...VERDICT, type: "rejection" },
  "edit-accepted": { ...VERDICT, type: "approval" },
  "edit-rejected": { ...VERDICT, type: "rejection" },
  "event-removed": { ...VERDICT, type: "rejection" },
  // A rejection that was taken back.
  "event-reopened": { ...VERDICT, type: "other" },
  "reports-cleared": { ...VERDICT, type: "approval", isMailed: false },
  "event-merged": { ...VERDICT, type: "other", isMailed: false },
  "event-deleted": { ...VERDICT, type: "other", isMailed: false },
  "event-hidden": { ...VERDICT, type: "other", isMailed: false },
  "event-shown": { ...VERDICT, type: "other", isMailed: false },
  // An editor has added a language to a draft that was handed over, and submitted it.
  "draft-completed": { ...VERDICT, type: "other", isMailed: false },
  "event-changed": URGENT,
  "event-moved": URGENT,
  "event-cancelled": URGENT,
  "event-postponed": URGENT,
  "event-reinstated": URGENT,
  // Favourites only, since a collection may list anything.
  "event-reminder": { ...SAVED, isOfCollections: false },
  "event-new-in-city": {
    ...SAVED,
    category: "newEvents",
    isOfCollections: false,
    isPressing: false,
    isOfCreator: true,
    isOfCity: true,
  },
  // Of a series that its readers follow.
  "event-dates-added": {
    ...SAVED,
    category: "newEvents",
    isOfCollections: false,
    isPressing: false,
    isOfCreator: true,
  },
  // Of a venue or an organizer that its readers follow. Digests list events alone, so its emails
  // never wait.
  announcement: {
    ...SAVED,
    category: "newEvents",
    neverWaits: true,
    isOfCollections: false,
    isPressing: false,
    isOfHidden: true,
  },
  // Of a host, to those who saved the event. Digests list events alone, so its emails never wait.
  "event-message": { ...SAVED, neverWaits: true, isPressing: false },
  "event-flagged": OF_STAFF,
  // Raised by the job that fetches pictures of other sites (app/modules/intake/pictures).
  "picture-dropped": { ...VERDICT, type: "other", raisedBy: "job", isMailed: false },
  "avatar-dropped": { ...VERDICT, type: "other", raisedBy: "job", isMailed: false },
  // A webhook has failed for three days, or its receiver wants no more (app/modules/webhooks).
  "webhook-off": { ...VERDICT, type: "other" },
  "hiding-paused": { ...OF_STAFF, isMailed: false },
  // Raised by the nightly job that measures overdue purges.
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
  // About a page that its reader looks after, or wants to.
  "claim-approved": { ...VERDICT, type: "approval" },
  "claim-rejected": { ...VERDICT, type: "rejection" },
  "announcement-approved": { ...VERDICT, type: "approval" },
  "announcement-rejected": { ...VERDICT, type: "rejection" },
  mention: { ...OF_STAFF, type: "mention" },
  "ingestion-completed": OF_STAFF,
  "source-broken": { ...OF_STAFF, isOfAdmins: true },
  "digest-daily": DIGEST,
  "digest-weekly": DIGEST,
} as const satisfies Record<string, NotificationKindTraits>;

type Kinds = typeof NOTIFICATION_KINDS;
export type AnyNotificationKind = keyof Kinds;
type KindsWith<Trait> = {
  [Kind in AnyNotificationKind]: Kinds[Kind] extends Trait ? Kind : never;
}[AnyNotificationKind];

/** Kinds of domain events. */
export type DomainEventKind = KindsWith<{ raisedBy: "domain-event" }>;
/** Kinds of stored notifications; each has texts (locales/…/notifications.json). */
export type NotificationKind = Exclude<AnyNotificationKind, KindsWith<{ raisedBy: "hour" }>>;
/** Kinds of notifications about a decision on a claim or an announcement. */
export type HostVerdictKind =
  | "claim-approved"
  | "claim-rejected"
  | "announcement-approved"
  | "announcement-rejected";
/** Kinds of notifications about a decision on an event. */
export type VerdictKind = Exclude<
  KindsWith<{ raisedBy: "domain-event"; neverWaits: true }>,
  | HostVerdictKind
  | "mention"
  | "announcement"
  | "event-message"
  | "event-flagged"
  | "hiding-paused"
  | "ingestion-completed"
  | "source-broken"
  | "webhook-off"
>;
/** Kinds with a mail: each has a shipped template and declared variables (decisions.md §9). */
export type MailedKind = KindsWith<{ isMailed: true }>;

/** All of them, in the order in which staff see them. */
export const ALL_NOTIFICATION_KINDS = Object.keys(
  NOTIFICATION_KINDS,
) as readonly AnyNotificationKind[];
export const isNotificationKind = (kind: string): kind is AnyNotificationKind =>
  Object.hasOwn(NOTIFICATION_KINDS, kind);
export const isMailedKind = (kind: string): kind is MailedKind =>
  isNotificationKind(kind) && NOTIFICATION_KINDS[kind].isMailed;
export const MAILED_KINDS: readonly MailedKind[] = ALL_NOTIFICATION_KINDS.filter(isMailedKind);
export const isDigestKind = (kind: AnyNotificationKind): boolean =>
  NOTIFICATION_KINDS[kind].raisedBy === "hour";

/** The traits of a kind; minimal ones for kinds that this version does not know. */
export const notificationKind = (kind: string): NotificationKindTraits =>
  isNotificationKind(kind) ? NOTIFICATION_KINDS[kind] : OF_STAFF;

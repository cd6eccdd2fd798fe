import type { Channel, NOTIFICATION_TYPES } from "../../../db/schema";
import { HOUR } from "../../lib/dates/durations";
import type { NotificationCategory } from "../../lib/pages/preference-choices";
import type { Unsubscribed } from "../mail/enqueue-mail.server";
import type { Recipient } from "./audience.server";
import type { Rule } from "./rules/active-rules.server";

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

/** So long before the start, ms, nothing delays an urgent notice: no quiet hours and no cap. */
const NEAR = 72 * HOUR;

/** What makes a notice urgent. A trial of a rule knows no values. */
interface Notice {
  kind: string;
  values?: Record<string, unknown>;
}

/**
 * Whether savers learn of it at once, also those with a digest: an event is called off, postponed
 * or back, or has another time or place (decisions.md §17).
 */
export function isUrgent({ audience }: Pick<Rule, "audience">, { kind, values }: Notice): boolean {
  if (audience !== "savers" || !notificationKind(kind).isUrgent) return false;
  const changed = values?.changed;
  return !Array.isArray(changed) || changed.some((what) => what === "time" || what === "place");
}

/**
 * The rule as it applies to a notice: an urgent one goes instantly, and near the old or the new
 * start without quiet hours and cap.
 * @param startsAt the event's start, UTC ms
 */
export function ruleFor<R extends Omit<Rule, "key" | "name" | "version">>(
  rule: R,
  notice: Notice,
  startsAt: number | null,
  now: number,
): R {
  if (!isUrgent(rule, notice)) return rule;
  const { oldStartsAt } = notice.values ?? {};
  const isNear = [startsAt, oldStartsAt].some(
    (start) => typeof start === "number" && start > now && start - now <= NEAR,
  );
  return { ...rule, timing: "instant", ...(isNear && { capPerDay: null, quietHours: null }) };
}

/** A channel; a mail may wait for the digest. */
export type Way = Channel | "email-digest";
/** Why a user gets no notification, or not over all of the rule's channels. */
export const EXCLUSIONS = ["preferences", "mail-off", "unverified", "refused", "cap"] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** Conditions besides the recipient and the rule. */
interface Circumstances {
  /** The platform's mail switch (product.md §5). */
  mailsAreOn: boolean;
  /** Whether anything sends pushes here. */
  sendsPushes: boolean;
  /** When the event begins that it is about, UTC ms. */
  startsAt: number | null;
  /** Whether it never waits for a digest (urgent-notices.ts). */
  isUrgent: boolean;
  /** Whether the rule's daily cap is reached. False where the insert itself counts. */
  isCapped: boolean;
}

export interface ChannelChoice {
  ways: Way[];
  without: Exclusion[];
}

type Chooser = Pick<
  Recipient,
  "email" | "emailVerifiedAt" | "mailRefusedAt" | "preferences" | "digestDueAt" | "held" | "follow"
>;

/**
 * The preference categories that enable a kind for a user: for held events, those of the places
 * that hold them.
 */
function categoriesFor({ held }: Pick<Chooser, "held">, kind: string): NotificationCategory[] {
  const { category, isOfCollections } = notificationKind(kind);
  if (category === null) return [];
  if (!held?.isCollected || !isOfCollections) return [category];
  return held.isFavourite ? [category, "collections"] : ["collections"];
}

/**
 * The list of a mail, which its unsubscribe link ends: the category that enables it for its reader;
 * both when two do, since either would send the next one; all mails when none does.
 */
export function mailListFor(
  person: Pick<Chooser, "preferences" | "held" | "follow">,
  kind: string,
): Unsubscribed {
  if (person.follow) return `follow:${person.follow.id}`;
  const [category = "all", second] = categoriesFor(person, kind).filter((name) =>
    person.preferences.categories.includes(name),
  );
  return second ? "heldEvents" : category;
}

/**
 * Why no mail may go to a user; null when their address is confirmed and accepts mail, and mails
 * are on.
 */
function mailObstacle({
  email,
  emailVerifiedAt,
  mailRefusedAt,
  preferences,
}: Omit<Chooser, "digestDueAt" | "held">): Exclusion | null {
  if (!preferences.emailEnabled) return "mail-off";
  if (mailRefusedAt !== null) return "refused";
  return email === null || emailVerifiedAt === null ? "unverified" : null;
}

/** Whether a user may be mailed. */
export const isWritable = (person: Omit<Chooser, "digestDueAt" | "held">): boolean =>
  mailObstacle(person) === null;

/**
 * Whether a mail waits for the digest: if rule or reader chose it, except for kinds that never wait
 * and those that would be late.
 */
function waits(
  person: Chooser,
  rule: Pick<Rule, "timing">,
  kind: string,
  { startsAt, isUrgent }: Pick<Circumstances, "startsAt" | "isUrgent">,
): boolean {
  const { neverWaits, isPressing } = notificationKind(kind);
  if (
    neverWaits ||
    isUrgent ||
    (rule.timing === "instant" && person.preferences.frequency === "instant")
  )
    return false;
  return !(
    isPressing &&
    startsAt !== null &&
    (person.digestDueAt ?? Number.POSITIVE_INFINITY) >= startsAt
  );
}

/**
 * The channels of a notification for a user of a rule's audience, and the exclusions. Pure, so that
 * a dry run matches reality.
 */
export function chooseChannels(
  person: Chooser,
  rule: Pick<Rule, "timing"> & { channels: readonly Channel[] },
  kind: string,
  circumstances: Circumstances,
): ChannelChoice {
  const { mailsAreOn, sendsPushes, isCapped } = circumstances;
  const { isMailed, neverWaits } = notificationKind(kind);
  const categories = categoriesFor(person, kind);
  if (
    categories.length > 0 &&
    !categories.some((name) => person.preferences.categories.includes(name))
  )
    return { ways: [], without: ["preferences"] };
  const ways: Way[] = rule.channels.includes("in-app") ? ["in-app"] : [];
  const without = new Set<Exclusion>();
  /** The cap applies to mails and pushes. */
  const goOut = (way: "email" | "push") => void (isCapped ? without.add("cap") : ways.push(way));
  if (rule.channels.includes("email") && isMailed) {
    const obstacle = mailsAreOn ? mailObstacle(person) : "mail-off";
    if (obstacle) without.add(obstacle);
    else if (waits(person, rule, kind, circumstances)) ways.push("email-digest");
    else goOut("email");
  }
  // Followers choose for each follow whether it may disturb them at once.
  const isAtOnce = person.follow
    ? person.follow.frequency === "instant" && rule.timing === "instant"
    : neverWaits || rule.timing === "instant";
  if (rule.channels.includes("push") && isAtOnce && sendsPushes && person.preferences.pushEnabled)
    goOut("push");
  return { ways, without: [...without] };
}

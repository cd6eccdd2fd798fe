import type { Channel } from "../../../db/schema";
import { HOUR } from "../../lib/dates/durations";
import type { NotificationCategory } from "../../lib/pages/preference-choices";
import type { Unsubscribed } from "../mail/mail-links.server";
import type { Recipient } from "./audience.server";
import { notificationKind } from "./notification-kinds";
import type { Rule } from "./rules/rule";

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

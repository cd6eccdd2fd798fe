import type { Channel } from "../../../db/schema";
import type { NotificationCategory } from "../../lib/pages/preference-choices";
import type { Unsubscribed } from "../mail/unsubscribe-links.server";
import type { Rule } from "../notification-rules/rule";
import type { Recipient } from "./audience.server";
import { notificationKind } from "./notification-kinds";

/** By which way somebody hears of something; a mail may wait for their digest. */
export type Way = Channel | "email-digest";
/** Why somebody does not, or not by all ways that the rule goes. */
export const EXCLUSIONS = ["preferences", "mail-off", "unverified", "refused", "cap"] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** What decides besides the person and the rule. */
interface Circumstances {
  /** Whether mails are on at all (product.md §5, platform settings). */
  mailsAreOn: boolean;
  /** Whether anything sends pushes here. */
  sendsPushes: boolean;
  /** When the event begins that it is about, UTC ms. */
  startsAt: number | null;
  /** Whether the rule has told them as often today as it may. Where that is counted in the insert itself: false. */
  isCapped: boolean;
}

export interface ChannelChoice {
  ways: Way[];
  without: Exclusion[];
}

type Chooser = Pick<Recipient, "email" | "emailVerifiedAt" | "mailRefusedAt" | "preferences" | "digestDueAt" | "held">;

/** The categories of the preferences by which somebody would hear of news of a kind: of what they hold, those of the places where they hold it. */
function categoriesFor({ held }: Pick<Chooser, "held">, kind: string): NotificationCategory[] {
  const { category, isOfCollections } = notificationKind(kind);
  if (category === null) return [];
  if (!held?.isCollected || !isOfCollections) return [category];
  return held.isFavourite ? [category, "collections"] : ["collections"];
}

/**
 * What a mail of a kind belongs to, which is what its link ends: the category by which its reader hears of it; where two
 * of them bring it, both, since either alone would bring the next one; all mails where none does.
 */
export function mailListFor(person: Pick<Chooser, "preferences" | "held">, kind: string): Unsubscribed {
  const [category = "all", second] = categoriesFor(person, kind).filter((name) => person.preferences.categories.includes(name));
  return second ? "heldEvents" : category;
}

/** Why no mail may go to somebody at all; null where it may: a confirmed address that takes mail, and mails wanted. */
function mailObstacle({ email, emailVerifiedAt, mailRefusedAt, preferences }: Omit<Chooser, "digestDueAt" | "held">): Exclusion | null {
  if (!preferences.emailEnabled) return "mail-off";
  if (mailRefusedAt !== null) return "refused";
  return email === null || emailVerifiedAt === null ? "unverified" : null;
}

/** Whether somebody may be written to at all. */
export const isWritable = (person: Omit<Chooser, "digestDueAt" | "held">): boolean => mailObstacle(person) === null;

/** Whether a mail waits for the digest: where the rule or its reader says so, but for what never waits, and for what would come too late. */
function waits(person: Chooser, rule: Pick<Rule, "timing">, kind: string, startsAt: number | null): boolean {
  const { neverWaits, isPressing } = notificationKind(kind);
  if (neverWaits || (rule.timing === "instant" && person.preferences.frequency === "instant")) return false;
  return !(isPressing && startsAt !== null && (person.digestDueAt ?? Number.POSITIVE_INFINITY) >= startsAt);
}

/**
 * How somebody of a rule's audience hears of news of a kind, and what keeps the rest from them. Pure, so that a dry run
 * says what really happens.
 */
export function chooseChannels(
  person: Chooser,
  rule: Pick<Rule, "timing"> & { channels: readonly Channel[] },
  kind: string,
  { mailsAreOn, sendsPushes, startsAt, isCapped }: Circumstances,
): ChannelChoice {
  const { isMailed, neverWaits } = notificationKind(kind);
  const categories = categoriesFor(person, kind);
  if (categories.length > 0 && !categories.some((name) => person.preferences.categories.includes(name)))
    return { ways: [], without: ["preferences"] };
  const ways: Way[] = rule.channels.includes("in-app") ? ["in-app"] : [];
  const without = new Set<Exclusion>();
  /** What the cap holds back: it counts mails and pushes. */
  const goOut = (way: "email" | "push") => void (isCapped ? without.add("cap") : ways.push(way));
  if (rule.channels.includes("email") && isMailed) {
    const obstacle = mailsAreOn ? mailObstacle(person) : "mail-off";
    if (obstacle) without.add(obstacle);
    else if (waits(person, rule, kind, startsAt)) ways.push("email-digest");
    else goOut("email");
  }
  if (rule.channels.includes("push") && (neverWaits || rule.timing === "instant") && sendsPushes && person.preferences.pushEnabled)
    goOut("push");
  return { ways, without: [...without] };
}

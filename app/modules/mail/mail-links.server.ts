import { and, eq, isNull } from "drizzle-orm";
import { mails, type NotificationPreferences } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { isSameHash } from "../../lib/http/same-hash.server";
import { safePath } from "../../lib/http/web-url";
import {
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
} from "../../lib/pages/preference-choices";
import { paths } from "../../lib/paths";
import { UUID_PATTERN } from "../../lib/runtime/ids";

const openSignature = (vault: Deps["vault"], id: string) => vault.fingerprint(`mail-opened ${id}`);
const clickSignature = (vault: Deps["vault"], id: string, to: string) =>
  vault.fingerprint(`mail-clicked ${id} ${to}`);

/** URL of the picture that records that a mail was opened, if its recipient allows that. */
export async function pixelUrl(
  { vault, siteUrl }: Pick<Deps, "vault" | "siteUrl">,
  mailId: string,
): Promise<string> {
  return siteUrl + paths.mailOpened(mailId, await openSignature(vault, mailId));
}

/** A path of the product behind a link that counts. */
export async function countedUrl(
  { vault, siteUrl }: Pick<Deps, "vault" | "siteUrl">,
  mailId: string,
  to: string,
): Promise<string> {
  return siteUrl + paths.mailClicked(mailId, to, await clickSignature(vault, mailId, to));
}

/** Records the first opening of a mail. Ignores unsigned and uncounted mails. */
export async function countOpen(
  { db, vault, clock }: Pick<Deps, "db" | "vault" | "clock">,
  id: string,
  token: string,
): Promise<void> {
  if (!isSameHash(token, await openSignature(vault, id))) return;
  await db
    .update(mails)
    .set({ openedAt: clock.now() })
    .where(and(eq(mails.id, id), eq(mails.isTracked, true), isNull(mails.openedAt)));
}

/**
 * Records the first click of a mail's link. @param counts whether a person follows it
 * @returns the target path; null for invalid links
 */
export async function countClick(
  { db, vault, clock }: Pick<Deps, "db" | "vault" | "clock">,
  { id, to, token, counts }: { id: string; to: string; token: string; counts: boolean },
): Promise<string | null> {
  if (!isSameHash(token, await clickSignature(vault, id, to))) return null;
  const path = safePath(to);
  if (path === null) return null;
  if (counts)
    await db
      .update(mails)
      .set({ clickedAt: clock.now() })
      .where(and(eq(mails.id, id), eq(mails.isTracked, true), isNull(mails.clickedAt)));
  return path;
}

/**
 * Scope of an unsubscribe link: one category, all mails, or `heldEvents`: both categories of an
 * event that the reader has among the favourites and in another collection; or a follow, by its id.
 */
export type Unsubscribed = NotificationCategory | "heldEvents" | "all" | FollowList;

/** Prefix of the list id of a follow's emails. */
export const FOLLOW_LIST = "follow:";
type FollowList = `${typeof FOLLOW_LIST}${string}`;

/** The follow that a list stands for; null for others. */
export const followOfList = (list: Unsubscribed): string | null =>
  isFollowList(list) ? list.slice(FOLLOW_LIST.length) : null;

/** Whether a list is the emails of one follow. */
export const isFollowList = (list: string): list is FollowList => list.startsWith(FOLLOW_LIST);

const TOKEN = new RegExp(
  `^(${UUID_PATTERN})\\.([A-Za-z]{3,20}|${FOLLOW_LIST}${UUID_PATTERN})\\.([0-9a-f]{64})$`,
);

const isUnsubscribed = (name: string): name is Unsubscribed =>
  isFollowList(name) ||
  name === "all" ||
  name === "heldEvents" ||
  (NOTIFICATION_CATEGORIES as readonly string[]).includes(name);

/** The categories by which news of a list come, any of them alone as well. */
export const categoriesOf = (
  list: Exclude<Unsubscribed, "all">,
): readonly NotificationCategory[] =>
  list === "heldEvents"
    ? ["savedEvents", "collections"]
    : isFollowList(list)
      ? ["newEvents"]
      : [list];

/** Whether a user is subscribed to a list. */
export const wantsMailList = (
  { emailEnabled, categories }: NotificationPreferences,
  list: Unsubscribed,
): boolean =>
  list === "all"
    ? emailEnabled
    : categoriesOf(list).some((category) => categories.includes(category));

/** The signature, bound to its purpose so that our other tokens are invalid here. */
const signature = (vault: Deps["vault"], userId: string, list: Unsubscribed) =>
  vault.fingerprint(`unsubscribe ${userId} ${list}`);

/**
 * The token of a link that ends news for its reader, without signing in. It holds as long as the
 * account does (RFC 8058).
 */
export async function unsubscribeToken(
  { vault }: Pick<Deps, "vault">,
  userId: string,
  list: Unsubscribed,
): Promise<string> {
  return `${userId}.${list}.${await signature(vault, userId, list)}`;
}

/** The user and list of a token; null when invalid. */
export async function readUnsubscribeToken(
  { vault }: Pick<Deps, "vault">,
  token: string | null,
): Promise<{ userId: string; list: Unsubscribed } | null> {
  const [, userId, list, hash] = TOKEN.exec(token ?? "") ?? [];
  if (!userId || !list || !hash || !isUnsubscribed(list)) return null;
  return isSameHash(hash, await signature(vault, userId, list)) ? { userId, list } : null;
}

/**
 * Prefix of a mail's `unsubscribes` for a subscription to a city's weekly picks; its id follows.
 */
export const WEEK_LIST = "week:";

const WEEK_TOKEN = new RegExp(`^(${UUID_PATTERN})\\.([0-9a-f]{64})$`);

const weekSignature = (vault: Deps["vault"], id: string) =>
  vault.fingerprint(`week-subscriber ${id}`);

/**
 * The token of a subscription to weekly picks, by which its address is confirmed and ended without
 * signing in (RFC 8058).
 */
export const weekToken = async ({ vault }: Pick<Deps, "vault">, id: string): Promise<string> =>
  `${id}.${await weekSignature(vault, id)}`;

/** The subscription of a token; null when invalid. */
export async function readWeekToken(
  { vault }: Pick<Deps, "vault">,
  token: string | null,
): Promise<string | null> {
  const [, id, hash] = WEEK_TOKEN.exec(token ?? "") ?? [];
  return id && hash && isSameHash(hash, await weekSignature(vault, id)) ? id : null;
}

const REGISTRATION_LINK = new RegExp(`^(${UUID_PATTERN})\\.([0-9a-f]{64})$`);

const registrationSignature = (vault: Deps["vault"], id: string) =>
  vault.fingerprint(`registration ${id}`);

/** The token of a registration's link, which its guest alone gets. */
export const registrationToken = async (
  { vault }: Pick<Deps, "vault">,
  id: string,
): Promise<string> => `${id}.${await registrationSignature(vault, id)}`;

/** The registration of a token; null when invalid. */
export async function readRegistrationToken(
  { vault }: Pick<Deps, "vault">,
  token: string,
): Promise<string | null> {
  const [, id, hash] = REGISTRATION_LINK.exec(token) ?? [];
  return id && hash && isSameHash(hash, await registrationSignature(vault, id)) ? id : null;
}

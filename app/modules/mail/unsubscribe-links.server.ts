import type { NotificationPreferences } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { isSameHash } from "../../lib/http/same-hash.server";
import { NOTIFICATION_CATEGORIES, type NotificationCategory } from "../../lib/pages/preference-choices";
import { UUID_PATTERN } from "../../lib/runtime/ids";

/**
 * What an unsubscribe link ends: one category, all mails, or `heldEvents`: both categories of an event that the reader
 * has among the favourites and in another collection.
 */
export type Unsubscribed = NotificationCategory | "heldEvents" | "all";

const TOKEN = new RegExp(`^(${UUID_PATTERN})\\.([A-Za-z]{3,20})\\.([0-9a-f]{64})$`);

const isUnsubscribed = (name: string): name is Unsubscribed =>
  name === "all" || name === "heldEvents" || (NOTIFICATION_CATEGORIES as readonly string[]).includes(name);

/** The categories by which news of a list come, any of them alone as well. */
export const categoriesOf = (list: Exclude<Unsubscribed, "all">): readonly NotificationCategory[] =>
  list === "heldEvents" ? ["savedEvents", "collections"] : [list];

/** Whether a user wants mails of a list. */
export const wantsMailList = ({ emailEnabled, categories }: NotificationPreferences, list: Unsubscribed): boolean =>
  list === "all" ? emailEnabled : categoriesOf(list).some((category) => categories.includes(category));

/** The signature, bound to its purpose so that other tokens of ours are invalid here. */
const signature = (vault: Deps["vault"], userId: string, list: Unsubscribed) => vault.fingerprint(`unsubscribe ${userId} ${list}`);

/** The token of a link that ends news for its reader, without signing in. It holds as long as the account does (RFC 8058). */
export async function unsubscribeToken({ vault }: Pick<Deps, "vault">, userId: string, list: Unsubscribed): Promise<string> {
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

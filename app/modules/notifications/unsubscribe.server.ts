import { eq } from "drizzle-orm";
import { type NotificationPreferences, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { auditEntry } from "../audit/audit-entry.server";
import { nextDigestAt } from "../digests/digest-times.server";
import { readUnsubscribeToken, type Unsubscribed } from "./unsubscribe-links.server";

/** Whose news a link ends, and how it stands with them. */
export interface Subscription {
  userId: string;
  list: Unsubscribed;
  /** Whether they come still. */
  isOn: boolean;
}

const isOn = ({ emailEnabled, categories }: NotificationPreferences, list: Unsubscribed): boolean =>
  list === "all" ? emailEnabled : categories.includes(list);

const read = async ({ db }: Pick<Deps, "db">, userId: string) => db.select().from(users).where(eq(users.id, userId)).get();

/** What a link of a mail is about; null where it is not one of ours. Looking at it changes nothing: scanners of mail look. */
export async function subscriptionOf(deps: Pick<Deps, "db" | "vault">, token: string | null): Promise<Subscription | null> {
  const meant = await readUnsubscribeToken(deps, token);
  if (!meant) return null;
  const user = await read(deps, meant.userId);
  return { ...meant, isOn: user !== undefined && user.deletedAt === null && isOn(user.notificationPreferences, meant.list) };
}

/**
 * Ends news, or takes that back. Again it changes nothing; what waits to be sent is dropped when its turn comes.
 * @returns whether the token is one of ours
 */
export async function setSubscription(deps: Deps, token: string | null, wanted: boolean): Promise<boolean> {
  const subscription = await subscriptionOf(deps, token);
  if (!subscription) return false;
  const { userId, list } = subscription;
  const user = await read(deps, userId);
  if (!user || user.deletedAt !== null || subscription.isOn === wanted) return true;
  const before = user.notificationPreferences;
  const categories = before.categories.filter((category) => category !== list);
  const after: NotificationPreferences =
    list === "all" ? { ...before, emailEnabled: wanted } : { ...before, categories: wanted ? [...categories, list] : categories };
  const now = deps.clock.now();
  await deps.db.batch([
    deps.db
      .update(users)
      .set({ notificationPreferences: after, digestDueAt: nextDigestAt(after, user, now), updatedAt: now })
      .where(eq(users.id, userId)),
    auditEntry(deps, {
      actorId: userId,
      action: wanted ? "user.subscribed" : "user.unsubscribed",
      entity: "user",
      entityId: userId,
      metadata: { list },
    }),
  ]);
  return true;
}

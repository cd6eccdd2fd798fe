import { and, eq, sql } from "drizzle-orm";
import { follows, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { auditEntry } from "../audit/audit-entry.server";
import {
  categoriesOf,
  followOfList,
  readUnsubscribeToken,
  type Unsubscribed,
  wantsMailList,
} from "../mail/enqueue-mail.server";
import { type FollowReason, followReason } from "./audience.server";
import { nextDigestAt } from "./digest-times.server";

/** The user and list of an unsubscribe link, and the present state. */
interface Subscription {
  userId: string;
  list: Unsubscribed;
  /** Whether they come still. */
  isOn: boolean;
  /** Whether the account still exists; that of a deleted one cannot be resubscribed. */
  hasAccount: boolean;
  /** The followed subject; null for other lists, and once the follow has ended. */
  follow: FollowReason | null;
}

const read = async ({ db }: Pick<Deps, "db">, userId: string) =>
  db.select().from(users).where(eq(users.id, userId)).get();

/** Name of a list's follow; null for other lists. */
async function followOf(
  { db }: Pick<Deps, "db">,
  { userId, list }: Pick<Subscription, "userId" | "list">,
): Promise<FollowReason | null> {
  const id = followOfList(list);
  if (id === null) return null;
  const found = await db.get<{ reason: string }>(
    sql`SELECT ${followReason} AS reason FROM follows f WHERE f.id = ${id} AND f.user_id = ${userId}`,
  );
  return found ? (JSON.parse(found.reason) as FollowReason) : null;
}

/**
 * The subscription of an unsubscribe link; null when invalid. Reading it changes nothing, since
 * mail scanners open links.
 */
export async function subscriptionOf(
  deps: Pick<Deps, "db" | "vault">,
  token: string | null,
): Promise<Subscription | null> {
  const meant = await readUnsubscribeToken(deps, token);
  if (!meant) return null;
  const [user, follow] = await Promise.all([read(deps, meant.userId), followOf(deps, meant)]);
  const isThere = followOfList(meant.list) === null || follow !== null;
  const hasAccount = user !== undefined && user.deletedAt === null;
  const isOn = hasAccount && isThere && wantsMailList(user.notificationPreferences, meant.list);
  return { ...meant, follow, hasAccount, isOn };
}

/**
 * The preferences with one thing changed in the database itself: links of two mails, or a link and
 * the form, keep each other's.
 */
function changed(list: Unsubscribed, wanted: boolean) {
  const preferences = users.notificationPreferences;
  if (list === "all")
    return sql`json_set(${preferences}, '$.emailEnabled', json(${String(wanted)}))`;
  const meant = categoriesOf(list);
  const others = sql`(SELECT json_group_array(value) FROM json_each(${preferences}, '$.categories') WHERE value NOT IN ${meant})`;
  const added = sql.join(
    meant.map((category) => sql`'$[#]', ${category}`),
    sql`, `,
  );
  return sql`json_set(${preferences}, '$.categories', json(${wanted ? sql`json_insert(${others}, ${added})` : others}))`;
}

/**
 * Unsubscribes or resubscribes. Idempotent; waiting mails are dropped when due.
 * @returns whether the token is valid
 */
export async function setSubscription(
  deps: Deps,
  token: string | null,
  wanted: boolean,
): Promise<boolean> {
  const subscription = await subscriptionOf(deps, token);
  if (!subscription) return false;
  const { userId, list } = subscription;
  const user = await read(deps, userId);
  if (!user || user.deletedAt !== null || subscription.isOn === wanted) return true;
  const follow = followOfList(list);
  if (follow !== null) {
    // An ended follow is begun again on its page, not by the link of an old email.
    if (!wanted)
      await deps.db.delete(follows).where(and(eq(follows.id, follow), eq(follows.userId, userId)));
    return true;
  }
  const now = deps.clock.now();
  const digestDueAt = nextDigestAt(
    { ...user.notificationPreferences, emailEnabled: wanted },
    user,
    now,
  );
  await deps.db.batch([
    deps.db
      .update(users)
      .set({
        notificationPreferences: changed(list, wanted),
        ...(list === "all" ? { digestDueAt } : null),
        updatedAt: now,
      })
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

import { and, eq, sql } from "drizzle-orm";
import { inboxViews } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";

/** Views per moderator, and longest name and query, characters. */
const MOST = 20;
export const VIEW_NAME_MAX = 60;
const QUERY_MAX = 2_000;

/**
 * Names a set of filters; the same name replaces. @throws invalid for an empty or long name;
 * conflict beyond 20 views
 */
export async function saveInboxView(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  actor: Actor,
  name: string,
  query: string,
) {
  assertCan(actor, "event:moderate");
  const own = eq(inboxViews.userId, actor.id);
  if (name === "" || name.length > VIEW_NAME_MAX || query.length > QUERY_MAX)
    throw new AppError("invalid");
  const others = await db.$count(inboxViews, and(own, sql`${inboxViews.name} <> ${name}`));
  if (others >= MOST) throw new AppError("conflict");
  await db
    .insert(inboxViews)
    .values({ id: ids.next(), userId: actor.id, name, query, createdAt: clock.now() })
    .onConflictDoUpdate({ target: [inboxViews.userId, inboxViews.name], set: { query } });
}

/** Deletes a view of the actor. */
export async function deleteInboxView(
  { db }: Pick<Deps, "db">,
  actor: Actor,
  id: string,
): Promise<void> {
  assertCan(actor, "event:moderate");
  await db.delete(inboxViews).where(and(eq(inboxViews.id, id), eq(inboxViews.userId, actor.id)));
}

import { and, count, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { notifications } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";

export type NotificationRow = typeof notifications.$inferSelect;

export interface NotificationQuery {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Null: read or not. */
  isRead: boolean | null;
  /** Only what has come after that moment, UTC ms. */
  since?: number;
}

export interface NotificationList {
  items: NotificationRow[];
  total: number;
  hasMore: boolean;
}

const mine = (actor: Actor) => eq(notifications.userId, actor.id);

/** One's own notifications, unread ones first, then the newest (decisions.md §1). */
export async function listNotifications(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  query: NotificationQuery,
): Promise<NotificationList> {
  assertCan(actor, "account:manage");
  const readAt = notifications.readAt;
  const wanted = and(
    mine(actor),
    query.isRead === null ? undefined : query.isRead ? isNotNull(readAt) : isNull(readAt),
    query.since === undefined ? undefined : gt(notifications.createdAt, query.since),
  );
  const offset = (query.page - 1) * query.pageSize;
  const [items, counted] = await db.batch([
    db
      .select()
      .from(notifications)
      .where(wanted)
      .orderBy(sql`${readAt} IS NOT NULL`, desc(notifications.createdAt), desc(notifications.id))
      .limit(query.pageSize)
      .offset(offset),
    db.select({ total: count() }).from(notifications).where(wanted),
  ]);
  const total = counted[0]?.total ?? 0;
  return { items, total, hasMore: offset + items.length < total };
}

/** How many of one's own nobody has read yet. */
export async function countUnread({ db }: Pick<Deps, "db">, actor: Actor | null): Promise<number> {
  assertCan(actor, "account:manage");
  const row = await db
    .select({ unread: count() })
    .from(notifications)
    .where(and(mine(actor), isNull(notifications.readAt)))
    .get();
  return row?.unread ?? 0;
}

/**
 * Marks one of one's own as read; again changes nothing.
 * @returns it @throws AppError("not-found") for what is not there or somebody else's
 */
export async function readNotification(
  { db, clock }: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
  id: string,
): Promise<NotificationRow> {
  assertCan(actor, "account:manage");
  const row = await db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${clock.now()})` })
    .where(and(eq(notifications.id, id), mine(actor)))
    .returning()
    .get();
  if (!row) throw new AppError("not-found");
  return row;
}

/** Marks all of one's own as read. */
export async function readAllNotifications({ db, clock }: Pick<Deps, "db" | "clock">, actor: Actor | null): Promise<void> {
  assertCan(actor, "account:manage");
  await db
    .update(notifications)
    .set({ readAt: clock.now() })
    .where(and(mine(actor), isNull(notifications.readAt)));
}

/** Takes one of one's own away. @throws AppError("not-found") */
export async function deleteNotification({ db }: Pick<Deps, "db">, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "account:manage");
  const { meta } = await db.delete(notifications).where(and(eq(notifications.id, id), mine(actor)));
  if (meta.changes === 0) throw new AppError("not-found");
}

/** Takes all of one's own away. */
export async function deleteAllNotifications({ db }: Pick<Deps, "db">, actor: Actor | null): Promise<void> {
  assertCan(actor, "account:manage");
  await db.delete(notifications).where(mine(actor));
}

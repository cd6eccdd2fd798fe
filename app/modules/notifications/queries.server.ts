import { and, count, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import {
  cityNotifications,
  digestItems,
  digests,
  domainEvents,
  notifications,
  pushes,
} from "../../../db/schema";
import { instantOrNull } from "../../../db/schema/bad-rows";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";
import { cityNotificationsOf, unreadCount } from "./audience.server";
import {
  allCityNotificationsStatements,
  cityNotificationStateStatement,
} from "./city-notifications.server";

export type NotificationRow = typeof notifications.$inferSelect;

export interface NotificationQuery {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Null: read or not. */
  isRead: boolean | null;
  /** Only notifications after this moment, UTC ms. */
  since?: number;
}

export interface NotificationList {
  items: NotificationRow[];
  total: number;
  hasMore: boolean;
  /** Unread count of the whole list, regardless of the page. */
  unread: number;
}

const mine = (actor: Actor) => eq(notifications.userId, actor.id);

/** In the order of the rows that `cityNewsOf` gives. */
const COLUMNS = sql`id, user_id, type, kind, "values", action_path, related_entity_id, idempotency_key, read_at, created_at`;

/**
 * A user's notifications merged with those of followed cities. @param person their id, or a column
 */
const allOf = (person: SQL): SQL =>
  sql`(SELECT ${COLUMNS} FROM notifications WHERE user_id = ${person} UNION ALL SELECT ${COLUMNS} FROM (${cityNotificationsOf(person, "all")}))`;

/** The columns of a merged list, as drizzle reads them from the table. */
const ROW = {
  id: sql<string>`id`.as("id"),
  userId: sql<string>`user_id`.as("user_id"),
  type: sql<NotificationRow["type"]>`type`.as("type"),
  kind: sql<string>`kind`.as("kind"),
  values: sql<NotificationRow["values"]>`"values"`.mapWith(notifications.values).as("item_values"),
  actionPath: sql<string | null>`action_path`.as("action_path"),
  relatedEntityId: sql<string | null>`related_entity_id`.as("related_entity_id"),
  idempotencyKey: sql<string>`idempotency_key`.as("idempotency_key"),
  readAt: sql<number | null>`read_at`.as("read_at"),
  createdAt: sql<number>`coalesce(${instantOrNull(sql`created_at`)}, 0)`.as("created_at"),
};

/**
 * The caller's notifications and those of followed cities, unread first, then newest (decisions.md
 * §1): one round trip. City notifications are limited to the newest 200.
 */
export async function listNotifications(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  query: NotificationQuery,
): Promise<NotificationList> {
  assertCan(actor, "account:manage");
  const person = sql`${actor.id}`;
  const wanted = and(
    query.isRead === null
      ? undefined
      : query.isRead
        ? sql`read_at IS NOT NULL`
        : sql`read_at IS NULL`,
    query.since === undefined ? undefined : sql`created_at > ${query.since}`,
  );
  const offset = (query.page - 1) * query.pageSize;
  const [items, counted] = await db.batch([
    db
      .select(ROW)
      .from(sql`${allOf(person)} AS heard`)
      .where(wanted)
      .orderBy(sql`read_at IS NOT NULL, created_at DESC, id DESC`)
      .limit(query.pageSize)
      .offset(offset),
    db
      .select({ total: count(), unread: sql<number>`(SELECT ${unreadCount(person)})` })
      .from(sql`${allOf(person)} AS heard`)
      .where(wanted),
  ]);
  const { total = 0, unread = 0 } = counted[0] ?? {};
  return { items, total, hasMore: offset + items.length < total, unread };
}

/** The caller's unread count. */
export async function countUnread({ db }: Pick<Deps, "db">, actor: Actor | null): Promise<number> {
  assertCan(actor, "account:manage");
  const row = await db.get<{ unread: number }>(
    sql`SELECT ${unreadCount(sql`${actor.id}`)} AS unread`,
  );
  return row?.unread ?? 0;
}

/**
 * Marks one of the caller's notifications as read; idempotent.
 * @returns it @throws AppError("not-found") for missing ones and those of others
 */
export async function readNotification(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
  id: string,
): Promise<NotificationRow> {
  assertCan(actor, "account:manage");
  const { db, clock } = deps;
  const [[own], , [ofCity]] = await db.batch([
    db
      .update(notifications)
      .set({ readAt: sql`coalesce(${notifications.readAt}, ${clock.now()})` })
      .where(and(eq(notifications.id, id), mine(actor)))
      .returning(),
    cityNotificationStateStatement(deps, actor.id, id, "read", clock.now()),
    db
      .select(ROW)
      .from(sql`(${cityNotificationsOf(sql`${actor.id}`, "all")}) AS heard`)
      .where(sql`id = ${id}`),
  ]);
  const row = own ?? ofCity;
  if (!row) throw new AppError("not-found");
  return row;
}

/** Marks all of the caller's notifications as read. */
export async function readAllNotifications(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
): Promise<void> {
  assertCan(actor, "account:manage");
  await deps.db.batch([
    deps.db
      .update(notifications)
      .set({ readAt: deps.clock.now() })
      .where(and(mine(actor), isNull(notifications.readAt))),
    ...allCityNotificationsStatements(deps, actor.id, "read"),
  ]);
}

/** Deletes one of the caller's notifications. @throws AppError("not-found") */
export async function deleteNotification(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
  id: string,
): Promise<void> {
  assertCan(actor, "account:manage");
  const { db, clock } = deps;
  const [own, ofCity] = await db.batch([
    db
      .delete(notifications)
      .where(and(eq(notifications.id, id), mine(actor)))
      .returning({ id: notifications.id }),
    cityNotificationStateStatement(deps, actor.id, id, "hidden", clock.now()),
  ]);
  if (own.length === 0 && ofCity.length === 0) throw new AppError("not-found");
}

/** Deletes all of the caller's notifications. */
export async function deleteAllNotifications(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
): Promise<void> {
  assertCan(actor, "account:manage");
  await deps.db.batch([
    deps.db.delete(notifications).where(mine(actor)),
    ...allCityNotificationsStatements(deps, actor.id, "hidden"),
  ]);
}

/** As long as the outbox keeps its mails, ms. */
const KEPT = 90 * DAY;
/** Items that no digest has used by then are obsolete. */
const ITEMS_KEPT = 30 * DAY;
/** Retention of city notifications in followers' lists. */
const CITY_NOTIFICATIONS_KEPT = 30 * DAY;

/** Purges the sources of notifications: domain events, pushes, digests and their waiting items. */
export const domainEventsPurge = purgeOf(domainEvents, (at) =>
  lt(domainEvents.createdAt, at - KEPT),
);
export const pushesPurge = purgeOf(pushes, (at) => lt(pushes.createdAt, at - KEPT));
export const digestsPurge = purgeOf(digests, (at) => lt(digests.createdAt, at - KEPT));
export const digestItemsPurge = purgeOf(digestItems, (at) =>
  lt(digestItems.createdAt, at - ITEMS_KEPT),
);
export const cityNotificationsPurge = purgeOf(cityNotifications, (at) =>
  lt(cityNotifications.createdAt, at - CITY_NOTIFICATIONS_KEPT),
);

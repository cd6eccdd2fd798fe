import { eq, sql } from "drizzle-orm";
import type { SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import {
  type CityEmailRule,
  cityNotificationStates,
  cityNotifications,
  users,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";
import type { NotifiedEvent } from "../events/present/notified-event.server";
import { CATEGORY_TOPICS, cityNotificationsOf, followTopicsOf } from "./audience.server";
import { notificationKind } from "./choose-channels";
import type { DomainEventRow } from "./domain-events.server";
import { notificationTexts } from "./notification-statements.server";
import type { Rule } from "./rules/active-rules.server";

/** The topics of `user_topics` that make a user interested in these categories. */
const topicsOf = (categories: readonly string[]): string[] => [
  ...new Set(
    CATEGORY_TOPICS.flatMap(([category, topic]) => (categories.includes(category) ? [topic] : [])),
  ),
];

/** The row for all followers and interested users, and its announcement after the batch. */
interface PendingCityNotification {
  statement: ReturnType<typeof insertStatement>;
  /** @param rows the statement's result: empty when the row existed */
  dispatch(rows: readonly unknown[]): void;
}

const insertStatement = (
  { db }: Pick<Deps, "db">,
  row: SQLiteInsertValue<typeof cityNotifications>,
) =>
  db
    .insert(cityNotifications)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: cityNotifications.id });

/**
 * The statement that writes a city's new event for all lists and digests in one row.
 * @param rules that match the domain event, in the order of their keys
 */
export function cityNotificationStatement(
  deps: Deps,
  domainEvent: DomainEventRow,
  about: NotifiedEvent,
  rules: readonly Rule[],
): PendingCityNotification {
  const notifies = (audience: Rule["audience"]) =>
    rules.some((rule) => rule.audience === audience && rule.channels.includes("in-app"));
  const row = {
    id: domainEvent.id,
    cityId: about.event.cityId,
    eventId: about.event.id,
    actorId: domainEvent.actorId,
    values: domainEvent.values,
    notifiesFollowers: notifies("city-followers"),
    notifiesInterested: notifies("interested"),
    topics: topicsOf(about.event.categories),
    emailRules: rules.flatMap(({ audience, channels, timing }): CityEmailRule[] =>
      channels.includes("email") ? [[audience, timing]] : [],
    ),
    createdAt: deps.clock.now(),
    followTopics: notifies("followers")
      ? sql<string[]>`(SELECT json_group_array(topic) FROM ${followTopicsOf(about.event.id)})`
      : [],
  };
  return {
    statement: insertStatement(deps, row),
    dispatch: (rows) => {
      const slug = about.city?.slug;
      if (rows.length === 0 || !slug || !(row.notifiesFollowers || row.notifiesInterested)) return;
      const notification = notificationTexts({
        id: row.id,
        userId: "",
        type: notificationKind(domainEvent.kind).type,
        kind: domainEvent.kind,
        values: row.values,
        actionPath: domainEvent.actionPath,
        relatedEntityId: row.eventId,
        idempotencyKey: row.id,
        readAt: null,
        createdAt: row.createdAt,
      });
      const topics = row.notifiesFollowers ? null : row.topics;
      deps.later(
        deps.rooms
          .cityNotification(slug, { notification, topics, actorId: row.actorId })
          .catch((error) =>
            log("warn", "room.unreachable", { id: row.id, ...describeError(error) }),
          ),
      );
    },
  };
}

/**
 * Statements that mark a city notification as read or remove it from a user's list; they affect
 * listed ones only and return the changes.
 */
export function cityNotificationStateStatement(
  { db }: Pick<Deps, "db">,
  userId: string,
  newsId: string,
  change: "read" | "hidden",
  now: number,
) {
  const [read, hidden] = change === "read" ? [sql`${now}`, sql`NULL`] : [sql`NULL`, sql`${now}`];
  const written = sql`SELECT ${userId}, f.id, ${read}, ${hidden} FROM (${cityNotificationsOf(sql`${userId}`, "all")}) f WHERE f.id = ${newsId}`;
  return db
    .insert(cityNotificationStates)
    .select(written)
    .onConflictDoUpdate({
      target: [cityNotificationStates.userId, cityNotificationStates.newsId],
      set: {
        readAt: sql`coalesce(city_news_states.read_at, excluded.read_at)`,
        hiddenAt: sql`coalesce(city_news_states.hidden_at, excluded.hidden_at)`,
      },
    })
    .returning({ newsId: cityNotificationStates.newsId });
}

/**
 * Statements that mark all city notifications of a user as read or deleted: a timestamp instead of
 * rows.
 */
export function allCityNotificationsStatements(
  { db, clock }: Pick<Deps, "db" | "clock">,
  userId: string,
  change: "read" | "hidden",
) {
  const now = clock.now();
  const mark =
    change === "read"
      ? { cityNotificationsReadUntil: now }
      : { cityNotificationsReadUntil: now, cityNotificationsHiddenUntil: now };
  return [
    db.update(users).set(mark).where(sql`id = ${userId}`),
    // Below the timestamp only single deletions still matter.
    db
      .delete(cityNotificationStates)
      .where(sql`user_id = ${userId} ${change === "read" ? sql`AND hidden_at IS NULL` : sql``}`),
  ] as const;
}

/** Topics of live notifications about new events: followed cities and interests. */
export async function notificationTopics(
  { db }: Pick<Deps, "db">,
  userId: string,
): Promise<{ cities: string[]; interests: string[] }> {
  const reader = await db
    .select({
      cities: users.cities,
      interests: users.interests,
      preferences: users.notificationPreferences,
    })
    .from(users)
    .where(eq(users.id, userId))
    .get();
  if (!reader?.preferences.categories.includes("newEvents")) return { cities: [], interests: [] };
  return {
    cities: reader.cities,
    interests: reader.interests.map((interest) => `interest:${interest}`),
  };
}

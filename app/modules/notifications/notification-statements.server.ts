import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { digestItems, mails, notifications, pushes, type RuleAudience } from "../../../db/schema";
import { LOCALES, type Locale } from "../../i18n/locale";
import { readerOf } from "../../lib/dates/dates.server";
import type { Deps, NotificationJson } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";
import { enqueueNotifications } from "../jobs/queue.server";
import { insertSelect } from "../store/run-guarded.server";
import { isInAudience } from "./audience.server";
import { notificationKind } from "./choose-channels";
import type { DomainEventRow } from "./domain-events.server";
import type { PreparedNotifications } from "./prepare-notifications.server";
import { notificationText } from "./prepare-notifications.server";
import type { NotificationRow } from "./queries.server";
import type { Rule } from "./rules/active-rules.server";

/**
 * A notification in one language (product.md §3). Rooms and API clients may be in any zone, so its
 * times name theirs.
 */
export function notificationJson(row: NotificationRow, locale: Locale): NotificationJson {
  return {
    id: row.id,
    type: row.type,
    ...notificationText(row, { ...readerOf(locale), timeZone: "unknown" }),
    read: row.readAt !== null,
    createdAt: new Date(row.createdAt).toISOString(),
    actionUrl: row.actionPath,
    relatedEntityId: row.relatedEntityId,
  };
}

/** A notification in every language, for rooms. */
export const notificationTexts = (row: NotificationRow): Record<Locale, NotificationJson> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, notificationJson(row, locale)])) as Record<
    Locale,
    NotificationJson
  >;

/** Users notified in parallel. */
const AT_ONCE = 25;

/**
 * Sends stored notifications to connected users; others find them in the list (decisions.md §10).
 */
export async function notifyRooms(
  { rooms }: Pick<Deps, "rooms">,
  rows: readonly NotificationRow[],
): Promise<void> {
  const notify = async (row: NotificationRow) => {
    await rooms
      .notified(row.userId, notificationTexts(row))
      .catch((error) => log("warn", "room.not-told", { id: row.id, ...describeError(error) }));
  };
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await Promise.all(rows.slice(at, at + AT_ONCE).map(notify));
}

type Statement = BatchItem<"sqlite">;

/** A rule's notifications of one domain event, and their time. */
export interface Delivery {
  domainEvent: Pick<DomainEventRow, "id" | "kind" | "eventId" | "values" | "actionPath">;
  rule: Pick<Rule, "key" | "capPerDay">;
  /**
   * Audiences whose digests list it already, so that no mail is sent
   * (expand-domain-event.server.ts).
   */
  digestedBy?: readonly RuleAudience[];
  now: number;
}

/** A recipient's day, UTC epoch ms; caps count within it. */
interface Day {
  from: number;
  to: number;
}

export interface PreparedMail {
  id: string;
  userId: string;
  to: string;
  locale: "en" | "fa";
  subject: string;
  text: string;
  html: string;
  unsubscribes: string;
  isTracked: boolean;
  dueAt: number;
  day: Day;
}

export interface PreparedPush {
  id: string;
  subscriptionId: string;
  userId: string;
  payload: Record<string, unknown>;
  dueAt: number;
  day: Day;
}

export interface PreparedDigestItem {
  userId: string;
  /** Before this no digest takes it up. */
  dueAt: number;
}

/**
 * Most that one parameter may hold, characters: D1 takes 2 MB, and a Persian letter is two bytes.
 */
const PARAMETER = 600_000;

/**
 * The key of a domain event's notification to a user over a channel: of two rules, the first insert
 * wins.
 */
const key = (domainEventId: string, person: SQL, channel: SQL) =>
  sql`'news:' || ${domainEventId} || ':' || ${person} || ':' || ${channel}`;

/**
 * Whether a rule has sent a user fewer mails and pushes today than its cap, in the user's zone.
 * @param domainEventId the present one, which does not count; null when there is none yet
 */
export const isUnderCap = (
  { domainEventId, rule }: { domainEventId: string | null; rule: Pick<Rule, "key" | "capPerDay"> },
  person: SQL,
  from: SQL,
  to: SQL,
): SQL => {
  if (rule.capPerDay === null) return sql`true`;
  // Keys are `news:<domain event id>:…`; the id has 36 characters.
  const sentSince = (table: SQL) =>
    sql`SELECT substr(t.idempotency_key, 6, 36) AS cause FROM ${table} t WHERE t.user_id = ${person} AND t.rule_key = ${rule.key} AND t.created_at >= ${from} AND t.created_at < ${to}`;
  const others = domainEventId === null ? sql`true` : sql`cause <> ${domainEventId}`;
  return sql`(SELECT count(*) FROM (${sentSince(sql`mails`)} UNION ${sentSince(sql`pushes`)}) WHERE ${others}) < ${rule.capPerDay}`;
};

/** As `isUnderCap`, for a row that is being written. */
const rowUnderCap = ({ domainEvent, rule }: Delivery): SQL =>
  isUnderCap(
    { domainEventId: domainEvent.id, rule },
    sql.raw("(value ->> 'userId')"),
    sql.raw("(value ->> '$.day.from')"),
    sql.raw("(value ->> '$.day.to')"),
  );

/** Rows as JSON texts, none longer than a parameter may be. */
function packed(rows: readonly unknown[]): string[] {
  const packs: string[] = [];
  let held: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (length + text.length > PARAMETER && held.length > 0) {
      packs.push(`[${held.join(",")}]`);
      held = [];
      length = 0;
    }
    held.push(text);
    length += text.length + 1;
  }
  if (held.length > 0) packs.push(`[${held.join(",")}]`);
  return packs;
}

/**
 * The statement that adds a domain event to users' lists, once each; it returns the new rows. `[id,
 * userId]` each.
 */
function inAppStatement(
  { db }: Pick<Deps, "db">,
  { domainEvent, now }: Delivery,
  rows: readonly (readonly [string, string])[],
) {
  // Lists show the excerpt of an announcement; its email has the whole.
  const { message: _whole, ...rest } = domainEvent.values;
  const shown = "excerpt" in rest ? rest : domainEvent.values;
  const row = {
    id: sql`value ->> 0`,
    userId: sql`value ->> 1`,
    type: notificationKind(domainEvent.kind).type,
    kind: domainEvent.kind,
    values: shown,
    actionPath: domainEvent.actionPath,
    relatedEntityId: domainEvent.eventId,
    idempotencyKey: key(domainEvent.id, sql`(value ->> 1)`, sql`'in-app'`),
    readAt: null,
    createdAt: now,
  };
  const from = sql`FROM json_each(${JSON.stringify(rows)}) WHERE true`;
  return insertSelect(db, notifications, row, from).onConflictDoNothing().returning();
}

/**
 * Statements that write mails to the outbox: once each, within the rule's cap, which is counted on
 * insert, and not for items that wait for the user's digest. They return the written ids.
 */
function mailStatements(
  { db }: Pick<Deps, "db">,
  delivery: Delivery,
  rows: readonly PreparedMail[],
) {
  const { domainEvent, rule, now } = delivery;
  return packed(rows).map((pack) => {
    const of = (name: string) => sql.raw(`(value ->> '${name}')`);
    const row = {
      id: of("id"),
      idempotencyKey: key(domainEvent.id, of("userId"), sql`'email'`),
      kind: domainEvent.kind,
      userId: of("userId"),
      toAddress: of("to"),
      locale: of("locale"),
      subject: of("subject"),
      text: of("text"),
      html: of("html"),
      isSecret: false,
      ruleKey: rule.key,
      unsubscribes: of("unsubscribes"),
      isTracked: of("isTracked"),
      openedAt: null,
      clickedAt: null,
      status: "pending" as const,
      attempts: 0,
      dueAt: of("dueAt"),
      lastError: null,
      createdAt: now,
      sentAt: null,
      mailbox: null,
    };
    const from = sql`FROM json_each(${pack})
      WHERE NOT EXISTS (SELECT 1 FROM digest_items d WHERE d.user_id = ${of("userId")} AND d.cause_id = ${domainEvent.id} AND d.kind = ${domainEvent.kind})
      ${sql.join((delivery.digestedBy ?? []).map((audience) => sql`AND NOT ${isInAudience(audience, domainEvent.eventId, of("userId"))} `))}
      AND ${rowUnderCap(delivery)}`;
    return insertSelect(db, mails, row, from).onConflictDoNothing().returning({ id: mails.id });
  });
}

/** Statements that put pushes beside the mails, in the same way. */
function pushStatements(
  { db }: Pick<Deps, "db">,
  delivery: Delivery,
  rows: readonly PreparedPush[],
) {
  const { domainEvent, rule, now } = delivery;
  return packed(rows).map((pack) => {
    const of = (name: string) => sql.raw(`(value ->> '${name}')`);
    const row = {
      id: of("id"),
      idempotencyKey: key(domainEvent.id, of("userId"), sql`'push:' || ${of("subscriptionId")}`),
      subscriptionId: of("subscriptionId"),
      userId: of("userId"),
      kind: domainEvent.kind,
      ruleKey: rule.key,
      payload: sql.raw("(value -> 'payload')"),
      status: "pending" as const,
      attempts: 0,
      dueAt: of("dueAt"),
      lastError: null,
      createdAt: now,
      sentAt: null,
    };
    const from = sql`FROM json_each(${pack})
      WHERE EXISTS (SELECT 1 FROM push_subscriptions s WHERE s.id = ${of("subscriptionId")})
      AND ${rowUnderCap(delivery)}`;
    return insertSelect(db, pushes, row, from).onConflictDoNothing().returning({ id: pushes.id });
  });
}

/**
 * The statement that stores a domain event for users' next digests, unless a mail has notified
 * them.
 */
function digestStatement(
  { db }: Pick<Deps, "db">,
  { domainEvent, now }: Delivery,
  people: readonly PreparedDigestItem[],
): Statement {
  const rows = people.map(({ userId, dueAt }) => [userId, dueAt]);
  const { id, kind, eventId, values, actionPath } = domainEvent;
  const row = {
    userId: sql`value ->> 0`,
    domainEventId: id,
    kind,
    eventId,
    values,
    actionPath,
    createdAt: now,
    digestedAt: null,
    dueAt: sql`value ->> 1`,
  };
  const from = sql`FROM json_each(${JSON.stringify(rows)})
    WHERE NOT EXISTS (SELECT 1 FROM mails m WHERE m.idempotency_key = ${key(domainEvent.id, sql`(value ->> 0)`, sql`'email'`)})`;
  return insertSelect(db, digestItems, row, from).onConflictDoNothing();
}

/** Notifications that wait for the batch that they belong to. */
interface PendingNotifications {
  statements: readonly BatchItem<"sqlite">[];
  /** Called after the batch. @param results the results of the statements */
  dispatch(results: readonly unknown[][]): void;
}

/** The statements that store prepared notifications, and their dispatch after the batch. */
export function notificationStatements(
  deps: Deps,
  given: Pick<Delivery, "domainEvent" | "rule" | "digestedBy">,
  prepared: PreparedNotifications,
): PendingNotifications {
  const delivery = { ...given, now: deps.clock.now() };
  const inApp =
    prepared.inApp.length > 0
      ? [
          inAppStatement(
            deps,
            delivery,
            prepared.inApp.map((id) => [deps.ids.next(), id] as const),
          ),
        ]
      : [];
  const mailed = mailStatements(deps, delivery, prepared.mails);
  const pushed = pushStatements(deps, delivery, prepared.pushes);
  const kept =
    prepared.digests.length > 0 ? [digestStatement(deps, delivery, prepared.digests)] : [];
  return {
    statements: [...inApp, ...mailed, ...pushed, ...kept],
    dispatch: (results) => {
      const stored = (inApp.length > 0 ? results[0] : []) as NotificationRow[];
      const idsFrom = (from: number, count: number) =>
        results
          .slice(from, from + count)
          .flatMap((rows) => (rows as { id: string }[]).map(({ id }) => id));
      const isDue = new Set(
        [...prepared.mails, ...prepared.pushes]
          .filter(({ dueAt }) => dueAt <= delivery.now)
          .map(({ id }) => id),
      );
      const due = (ids: string[]) => ids.filter((id) => isDue.has(id));
      const first = inApp.length;
      enqueueNotifications(deps, {
        mails: due(idsFrom(first, mailed.length)),
        pushes: due(idsFrom(first + mailed.length, pushed.length)),
      });
      deps.later(notifyRooms(deps, stored));
    },
  };
}

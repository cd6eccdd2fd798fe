import { and, asc, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import {
  cityNotifications,
  digestItems,
  digests,
  type follows,
  type RuleTiming,
  users,
} from "../../../../db/schema";
import { DAY, WEEK } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { listCities } from "../../cities/queries.server";
import { type FollowReason, followReason, RECIPIENT, type Recipient } from "../audience.server";
import { digestSlotAt, nextDigestAt } from "../digest-times.server";
import { type DigestRow, NEW_IN_CITY, type PendingDigestItem } from "./compose-digest.server";
import { lookUpSearchesOf } from "./look-up-searches.server";

/** How far digests look back for new events, ms: a week, and a day for late digests. */
const NEWS = WEEK + DAY;

/**
 * Limit of city notifications per city, and of those of all cities for interested users without
 * cities: the newest.
 */
const MAX_OF_CITY = 200;

const MAX_OF_ALL_CITIES = 1_000;

/** An event comes once in so long, ms. */
const APART = WEEK;

/** Cities per query. */
export const CITIES_READ = 40;

/** Waiting items that a digest examines; in a busy city the rest may wait for weeks. */
const WAITING = 60;

/** A user with the data that digests need. */
export interface DigestReader extends Recipient {
  interests: string[];
  cities: string[];
  isActive: boolean;
  deletedAt: number | null;
}

const READER = {
  ...RECIPIENT,
  interests: users.interests,
  cities: users.cities,
  isActive: users.isActive,
  deletedAt: users.deletedAt,
};

const readersWhere = (
  { db }: Pick<Deps, "db">,
  isMeant: SQL | undefined,
  order: SQL[],
  limit: number,
): Promise<DigestReader[]> =>
  db
    .select(READER)
    .from(users)
    .where(isMeant)
    .orderBy(...order)
    .limit(limit);

/**
 * Users whose digest is due, longest overdue first, and users whose due time is not computed yet.
 */
export const dueReaders = (
  deps: Pick<Deps, "db" | "clock">,
  limit: number,
): Promise<DigestReader[]> =>
  // Written out, so that the partial index is taken.
  readersWhere(
    deps,
    and(sql`digest_due_at IS NOT NULL`, lte(users.digestDueAt, deps.clock.now())),
    [asc(users.digestDueAt), asc(users.id)],
    limit,
  );

/** Users with digests, in the order of their ids. */
export const readersAfter = (
  deps: Pick<Deps, "db">,
  after: string,
  limit: number,
): Promise<DigestReader[]> =>
  readersWhere(
    deps,
    and(gt(users.id, after), sql`digest_due_at IS NOT NULL`),
    [asc(users.id)],
    limit,
  );

/** Stored digest data of several users. */
export interface ReaderNotes {
  /** Waiting items of their own, and new events in followed cities. */
  items: Map<string, PendingDigestItem[]>;
  saved: Map<string, string[]>;
  /** Keys of their last digests. */
  periods: Map<string, string[]>;
  named: Map<string, Map<string, number>>;
}

const grouped = <Row, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  takeFrom: (row: Row) => Value,
): Map<string, Value[]> => {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(takeFrom(row));
    else groups.set(keyOf(row), [takeFrom(row)]);
  }
  return groups;
};

/** A user and the due time of the digest that is being composed, UTC epoch ms. */
type Occasion = readonly [reader: Omit<DigestReader, "isActive" | "deletedAt">, dueAt: number];

/**
 * Waiting items, saved events and recently listed events of several users: one round trip. A digest
 * takes all items due before the following digest, since a change of zone, language or calendar
 * moves the schedule.
 */
export async function notesOf(
  deps: Pick<Deps, "db" | "clock" | "memo">,
  occasions: readonly Occasion[],
  windowDays: number,
  known: KnownCityNotifications,
): Promise<ReaderNotes> {
  const { db, clock } = deps;
  const now = clock.now();
  const people = JSON.stringify(occasions.map(([{ id }]) => id));
  const followed = await followsOf(deps, people);
  if ([...followed.values()].some((list) => list.some(({ topic }) => topic.startsWith("search:"))))
    await lookUpSearchesOf(deps, people);
  await readCityNotifications(
    deps,
    occasions.map(([reader]) => reader),
    [...followed.values()].flatMap((list) => list.map(({ topic }) => topic)),
    known,
  );
  const until = JSON.stringify(
    occasions.map(([reader, dueAt]) => [
      reader.id,
      nextDigestAt(reader.preferences, reader, dueAt) ?? dueAt + 1,
    ]),
  );
  const [items, saved, before] = await db.batch([
    db
      .select({
        userId: sql<string>`i.user_id`.as("user_id"),
        domainEventId: sql<string>`i.cause_id`.as("cause_id"),
        kind: sql<string>`i.kind`.as("kind"),
        eventId: sql<string | null>`i.event_id`.as("event_id"),
        values: sql<PendingDigestItem["values"]>`i."values"`
          .mapWith(digestItems.values)
          .as("item_values"),
      })
      .from(sql`json_each(${until}) u CROSS JOIN json_each('[0,1]') k CROSS JOIN digest_items i`)
      .where(
        sql`i.rowid IN (SELECT w.rowid FROM digest_items w WHERE w.user_id = u.value ->> 0 AND w.digested_at IS NULL AND w.due_at < u.value ->> 1 AND (w.kind = ${NEW_IN_CITY}) = k.value ORDER BY w.created_at DESC, w.cause_id DESC LIMIT ${WAITING})`,
      )
      .orderBy(sql`i.user_id, i.created_at, i.cause_id`),
    db
      .select({
        userId: sql<string>`c.owner_id`.as("user_id"),
        eventId: sql<string>`e.id`.as("event_id"),
      })
      .from(
        sql`json_each(${people}) u CROSS JOIN collections c CROSS JOIN collection_events ce CROSS JOIN events e`,
      )
      .where(
        sql`c.owner_id = u.value AND c.is_default = 1 AND ce.collection_id = c.id AND e.id = ce.event_id AND e.is_listed = 1 AND e.starts_at > ${now} AND e.starts_at <= ${now + windowDays * DAY}`,
      )
      .orderBy(sql`e.starts_at, e.id`),
    db
      .select({
        userId: digests.userId,
        period: digests.period,
        events: digests.events,
        createdAt: digests.createdAt,
      })
      .from(digests)
      .where(
        and(
          sql`user_id IN (SELECT value FROM json_each(${people}))`,
          gt(digests.createdAt, now - 2 * APART),
        ),
      ),
  ]);
  const named = new Map<string, Map<string, number>>();
  for (const { userId, events, createdAt } of before) {
    const listed = named.get(userId) ?? new Map<string, number>();
    if (createdAt > now - APART)
      for (const [id, sequence] of events) listed.set(id, Math.max(sequence, listed.get(id) ?? 0));
    named.set(userId, listed);
  }
  const waiting = grouped(
    items,
    ({ userId }) => userId,
    ({ userId, ...item }): PendingDigestItem => ({
      ...item,
      followId: followed.get(userId)?.find(({ topic }) => topic === item.values.followed)?.id,
    }),
  );
  for (const occasion of occasions) {
    const [{ id }] = occasion;
    const listed = new Set(
      before
        .filter(({ userId }) => userId === id)
        .flatMap(({ events }) => events.map(([eventId]) => eventId)),
    );
    const fresh = cityNotificationsFor(occasion, known, followed.get(id) ?? [], listed);
    if (fresh.length > 0) waiting.set(id, [...(waiting.get(id) ?? []), ...fresh]);
  }
  return {
    items: waiting,
    saved: grouped(
      saved,
      ({ userId }) => userId,
      ({ eventId }) => eventId,
    ),
    periods: grouped(
      before,
      ({ userId }) => userId,
      ({ period }) => period,
    ),
    named,
  };
}

/** The newest city notifications by slug, `""` for all cities, shared by a run's digests. */
export type KnownCityNotifications = Map<string, readonly CityNotificationRow[]>;

/** A reader's follows, with their names. */
type FollowOfReader = Pick<
  typeof follows.$inferSelect,
  "id" | "topic" | "frequency" | "createdAt"
> & { because: FollowReason };

/** The key of a topic among the known notifications, which slugs never have. */
const keyOfTopic = (topic: string) => `#${topic}`;

/** Follows by reader: one query. */
async function followsOf(
  { db }: Pick<Deps, "db">,
  people: string,
): Promise<Map<string, FollowOfReader[]>> {
  const rows = await db
    .select({
      userId: sql<string>`f.user_id`.as("user_id"),
      id: sql<string>`f.id`.as("follow_id"),
      topic: sql<string>`f.topic`.as("topic"),
      frequency: sql<FollowOfReader["frequency"]>`f.frequency`.as("frequency"),
      createdAt: sql<number>`f.created_at`.as("created_at"),
      because: sql<FollowReason | null>`${followReason}`
        .mapWith((reason: string) => JSON.parse(reason) as FollowReason)
        .as("because"),
    })
    .from(sql`json_each(${people}) u CROSS JOIN follows f`)
    .where(sql`f.user_id = u.value`)
    .orderBy(sql`f.user_id, f.id`);
  return grouped(
    rows.flatMap(({ because, ...row }) => (because ? [{ ...row, because }] : [])),
    ({ userId }) => userId,
    (row) => row,
  );
}

type CityNotificationRow = Pick<
  typeof cityNotifications.$inferSelect,
  "id" | "eventId" | "actorId" | "topics" | "emailRules" | "createdAt"
>;

const topicOf = (interest: string) => `interest:${interest}`;

/** Reads the city notifications that these digests can list, unless already read. */
async function readCityNotifications(
  deps: Pick<Deps, "db" | "clock" | "memo">,
  readers: readonly Occasion[0][],
  topics: readonly string[],
  known: KnownCityNotifications,
): Promise<void> {
  const { db, clock } = deps;
  const cities = new Map((await listCities(deps)).map((city) => [city.slug, city]));
  const slugs = readers.flatMap((reader) =>
    reader.cities.length > 0 ? reader.cities : reader.interests.length > 0 ? [""] : [],
  );
  const missing = [...new Set(slugs)].filter(
    (slug) => !known.has(slug) && (slug === "" || cities.has(slug)),
  );
  const since = clock.now() - NEWS;
  const columns = {
    id: cityNotifications.id,
    eventId: cityNotifications.eventId,
    actorId: cityNotifications.actorId,
    topics: cityNotifications.topics,
    emailRules: cityNotifications.emailRules,
    createdAt: cityNotifications.createdAt,
  };
  const newest = (slug: string) =>
    db
      .select(columns)
      .from(cityNotifications)
      .where(
        and(
          slug === "" ? undefined : eq(cityNotifications.cityId, cities.get(slug)?.id ?? ""),
          gt(cityNotifications.createdAt, since),
        ),
      )
      .orderBy(desc(cityNotifications.createdAt))
      .limit(slug === "" ? MAX_OF_ALL_CITIES : MAX_OF_CITY);
  const newestOf = (topic: string) =>
    db
      .select(columns)
      .from(cityNotifications)
      .where(
        sql`${cityNotifications.id} IN (SELECT w.news_id FROM city_news_topics w WHERE w.topic = ${topic} AND w.created_at > ${since} ORDER BY w.created_at DESC LIMIT ${MAX_OF_CITY})`,
      );
  const asked = [
    ...missing.map((slug) => [slug, newest(slug)] as const),
    ...[...new Set(topics)]
      .filter((topic) => !known.has(keyOfTopic(topic)))
      .map((topic) => [keyOfTopic(topic), newestOf(topic)] as const),
  ];
  for (let at = 0; at < asked.length; at += CITIES_READ) {
    const part = asked.slice(at, at + CITIES_READ);
    const [first, ...rest] = part.map(([, statement]) => statement);
    if (!first) return;
    for (const [place, rows] of (await db.batch([first, ...rest])).entries())
      known.set(part[place]?.[0] ?? "", rows as CityNotificationRow[]);
  }
}

/**
 * New events of what a reader follows and in followed cities, oldest first: of the last days and in
 * no previous digest. Follows that have their own email at once are left out. Of the rules that
 * mail about an event, the first whose audience includes the user decides, as in
 * expand-domain-event.server.ts.
 * @param listed events that the digests of the last two weeks have listed
 */
function cityNotificationsFor(
  [reader, dueAt]: Occasion,
  known: KnownCityNotifications,
  followed: readonly FollowOfReader[],
  listed: ReadonlySet<string>,
): PendingDigestItem[] {
  const { preferences } = reader;
  const topics = new Set(reader.interests.map(topicOf));
  const next = nextDigestAt(preferences, reader, dueAt) ?? dueAt + 1;
  const isFollower = reader.cities.length > 0;
  const ofCities = new Set(
    (isFollower ? reader.cities : [""]).flatMap((slug) => known.get(slug) ?? []),
  );
  /** The follows that each notification matches, by its id. */
  const matched = new Map<string, FollowOfReader[]>();
  const rows = new Map([...ofCities].map((row) => [row.id, row]));
  for (const follow of followed)
    for (const row of known.get(keyOfTopic(follow.topic)) ?? [])
      if (row.createdAt >= follow.createdAt) {
        matched.set(row.id, [...(matched.get(row.id) ?? []), follow]);
        if (!rows.has(row.id)) rows.set(row.id, row);
      }
  const byCity = new Set([...ofCities].map(({ id }) => id));
  /**
   * The rule of a city's followers or of interested users that mails its reader; undefined without
   * one.
   */
  const cityTiming = ({
    id,
    emailRules,
    topics: ofEvent,
  }: CityNotificationRow): RuleTiming | undefined => {
    if (!byCity.has(id)) return undefined;
    const isInterested = ofEvent.some((topic) => topics.has(topic));
    const isTheirs = { "city-followers": isFollower, interested: isInterested };
    return emailRules.find(
      ([audience]) =>
        (audience === "city-followers" || audience === "interested") && isTheirs[audience],
    )?.[1];
  };
  const isMeant = (row: CityNotificationRow): boolean => {
    const follows = matched.get(row.id) ?? [];
    const rule = row.emailRules.find(([audience]) => audience === "followers")?.[1];
    const isInstant =
      rule === "instant" && follows.some(({ frequency }) => frequency === "instant");
    const ofCity = cityTiming(row);
    if (isInstant || (ofCity === "instant" && preferences.frequency === "instant")) return false;
    const ofFollows =
      rule === undefined
        ? []
        : follows.map(({ frequency }) => (rule === "weekly" ? rule : frequency));
    const timings = [...ofFollows, ...(ofCity ? [ofCity] : [])];
    return timings.some((timing) => {
      const takenUpAt =
        timing === "weekly"
          ? digestSlotAt({ timing }, { ...reader, digestDueAt: dueAt }, row.createdAt)
          : null;
      return takenUpAt === null || takenUpAt < next;
    });
  };
  return [...rows.values()]
    .filter(
      (notification) =>
        notification.actorId !== reader.id &&
        !listed.has(notification.eventId) &&
        isMeant(notification),
    )
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, WAITING)
    .reverse()
    .map(({ id, eventId }) => {
      const [first] = matched.get(id) ?? [];
      return {
        domainEventId: id,
        kind: NEW_IN_CITY,
        eventId,
        values: first ? { because: first.because } : {},
        followId: first?.id,
      };
    });
}

/** Upcoming events by city, shared by a run's digests; each city is read once. */
export type EventsByCity = Map<string, readonly DigestRow[]>;

import { type SQL, sql } from "drizzle-orm";
import {
  type FollowFrequency,
  type NotificationPreferences,
  type RuleAudience,
  users,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { CategoryName } from "../../lib/event/categories";
import type { Interest } from "../../lib/pages/preference-choices";
import { actsAsStaff } from "../settings/platform-settings.server";
import { notificationKind } from "./choose-channels";

/** The kind whose notifications are one shared row. */
const CITY_NOTIFICATION_KIND = "event-new-in-city";

/** News of each followed city that a list merges, and of all of them together: the newest. */
const OF_A_CITY = sql.raw("200");
/** Limit of scanned notifications of all cities for interested users without cities. */
const OF_ALL_CITIES = sql.raw("1000");

/** Whether a user shares an interest with a row of `city_news` called `n`. */
const sharesInterest = (person: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(n.topics) k CROSS JOIN user_topics i WHERE i.topic = k.value AND i.user_id = ${person})`;

/** Why a list shows an event: the follow that it matches, with its name in both languages. */
export interface FollowReason {
  kind: "follow" | "search";
  en: string;
  fa: string | null;
}

/**
 * The reason that a row of `follows` called `f` gives, as JSON. Venues and organizers are called as
 * they are now.
 */
export const followReason: SQL = sql.raw(`CASE
  WHEN f.topic >= 'venue:' AND f.topic < 'venue;' THEN (SELECT json_object('kind', 'follow', 'en', v.name_en, 'fa', v.name_fa) FROM venues v WHERE v.id = substr(f.topic, 7))
  WHEN f.topic >= 'organizer:' AND f.topic < 'organizer;' THEN (SELECT json_object('kind', 'follow', 'en', o.name_en, 'fa', o.name_fa) FROM organizers o WHERE o.id = substr(f.topic, 11))
  WHEN f.topic >= 'series:' AND f.topic < 'series;' THEN (SELECT json_object('kind', 'follow', 'en', e.title_en, 'fa', e.title_fa) FROM events e WHERE e.id = substr(f.topic, 8))
  ELSE json_object('kind', iif(f.topic >= 'search:' AND f.topic < 'search;', 'search', 'follow'), 'en', f.label ->> 'en', 'fa', f.label ->> 'fa') END`);

/**
 * City notifications of a user as rows of `notifications`: the newest 200 of what they follow and
 * of followed cities, and of all cities for interested users who follow none. Without deleted ones
 * and those of unlisted events. An event that matches in several ways is one row, whose `because`
 * is the first follow that it matches.
 * @param person their id; may be a column of the outer statement
 * @param part `unread` skips read rows by index
 */
export function cityNotificationsOf(person: SQL, part: "all" | "unread"): SQL {
  const seen =
    part === "unread"
      ? sql`max(r.city_news_hidden_until, r.city_news_read_until)`
      : sql`r.city_news_hidden_until`;
  const columns = (
    values: SQL,
    order: SQL,
  ) => sql`n.id AS id, r.id AS user_id, 'other' AS type, ${CITY_NOTIFICATION_KIND} AS kind, ${values} AS "values", '/events/' || n.event_id AS action_path,
    n.event_id AS related_entity_id, n.id AS idempotency_key,
    CASE WHEN n.created_at <= r.city_news_read_until THEN r.city_news_read_until ELSE x.read_at END AS read_at, n.created_at AS created_at, ${order} AS reason_order`;
  const plain = columns(sql`n."values"`, sql`'~'`);
  const isReader = sql`r.id = ${person} AND EXISTS (SELECT 1 FROM json_each(r.notification_preferences, '$.categories') k WHERE k.value = 'newEvents')`;
  const state = sql`LEFT JOIN city_news_states x ON x.user_id = r.id AND x.news_id = n.id`;
  const isShown = sql`e.id = n.event_id AND e.is_listed = 1 AND n.actor_id IS NOT r.id AND x.hidden_at IS NULL ${
    part === "unread" ? sql`AND x.read_at IS NULL` : sql``
  }`;
  // The only aggregate is `min`, so the other columns are those of its row.
  return sql`SELECT * FROM (SELECT id, user_id, type, kind, "values", action_path, related_entity_id, idempotency_key, read_at, created_at, min(reason_order) FROM (
    SELECT ${columns(sql`json_set(n."values", '$.because', json(${followReason}))`, sql`f.id`)}
    FROM users r CROSS JOIN follows f CROSS JOIN city_news n CROSS JOIN events e ${state}
    WHERE ${isReader} AND f.user_id = r.id AND n.id IN (SELECT w.news_id FROM city_news_topics w WHERE w.topic = f.topic AND w.created_at >= f.created_at AND w.created_at > ${seen}
      ORDER BY w.created_at DESC LIMIT ${OF_A_CITY})
      AND ${isShown}
    UNION ALL
    SELECT ${plain} FROM users r CROSS JOIN user_topics t CROSS JOIN cities c CROSS JOIN city_news n CROSS JOIN events e ${state}
    WHERE ${isReader} AND t.user_id = r.id AND t.topic >= 'city:' AND t.topic < 'city;' AND c.slug = substr(t.topic, 6)
      AND n.rowid IN (SELECT w.rowid FROM city_news w WHERE w.city_id = c.id AND w.created_at >= t.since AND w.created_at > ${seen}
        ORDER BY w.created_at DESC LIMIT ${OF_A_CITY})
      AND ${isShown} AND (n.tells_followers = 1 OR (n.tells_interested = 1 AND ${sharesInterest(sql`r.id`)}))
    UNION ALL
    SELECT ${plain} FROM users r CROSS JOIN city_news n CROSS JOIN events e ${state}
    WHERE ${isReader} AND r.interests <> '[]' AND NOT EXISTS (SELECT 1 FROM user_topics f WHERE f.user_id = r.id AND f.topic >= 'city:' AND f.topic < 'city;')
      AND n.rowid IN (SELECT w.rowid FROM city_news w WHERE w.created_at > ${seen} ORDER BY w.created_at DESC LIMIT ${OF_ALL_CITIES})
      AND ${isShown} AND n.tells_interested = 1
      AND EXISTS (SELECT 1 FROM json_each(n.topics) k CROSS JOIN user_topics i WHERE i.topic = k.value AND i.user_id = r.id AND i.since <= n.created_at)
  ) GROUP BY id ORDER BY created_at DESC LIMIT ${OF_A_CITY})`;
}

/** The unread count as SQL. @param most limit per source, where the number is for display only */
export function unreadCount(person: SQL, most?: number): SQL<number> {
  const limit = most === undefined ? sql`` : sql`LIMIT ${sql.raw(String(most))}`;
  return sql<number>`((SELECT count(*) FROM (SELECT 1 FROM notifications WHERE user_id = ${person} AND read_at IS NULL ${limit}))
    + (SELECT count(*) FROM (${cityNotificationsOf(person, "unread")} ${limit})))`;
}

/** Columns of possible recipients. */
export const RECIPIENT = {
  id: users.id,
  email: users.email,
  emailVerifiedAt: users.emailVerifiedAt,
  displayName: users.displayName,
  preferredLanguage: users.preferredLanguage,
  calendar: users.calendar,
  timeZone: users.timeZone,
  preferences: users.notificationPreferences,
  digestDueAt: users.digestDueAt,
  mailRefusedAt: users.mailRefusedAt,
  allowsMailTracking: users.allowsMailTracking,
};

/** A recipient of a rule, with all that decides the channels. */
export interface Recipient {
  id: string;
  email: string | null;
  emailVerifiedAt: number | null;
  displayName: string;
  preferredLanguage: "en" | "fa" | null;
  calendar: "jalali" | "gregorian" | null;
  timeZone: string | null;
  preferences: NotificationPreferences;
  digestDueAt: number | null;
  mailRefusedAt: number | null;
  allowsMailTracking: boolean;
  /** How a user of `savers` holds the event; absent in other audiences. */
  held?: SavedState;
  /** The follow that makes a user of `followers` a recipient; absent in other audiences. */
  follow?: { id: string; frequency: FollowFrequency; because: FollowReason | null };
}

/** Whether an event is among a user's favourites, and whether in another of their collections. */
interface SavedState {
  isFavourite: boolean;
  isCollected: boolean;
}

/** The notifiable users among these ids. */
export async function recipientsOf(
  { db }: Pick<Deps, "db">,
  ids: readonly string[],
): Promise<Recipient[]> {
  if (ids.length === 0) return [];
  return db
    .select(RECIPIENT)
    .from(users)
    .where(
      sql`${users.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND is_active = 1 AND deleted_at IS NULL`,
    );
}

/** The parts of a domain event that decide its audience. */
interface AudienceDomainEvent {
  kind: string;
  eventId: string | null;
  /** The user who acted, who is not notified. */
  actorId: string | null;
  /**
   * `occurrences` are the original starts that a notification is about; without them it is about
   * all dates of the event. With `ofChosen` it goes only to savers who chose one of these dates.
   * `followed` is the topic of its followers; without it they are those of the event's venue,
   * organizer and categories. `author` is who made what it is about, if that is no event.
   */
  values?: Record<string, unknown> & {
    occurrences?: readonly string[];
    ofChosen?: boolean;
    followed?: string;
    author?: string;
  };
}

/**
 * Savers of an event who chose some of its dates are in the audience of those alone. @param person
 * their id
 */
export const isOfChosenDates = (
  eventId: string | null,
  occurrences: readonly string[] | undefined,
  person: SQL,
  isOfChosen = false,
): SQL =>
  occurrences === undefined
    ? sql`1`
    : sql`(${isOfChosen ? 0 : 1} AND NOT EXISTS (SELECT 1 FROM saved_occurrences o WHERE o.event_id = ${eventId} AND o.user_id = ${person})
        OR EXISTS (SELECT 1 FROM saved_occurrences o WHERE o.event_id = ${eventId} AND o.user_id = ${person} AND o.original_start IN (SELECT value FROM json_each(${JSON.stringify(occurrences)}))))`;

/** The topics of `follows` that an event matches, apart from saved searches. */
export const followTopicsOf = (eventId: string | null): SQL =>
  sql`(SELECT 'venue:' || venue_id AS topic FROM events WHERE id = ${eventId} AND venue_id IS NOT NULL
    UNION ALL SELECT 'organizer:' || organizer_id FROM events WHERE id = ${eventId} AND organizer_id IS NOT NULL
    UNION ALL SELECT 'category:' || c.slug || '|' || k.value FROM events e CROSS JOIN cities c CROSS JOIN json_each(e.categories) k WHERE e.id = ${eventId} AND c.id = e.city_id)`;

/** The topic of an event's city. */
const cityTopic = (eventId: string | null): SQL =>
  sql`(SELECT 'city:' || c.slug FROM events e JOIN cities c ON c.id = e.city_id WHERE e.id = ${eventId})`;

/** The topics of an event's interests. */
const interestTopics = (eventId: string | null): SQL =>
  sql`(SELECT m.value ->> 1 FROM json_each(${JSON.stringify(CATEGORY_TOPICS)}) m
    WHERE m.value ->> 0 IN (SELECT k.value FROM events e, json_each(e.categories) k WHERE e.id = ${eventId}))`;

/**
 * Whether a follower of an event's city, or a user without cities, is in the audience of its
 * notification. @param person their id
 */
export const isInAudience = (audience: RuleAudience, eventId: string | null, person: SQL): SQL =>
  audience === "followers"
    ? sql`EXISTS (SELECT 1 FROM ${followTopicsOf(eventId)} wanted CROSS JOIN follows f WHERE f.topic = wanted.topic AND f.user_id = ${person})`
    : audience === "city-followers"
      ? sql`EXISTS (SELECT 1 FROM user_topics f WHERE f.topic = ${cityTopic(eventId)} AND f.user_id = ${person})`
      : sql`EXISTS (SELECT 1 FROM user_topics i WHERE i.user_id = ${person} AND i.topic IN ${interestTopics(eventId)})`;

/**
 * Distinct user ids after `after`, ascending for paging. For savers also whether it is a favourite
 * (1), in another collection (2), or both (3).
 */
function peopleOf(
  audience: RuleAudience,
  { kind, eventId, values }: Pick<AudienceDomainEvent, "kind" | "eventId" | "values">,
  after: string,
  limit: number,
  now: number,
): SQL {
  const page = sql`ORDER BY id LIMIT ${limit}`;
  const city = cityTopic(eventId);
  switch (audience) {
    case "creator":
      if (values?.author !== undefined)
        return sql`SELECT id, NULL AS held, NULL AS follow_id FROM users WHERE id = ${values.author} AND id > ${after}`;
      return sql`SELECT creator_id AS id, NULL AS held, NULL AS follow_id FROM events WHERE id = ${eventId} AND creator_id > ${after} ${page}`;
    case "savers":
      return sql`SELECT c.owner_id AS id, max(c.is_default) + 2 * (min(c.is_default) = 0) AS held, NULL AS follow_id FROM collection_events ce CROSS JOIN collections c
        WHERE ce.event_id = ${eventId} AND c.id = ce.collection_id AND c.is_default >= ${notificationKind(kind).isOfCollections ? 0 : 1}
          AND c.owner_id > ${after} AND ${isOfChosenDates(eventId, values?.occurrences, sql`c.owner_id`, values?.ofChosen)} GROUP BY c.owner_id ${page}`;
    case "city-followers":
      return sql`SELECT user_id AS id, NULL AS held, NULL AS follow_id FROM user_topics WHERE topic = ${city} AND user_id > ${after} ${page}`;
    case "followers":
      if (values?.followed !== undefined)
        return sql`SELECT f.user_id AS id, NULL AS held, f.id AS follow_id FROM follows f WHERE f.topic = ${values.followed} AND f.user_id > ${after} ${page}`;
      // Others read of it in their lists and digests. Of several follows the first one is the
      // reason.
      return sql`SELECT f.user_id AS id, NULL AS held, min(f.id) AS follow_id FROM ${followTopicsOf(eventId)} wanted CROSS JOIN follows f
        WHERE f.topic = wanted.topic AND f.frequency = 'instant' AND f.user_id > ${after} GROUP BY f.user_id ${page}`;
    case "interested":
      // Users with chosen cities are notified of those only.
      return sql`SELECT DISTINCT t.user_id AS id, NULL AS held, NULL AS follow_id FROM user_topics t
        WHERE t.topic IN ${interestTopics(eventId)}
          AND t.user_id > ${after}
          AND (EXISTS (SELECT 1 FROM user_topics f WHERE f.topic = ${city} AND f.user_id = t.user_id)
            OR NOT EXISTS (SELECT 1 FROM user_topics f WHERE f.user_id = t.user_id AND f.topic >= 'city:' AND f.topic < 'city;'))
        ${page}`;
    case "staff":
      return sql`SELECT id, NULL AS held, NULL AS follow_id FROM users WHERE role IN (${notificationKind(kind).isOfAdmins ? sql`'admin', 'owner'` : sql`'moderator', 'admin', 'owner'`}) AND ${actsAsStaff(now)} AND id > ${after} ${page}`;
  }
}

/** A page of recipients and its cursor: null after the last. */
export interface AudiencePage {
  people: Recipient[];
  after: string | null;
}

/**
 * A rule's recipients for a domain event, paged in the order of their ids. The actor, deactivated
 * and deleted accounts are left out, so a page may be short or empty although another follows.
 * @param after the previous page's `after`; "" for the first
 */
export async function findAudience(
  { db, clock }: Pick<Deps, "db" | "clock">,
  rule: { audience: RuleAudience },
  domainEvent: AudienceDomainEvent,
  after: string,
  limit: number,
): Promise<AudiencePage> {
  const found = sql`(${peopleOf(rule.audience, domainEvent, after, limit, clock.now())}) AS found`;
  const rows = await db
    .select({
      ...RECIPIENT,
      isNotifiable: sql<number>`is_active = 1 AND deleted_at IS NULL`,
      found: sql<string>`found.id`.as("found_id"),
      held: sql<number | null>`found.held`.as("held"),
      followId: sql<string | null>`found.follow_id`.as("follow_id"),
      frequency:
        sql<FollowFrequency | null>`(SELECT f.frequency FROM follows f WHERE f.id = found.follow_id)`.as(
          "follow_frequency",
        ),
      because:
        sql<FollowReason | null>`(SELECT ${followReason} FROM follows f WHERE f.id = found.follow_id)`
          .mapWith((reason: string) => JSON.parse(reason) as FollowReason)
          .as("because"),
    })
    .from(found)
    .leftJoin(users, sql`${users.id} = found.id`)
    .orderBy(sql`found.id`);
  const people = rows.flatMap(
    ({ isNotifiable, found: _found, held, followId, frequency, because, ...person }) =>
      isNotifiable === 1 && person.id !== null && person.id !== domainEvent.actorId
        ? [
            {
              ...person,
              ...(held !== null && {
                held: { isFavourite: held % 2 === 1, isCollected: held >= 2 },
              }),
              // The follow's own frequency counts, not the account's.
              ...(followId !== null &&
                frequency !== null && {
                  follow: { id: followId, frequency, because },
                  preferences: person.preferences && { ...person.preferences, frequency },
                }),
            } as Recipient,
          ]
        : [],
  );
  return { people, after: rows.length < limit ? null : (rows.at(-1)?.found ?? null) };
}

/** Event categories of each onboarding interest (product.md §9). */
const INTEREST_CATEGORIES: Readonly<Record<Interest, readonly CategoryName[]>> = {
  music: ["Concert", "Music"],
  art: ["Art Exhibition", "Theater", "Literature", "Fashion"],
  sports: ["Sports"],
  tech: ["Technology", "Gaming"],
  food: ["Food & Drink"],
  business: ["Business", "Networking"],
  education: ["Workshop", "Talk", "Education", "Literature"],
  health: ["Health & Wellness"],
  entertainment: [
    "Movie Screening",
    "Film",
    "Theater",
    "Comedy",
    "Dance",
    "Festival",
    "Gaming",
    "Nightlife",
  ],
  social: ["Community", "Networking", "Charity", "Nightlife"],
  outdoor: ["Outdoors"],
  family: ["Kids & Family"],
};

/** The categories of several interests. */
export const categoriesOfInterests = (interests: readonly string[]): Set<string> =>
  new Set(interests.flatMap((interest) => INTEREST_CATEGORIES[interest as Interest] ?? []));

/** Each category with each interest that it answers to, as SQL takes them: `[category, topic]`. */
export const CATEGORY_TOPICS: readonly (readonly [string, string])[] = Object.entries(
  INTEREST_CATEGORIES,
).flatMap(([interest, categories]) =>
  categories.map((category) => [category, `interest:${interest}`] as const),
);

import { type SQL, sql } from "drizzle-orm";

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

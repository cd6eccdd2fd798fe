import { type SQL, sql } from "drizzle-orm";
import { cityNotifications, follows } from "../../../db/schema";
import type { Deps } from "../../lib/deps";

/** Rows of `follows` called `f` that have the other follow already. */
const isDouble = (topic: SQL) =>
  sql`EXISTS (SELECT 1 FROM follows o WHERE o.topic = ${topic} AND o.user_id = follows.user_id)`;

/**
 * Statements that give these follows another topic; of two that a person then had of one topic the
 * other one stays.
 */
const moved = ({ db }: Pick<Deps, "db">, which: SQL, topic: SQL) => [
  db.delete(follows).where(sql`${which} AND ${isDouble(topic)}`),
  db.update(follows).set({ topic }).where(which),
];

/**
 * Moves followers of a merged venue or organizer, and its new events in their lists, for a bounded
 * number of people.
 * @param topics `venue:<id>` or `organizer:<id>` @returns whether all have moved
 */
export async function moveHostFollowers(
  { db }: Pick<Deps, "db">,
  { from, into }: { from: string; into: string },
  limit = 2_000,
): Promise<boolean> {
  const which = sql`id IN (SELECT id FROM follows WHERE topic = ${from} ORDER BY user_id LIMIT ${limit})`;
  const [first, second] = moved({ db }, which, sql`${into}`);
  if (!first || !second) return true;
  await db.batch([
    first,
    second,
    db
      .update(cityNotifications)
      .set({
        followTopics: sql`replace(follow_topics, ${JSON.stringify(from)}, ${JSON.stringify(into)})`,
      })
      .where(sql`id IN (SELECT news_id FROM city_news_topics WHERE topic = ${from})`),
  ]);
  return (await db.$count(follows, sql`topic = ${from}`)) === 0;
}

/** Statements that move followers of an event's dates to the event that it is merged into. */
export const seriesFollowsStatements = (
  deps: Pick<Deps, "db">,
  { from, into }: { from: string; into: string },
) => moved(deps, sql`topic = ${`series:${from}`}`, sql`${`series:${into}`}`);

/**
 * Statements that move or end follows of a merged or deleted city: of its categories, and searches
 * in it.
 * @param people a subquery of user ids @param into null after a deletion
 */
export function cityFollowsStatements(
  { db }: Pick<Deps, "db">,
  { from, into }: { from: string; into: string | null },
  people: SQL,
) {
  const isTheirs = sql`user_id IN ${people}`;
  const category = `category:${from}|`;
  const search = `search:city=${from}`;
  // "}" follows "|"; a search ends with its city, or "&" follows.
  const ofCategory = sql`topic >= ${category} AND topic < ${`category:${from}}`} AND ${isTheirs}`;
  const ofSearch = sql`(topic = ${search} OR (topic >= ${`${search}&`} AND topic < ${`${search}'`})) AND ${isTheirs}`;
  if (into === null)
    return [db.delete(follows).where(ofCategory), db.delete(follows).where(ofSearch)];
  return [
    ...moved(
      { db },
      ofCategory,
      sql`${`category:${into}|`} || substr(follows.topic, ${category.length + 1})`,
    ),
    ...moved(
      { db },
      ofSearch,
      sql`${`search:city=${into}`} || substr(follows.topic, ${search.length + 1})`,
    ),
  ];
}

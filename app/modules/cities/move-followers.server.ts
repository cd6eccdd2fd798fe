import { and, asc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { cities, cityNotifications, eventDrafts, follows, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { AppError } from "../../lib/errors";
import type { JobValues } from "../jobs/jobs.server";
import { runGuarded } from "../store/run-guarded.server";
import { currentSlugOf } from "./queries.server";

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
function cityFollowsStatements(
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

/** Users per step whose followed cities are scanned: there is no index on them. */
const PEOPLE = 5_000;

/** The old and new slug; null when the city was deleted. */
interface Move {
  from: string;
  into: string | null;
}

/** The followed cities with `from` replaced by `into`. */
const withoutFormer = ({ from, into }: Move): SQL =>
  into === null
    ? sql`(SELECT json_group_array(value) FROM json_each(${users.cities}) WHERE value <> ${from})`
    : sql`(SELECT json_group_array(DISTINCT iif(value = ${from}, ${into}, value)) FROM json_each(${users.cities}))`;

/**
 * Replaces or removes a city in its followers' lists and in their drafts, for a bounded number of
 * users.
 * @param options guards of the batch with their errors
 * @returns the last processed user; null when done
 */
export async function moveFollowers(
  deps: Pick<Deps, "db">,
  move: Move,
  after: string,
  limit: number,
  {
    guards = [],
    refusals,
  }: { guards?: readonly BatchItem<"sqlite">[]; refusals?: Record<string, () => AppError> } = {},
): Promise<string | null> {
  const { db } = deps;
  const { from, into } = move;
  const people = db
    .select({ id: users.id })
    .from(users)
    .where(gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(limit);
  const end = await db
    .select({ id: users.id })
    .from(users)
    .where(gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(1)
    .offset(limit - 1)
    .get();
  const followed = db
    .update(users)
    .set({
      cities: withoutFormer(move),
      homeCity: sql`iif(${users.homeCity} = ${from}, ${into}, ${users.homeCity})`,
    })
    .where(
      and(
        inArray(users.id, people),
        or(sql`instr(${users.cities}, ${`"${from}"`}) > 0`, eq(users.homeCity, from)),
      ),
    );
  const drafts = db
    .update(eventDrafts)
    .set({ values: sql`json_set(${eventDrafts.values}, '$.city', ${into})` })
    .where(
      and(
        inArray(eventDrafts.creatorId, people),
        sql`${eventDrafts.values} ->> '$.city' = ${from}`,
      ),
    );
  await runGuarded(
    deps,
    [followed, drafts, ...cityFollowsStatements(deps, move, sql`${people}`), ...guards],
    refusals,
  );
  return end?.id ?? null;
}

/**
 * After a city is gone: removes its slug from the lists of followers, also of those who followed it
 * meanwhile, in steps. After a merge the target, or its own successor, replaces it. Idempotent.
 * @returns the remaining work
 */
export async function leaveFormerCity(
  deps: Pick<Deps, "db">,
  values: JobValues["city.followers"],
  limit = PEOPLE,
): Promise<JobValues["city.followers"] | null> {
  const { from, into, after } = values;
  const isCity = async (slug: string) =>
    (await deps.db.select({ id: cities.id }).from(cities).where(eq(cities.slug, slug)).get()) !==
    undefined;
  // A new city has taken the slug: its followers may mean that one.
  if (await isCity(from)) return null;
  const target = into === null || (await isCity(into)) ? into : await currentSlugOf(deps, into);
  const next = await moveFollowers(deps, { from, into: target }, after ?? "", limit);
  return next === null ? null : { ...values, after: next };
}

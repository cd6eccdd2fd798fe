import { type SQL, sql } from "drizzle-orm";
import { cityNotificationTopics, follows } from "../../../../db/schema";
import { DAY, HOUR, MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { readFollowTopic } from "../../../lib/event/follow-topics";
import { isolateFailures } from "../../../lib/http/isolate-failures";
import { describeError, log } from "../../../lib/runtime/log";
import { listCities } from "../../cities/queries.server";
import { EVENT_PLACES } from "../../events/event-columns.server";
import { placesOf } from "../../events/list/facet-walks.server";
import { isSearch, listEachOnce } from "../../events/list/list-events.server";
import { readFilters } from "../../events/list/list-filters.server";
import { parseEventQuery } from "../../events/schema";
import { insertSelect } from "../../store/run-guarded.server";

/** Events of a list without words that one look examines, and results of a list with words. */
const PLACES = 2_000;
const RESULTS = 100;
/** New events that one look examines. */
const NEW = 200;
/**
 * A look reaches back so far before the last one, since rows are dated before they are written, ms.
 */
const OVERLAP = MINUTE;
/** Searches are not looked at more often, ms. */
const APART = 10 * MINUTE;
/** A search that failed is tried again after so long, from its last look on, ms. */
const AGAIN = HOUR;
/** Searches of one look by the cron. */
const SWEEP = 20;
/** As long as new events stay in lists, ms. */
const KEPT = 30 * DAY;

type Reader = Pick<Deps, "db" | "clock" | "memo">;

/**
 * A saved search that many people may have, and the earliest time until which one of them has it
 * matched, UTC ms.
 */
interface DueSearch {
  topic: string;
  lookedAt: number;
}

/**
 * Due searches, the longest waiting first. A search can appear once for each time at which people
 * began to follow it.
 */
const dueWhere = ({ db, clock }: Reader, isMeant: SQL, limit: number): Promise<DueSearch[]> =>
  db.all<DueSearch>(
    sql`SELECT DISTINCT topic, looked_at AS lookedAt FROM follows
      WHERE ${isMeant} AND looked_at <= ${clock.now() - APART} AND coalesce(look_after, 0) <= ${clock.now()} ORDER BY looked_at LIMIT ${limit}`,
  );

/** The events among `PLACES` or `RESULTS` of a saved search, as a condition on `city_news n`. */
async function isMatch(
  deps: Reader,
  query: string,
): Promise<{ where: SQL; cityId: string | null }> {
  const cities = await listCities(deps);
  const parsed = parseEventQuery(new URLSearchParams(query)).query;
  const request = readFilters(parsed, cities, deps.clock.now());
  if (!isSearch(parsed, request))
    return {
      where: sql`n.event_id IN (SELECT id FROM ${placesOf(request.filters, deps.clock.now(), PLACES)} AS places)`,
      cityId: request.filters.cityId,
    };
  const { events } = await listEachOnce(
    deps,
    { ...parsed, limit: RESULTS, cursor: null },
    EVENT_PLACES,
  );
  return {
    where: sql`n.event_id IN (SELECT value FROM json_each(${JSON.stringify(events.map(({ id }) => id))}))`,
    cityId: null,
  };
}

/**
 * Adds the new events that a saved search lists to the lists of all who have it. Running twice adds
 * nothing.
 */
async function lookUp(deps: Reader, { topic, lookedAt }: DueSearch): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const subject = readFollowTopic(topic);
  const since = lookedAt - OVERLAP;
  if (subject?.kind !== "search") return;
  const { where, cityId } = await isMatch(deps, subject.query);
  const newest = sql`SELECT id FROM city_news WHERE ${cityId === null ? sql`` : sql`city_id = ${cityId} AND`} created_at > ${since} ORDER BY created_at DESC LIMIT ${NEW}`;
  await db.batch([
    insertSelect(
      db,
      cityNotificationTopics,
      { topic, createdAt: sql`n.created_at`, newsId: sql`n.id` },
      sql`FROM city_news n WHERE n.id IN (${newest}) AND ${where}`,
    ).onConflictDoNothing(),
    db.delete(cityNotificationTopics).where(sql`topic = ${topic} AND created_at < ${now - KEPT}`),
    db.update(follows).set({ lookedAt: now }).where(sql`topic = ${topic}`),
  ]);
}

async function lookUpAll(deps: Reader, due: readonly DueSearch[]): Promise<{ searches: number }> {
  const [oldest] = due;
  // Nothing is written while nothing is new: the searches stay due.
  if (
    !oldest ||
    !(await deps.db.get(
      sql`SELECT 1 FROM city_news WHERE created_at > ${oldest.lookedAt - OVERLAP} LIMIT 1`,
    ))
  )
    return { searches: 0 };
  const first = new Map([...due].reverse().map((search) => [search.topic, search]));
  await isolateFailures(
    [...first.values()],
    async (part) => {
      for (const search of part) await lookUp(deps, search);
    },
    async ({ topic }, error) => {
      log("error", "search.not-looked-up", { topic, ...describeError(error) });
      // Failing ones do not fill every look, and lose nothing: what is new since the last look is told later.
      await deps.db
        .update(follows)
        .set({ lookAfter: deps.clock.now() + AGAIN })
        .where(sql`topic = ${topic} AND looked_at IS NOT NULL`);
    },
    { atOnce: 1 },
  );
  return { searches: first.size };
}

/**
 * Matches the saved searches of some people, where the last look is ten minutes old. @param people
 * a JSON list of their ids
 */
export const lookUpSearchesOf = async (deps: Reader, people: string): Promise<unknown> =>
  lookUpAll(
    deps,
    await dueWhere(deps, sql`user_id IN (SELECT value FROM json_each(${people}))`, RESULTS),
  );

/**
 * Every minute: matches the saved searches that have waited longest, so that the bell counts what
 * they find.
 */
export const lookUpSearches = async (deps: Reader): Promise<unknown> =>
  lookUpAll(deps, await dueWhere(deps, sql`looked_at IS NOT NULL`, SWEEP));

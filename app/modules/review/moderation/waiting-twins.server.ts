import { asc, sql } from "drizzle-orm";
import { distinctPairs, events, venues } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";
import { columnsOf } from "../../../lib/runtime/sql-columns.server";
import { profileEvent } from "../../events/duplicates/compare-events";
import { COMPARED, pairOf, subjectOfRow } from "../../events/duplicates/find-duplicates.server";
import { findPairs } from "../../events/duplicates/find-pairs";
import { bookOfVenues } from "../../events/duplicates/venue-similarity";

/** Longest-waiting events that are compared: no index finds duplicates. */
const COMPARED_MAX = 200;
/** Maximum number of neighbours and venues to compare; equal titles are found without a limit. */
const NEIGHBOURS = 500;
const VENUES = 300;
const JUDGED = 1_000;

const KNOWN = {
  id: venues.id,
  cityId: venues.cityId,
  nameEn: venues.nameEn,
  nameFa: venues.nameFa,
} as const;
const IS_IN_USE = sql.raw(
  "events.deleted_at IS NULL AND events.status IN ('pending', 'approved', 'flagged')",
);
/** SQL: another event has the same city, day and title (decisions.md §3). */
export const isNamesake = sql<number>`EXISTS (SELECT 1 FROM events AS other WHERE other.city_id = events.city_id
  AND other.local_day = events.local_day AND other.title_key = events.title_key AND other.id <> events.id
  AND other.deleted_at IS NULL AND other.status IN ('pending', 'approved', 'flagged')
  AND NOT EXISTS (SELECT 1 FROM distinct_pairs WHERE first_id = min(events.id, other.id) AND second_id = max(events.id, other.id)))`;

/**
 * INDEXED BY, since the planner would otherwise sort all events of the status; SQLite rejects the
 * query if the index does not fit.
 */
const LONGEST = sql`events INDEXED BY events_pending WHERE events.status = 'pending' AND events.deleted_at IS NULL
  AND events.submitted_at > -1 ORDER BY events.submitted_at, events.id LIMIT ${sql.raw(String(COMPARED_MAX))}`;

/**
 * Of the longest-waiting pending events, those that may be duplicates of each other or of others,
 * and since when the last of them waits. One round trip.
 */
export async function waitingTwins(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<{ ids: string[]; until: number }> {
  assertCan(actor, "event:moderate");
  // Unique aliases: the selected columns are written without their table.
  const longest = sql`SELECT city_id AS its_city, local_day AS its_day FROM ${LONGEST}`;
  const [waiting, neighbours, known, judged] = await db.batch([
    db
      .select({
        ...columnsOf(COMPARED),
        at: sql<number>`events.submitted_at`.as("waits_since"),
        isNamesake: isNamesake.as("is_namesake"),
      })
      .from(sql`events INDEXED BY events_pending`)
      .where(
        sql`events.status = 'pending' AND events.deleted_at IS NULL AND events.submitted_at > -1`,
      )
      .orderBy(asc(events.submittedAt), asc(events.id))
      .limit(COMPARED_MAX),
    db
      .select(columnsOf(COMPARED))
      .from(
        sql`(SELECT DISTINCT its_city, its_day FROM (${longest})) AS looked CROSS JOIN events INDEXED BY events_by_title`,
      )
      .where(
        sql`events.city_id = looked.its_city AND events.local_day = looked.its_day AND ${IS_IN_USE}`,
      )
      .limit(NEIGHBOURS),
    db
      .select(columnsOf(KNOWN))
      .from(
        sql`(SELECT DISTINCT its_city FROM (${longest})) AS looked CROSS JOIN venues INDEXED BY venues_by_city`,
      )
      .where(sql`venues.city_id = looked.its_city`)
      .limit(VENUES),
    db
      .select(columnsOf({ firstId: distinctPairs.firstId, secondId: distinctPairs.secondId }))
      .from(sql`(SELECT events.id AS its_id FROM ${LONGEST}) AS looked CROSS JOIN distinct_pairs`)
      .where(
        sql`distinct_pairs.first_id = looked.its_id OR distinct_pairs.second_id = looked.its_id`,
      )
      .limit(JUDGED),
  ]);
  const book = bookOfVenues(known);
  const subjects = waiting.map((row) => profileEvent(subjectOfRow(row), book));
  const ids = new Set(waiting.map(({ id }) => id));
  const others = neighbours
    .filter(({ id }) => !ids.has(id))
    .map((row) => profileEvent(subjectOfRow(row), book));
  const apart = new Set(judged.map(({ firstId, secondId }) => `${firstId} ${secondId}`));
  const isApart = (a: string, b: string) => apart.has(Object.values(pairOf(a, b)).join(" "));
  const doubled = new Set(
    findPairs(subjects, [...subjects, ...others])
      .filter(({ a, b }) => !isApart(a.subject.id, b.subject.id))
      .map(({ a }) => a.subject.id),
  );
  const twins = waiting.filter((row) => row.isNamesake === 1 || doubled.has(row.id));
  return { ids: twins.map(({ id }) => id), until: twins.at(-1)?.at ?? -1 };
}

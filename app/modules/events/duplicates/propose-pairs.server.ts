import { and, eq, gte, sql } from "drizzle-orm";
import { cities, duplicatePairs, events, venues } from "../../../../db/schema";
import { localDay } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { insertJson } from "../../store/run-guarded.server";
import { DUPLICATE_SCORE, profileEvent } from "./compare-events";
import { COMPARED, pairOf, subjectOfRow } from "./find-duplicates.server";
import { dayAway, findPairs } from "./find-pairs";
import { bookOfVenues } from "./venue-similarity";

/** Events and venues compared per city. */
const EVENTS = 5_000;
const VENUES = 1_000;
/** Pairs proposed per city and night. */
const PROPOSED = 200;

/**
 * Each night: proposes pairs of public events to come that look alike, and drops those of which one
 * is no longer public.
 */
export async function proposePairs(
  deps: Pick<Deps, "db" | "clock" | "ids">,
): Promise<{ pairs: number }> {
  const { db, clock, ids } = deps;
  const now = clock.now();
  const isPublic = (id: string) =>
    sql`EXISTS (SELECT 1 FROM events WHERE events.id = ${sql.raw(id)} AND is_listed = 1 AND is_over = 0)`;
  await db
    .delete(duplicatePairs)
    .where(sql`NOT (${isPublic("first_id")} AND ${isPublic("second_id")})`);
  let pairs = 0;
  for (const { id: cityId, timeZone } of await db
    .select({ id: cities.id, timeZone: cities.timeZone })
    .from(cities)) {
    const since = dayAway(localDay(now, timeZone), -1);
    const [rows, known] = await db.batch([
      db
        .select(COMPARED)
        .from(events)
        .where(
          and(
            eq(events.cityId, cityId),
            gte(events.localDay, since),
            sql`+is_listed = 1 AND +is_over = 0`,
          ),
        )
        .limit(EVENTS),
      db
        .select({
          id: venues.id,
          cityId: venues.cityId,
          nameEn: venues.nameEn,
          nameFa: venues.nameFa,
        })
        .from(venues)
        .where(eq(venues.cityId, cityId))
        .limit(VENUES),
    ]);
    if (rows.length < 2) continue;
    const book = bookOfVenues(known);
    const profiles = rows.map((row) => profileEvent(subjectOfRow(row), book));
    const found = findPairs(profiles, profiles)
      .filter(
        ({ a, b, comparison }) =>
          a.subject.id < b.subject.id && comparison.score >= DUPLICATE_SCORE,
      )
      .slice(0, PROPOSED)
      .map(({ a, b, comparison }) => ({
        id: ids.next(),
        ...pairOf(a.subject.id, b.subject.id),
        score: comparison.score,
      }));
    if (found.length === 0) continue;
    const added = await insertJson(
      db,
      duplicatePairs,
      JSON.stringify(found),
      { createdAt: now },
      sql`NOT EXISTS (SELECT 1 FROM distinct_pairs AS judged WHERE judged.first_id = j.value ->> 'firstId' AND judged.second_id = j.value ->> 'secondId')`,
    )
      .onConflictDoNothing()
      .returning({ id: duplicatePairs.id });
    pairs += added.length;
  }
  return { pairs };
}

import { and, asc, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "../../../db/client";
import { cities, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { runGuarded } from "../guarded-batch/run-guarded.server";
import type { JobValues } from "../queues/jobs.server";
import { addEventsStatements } from "./index-event.server";
import type { IndexedCity } from "./search-document";
import { eventSearch } from "./search-tables";

/** Events that one step puts into the index. */
const ROUND = 100;

type Event = typeof events.$inferSelect;

/**
 * The statements that write the index rows of many events anew, with the guard at their head: it fails the batch where one
 * of them has changed since it was read, so that no older text comes into the index.
 * @param city where they are, or shall be from now on
 * @param moves whether they move there in the same batch; their versions then rise, so that open forms are told
 */
export function reindexStatements(
  db: Database,
  found: readonly Event[],
  city: IndexedCity & { id: string },
  { moves = false, now }: { moves?: boolean; now: number },
): [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] {
  const seen = JSON.stringify(found.map(({ id, version, searchRowid }) => ({ id, version, rowid: searchRowid })));
  const asSeen = sql`(SELECT value ->> 'version' FROM json_each(${seen}) WHERE value ->> 'id' = ${events.id})`;
  const guard = db
    .update(events)
    .set({
      version: sql`CASE WHEN ${events.version} = ${asSeen} THEN ${events.version} ${sql.raw(moves ? "+ 1" : "")} END`,
      ...(moves && { cityId: city.id, updatedAt: now }),
    })
    .where(sql`${events.id} IN (SELECT value ->> 'id' FROM json_each(${seen}))`);
  const remove = db.delete(eventSearch).where(sql`rowid IN (SELECT value ->> 'rowid' FROM json_each(${seen}))`);
  const listed = found.filter(({ isListed }) => isListed).map((event) => ({ event: { ...event, cityId: city.id }, city }));
  return [guard, remove, ...(listed.length > 0 ? addEventsStatements(db, listed, new Set()) : [])];
}

/**
 * Puts a city's events into the search index anew, a round of them. Safe to do twice.
 * @returns what is left to do
 * @throws AppError("conflict") where an event has changed meanwhile: the step comes again
 */
export async function indexCity(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { cityId, after }: JobValues["city.index"],
): Promise<JobValues["city.index"] | null> {
  const city = await db.select().from(cities).where(eq(cities.id, cityId)).get();
  if (!city) return null;
  const found = await db
    .select()
    .from(events)
    .where(
      and(
        eq(events.cityId, cityId),
        after === null ? undefined : sql`(${events.createdAt}, ${events.id}) > (${after.createdAt}, ${after.id})`,
      ),
    )
    .orderBy(asc(events.createdAt), asc(events.id))
    .limit(ROUND);
  const last = found.at(-1);
  if (!last) return null;
  await runGuarded({ db }, reindexStatements(db, found, city, { now: clock.now() }));
  return found.length === ROUND ? { cityId, after: { createdAt: last.createdAt, id: last.id } } : null;
}

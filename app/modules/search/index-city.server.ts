import { and, asc, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "../../../db/client";
import { cities, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { JobValues } from "../jobs/jobs.server";
import { runGuarded } from "../store/run-guarded.server";
import { addEventsStatements } from "./index-event.server";
import type { IndexedCity } from "./search-document";
import { eventSearch } from "./search-tables";

/** Events indexed per step. */
const ROUND = 100;

type Event = typeof events.$inferSelect;

/**
 * Statements that rewrite the index rows of many events. The first one is a guard: it fails the
 * batch if an event changed since it was read, so that no stale text enters the index.
 * @param city the events' city, or the one they move to
 * @param moves whether they move in the same batch; this raises their versions, so that open forms
 * get a conflict
 */
export function reindexStatements(
  db: Database,
  found: readonly Event[],
  city: IndexedCity & { id: string },
  { moves = false, now }: { moves?: boolean; now: number },
): [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] {
  const seen = JSON.stringify(
    found.map(({ id, version, searchRowid }) => ({ id, version, rowid: searchRowid })),
  );
  const expectedVersion = sql`(SELECT value ->> 'version' FROM json_each(${seen}) WHERE value ->> 'id' = ${events.id})`;
  const guard = db
    .update(events)
    .set({
      version: sql`CASE WHEN ${events.version} = ${expectedVersion} THEN ${events.version} ${sql.raw(moves ? "+ 1" : "")} END`,
      ...(moves && { cityId: city.id, updatedAt: now }),
    })
    .where(sql`${events.id} IN (SELECT value ->> 'id' FROM json_each(${seen}))`);
  const remove = db
    .delete(eventSearch)
    .where(sql`rowid IN (SELECT value ->> 'rowid' FROM json_each(${seen}))`);
  const listed = found
    .filter(({ isListed }) => isListed)
    .map((event) => ({ event: { ...event, cityId: city.id }, city }));
  return [guard, remove, ...(listed.length > 0 ? addEventsStatements(db, listed, new Set()) : [])];
}

/**
 * Re-indexes the events of a city, one round per call. Idempotent.
 * @param linkStatements further statements about the events of a round, in its batch
 * @returns the remaining work, or null
 * @throws conflict if an event changed meanwhile: the step is retried
 */
export async function indexCity(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { cityId, after }: JobValues["city.index"],
  linkStatements: (found: readonly Event[]) => BatchItem<"sqlite">[] = () => [],
): Promise<JobValues["city.index"] | null> {
  const city = await db.select().from(cities).where(eq(cities.id, cityId)).get();
  if (!city) return null;
  const found = await db
    .select()
    .from(events)
    .where(
      and(
        eq(events.cityId, cityId),
        after === null
          ? undefined
          : sql`(${events.createdAt}, ${events.id}) > (${after.createdAt}, ${after.id})`,
      ),
    )
    .orderBy(asc(events.createdAt), asc(events.id))
    .limit(ROUND);
  const last = found.at(-1);
  if (!last) return null;
  const [guard, ...rest] = reindexStatements(db, found, city, { now: clock.now() });
  await runGuarded({ db }, [guard, ...rest, ...linkStatements(found)]);
  return found.length === ROUND
    ? { cityId, after: { createdAt: last.createdAt, id: last.id } }
    : null;
}

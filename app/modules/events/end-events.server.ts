import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { cities, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/log";
import { mayComeNext } from "../cities/next-events.server";
import { citiesById } from "../cities/queries.server";
import { bumpContentVersionIfChanged } from "../page-cache/content-version.server";

/** How many events one round marks, so that a long backlog cannot outgrow a statement's time. */
const ROUND = 500;
/** A long backlog is not news to anybody: only so many changes are told. */
const ANNOUNCED = 50;

type JobDeps = Pick<Deps, "db" | "clock" | "memo" | "rooms">;

/**
 * Marks what has ended as over, brings each city's upcoming count and next event up to date, and tells those who
 * look at a city's list. Safe to run at any time and twice: cron may come late, double or not at all.
 */
export async function endEvents({ db, clock, memo, rooms }: JobDeps): Promise<{ ended: number; citiesChanged: number }> {
  const now = clock.now();
  const ended: { id: string; cityId: string }[] = [];
  for (;;) {
    const due = db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.isOver, false), lte(events.endsAt, now)))
      .limit(ROUND);
    const [round] = await db.batch([
      db.update(events).set({ isOver: true }).where(inArray(events.id, due)).returning({ id: events.id, cityId: events.cityId }),
      bumpContentVersionIfChanged(db),
    ]);
    ended.push(...round);
    if (round.length < ROUND) break;
  }
  const [refreshed] = await db.batch([refreshCities(db, now), bumpContentVersionIfChanged(db)]);
  memo.forget("cities");
  await announce({ db, memo, rooms }, ended.slice(-ANNOUNCED));
  return { ended: ended.length, citiesChanged: refreshed.meta.changes };
}

/** A room that cannot be reached holds up neither the others nor the job: its listeners see the change with the next page. */
async function announce({ db, memo, rooms }: Pick<Deps, "db" | "memo" | "rooms">, ended: readonly { id: string; cityId: string }[]) {
  const known = await citiesById({ db, memo });
  const told = await Promise.allSettled(
    ended.map(async ({ id, cityId }) => {
      const city = known.get(cityId);
      if (city) await rooms.cityChanged(city.slug, id, "changed");
    }),
  );
  const failures = told.filter((result) => result.status === "rejected");
  if (failures[0]) log("warn", "room.unreachable", { changes: failures.length, ...describeError(failures[0].reason) });
}

/**
 * The statement that brings the upcoming count and the next event of every city, or of one, up to date. Only rows that
 * differ are written, so that an hour without change leaves every cached page alone.
 */
export function refreshCities(db: Database, now: number, cityId: string | null = null) {
  const next = (column: "event_id" | "starts_at") => sql`(SELECT event_facets.${sql.raw(column)} FROM event_facets
    JOIN events ON events.id = event_facets.event_id
    WHERE event_facets.facet = 'city:' || c.id AND event_facets.is_over = 0 AND event_facets.ends_at > ${now} AND ${mayComeNext(now)}
    ORDER BY event_facets.starts_at, event_facets.event_id LIMIT 1)`;
  const fresh = sql`(SELECT c.id,
      coalesce((SELECT upcoming FROM facet_counts WHERE facet = 'city:' || c.id), 0) AS upcoming,
      ${next("event_id")} AS next_id, ${next("starts_at")} AS next_at
    FROM cities c WHERE ${cityId} IS NULL OR c.id = ${cityId}) AS fresh`;
  return db
    .update(cities)
    .set({ upcomingCount: sql`fresh.upcoming`, nextEventId: sql`fresh.next_id`, nextEventStartsAt: sql`fresh.next_at` })
    .from(fresh)
    .where(
      sql`${cities.id} = fresh.id AND (${cities.upcomingCount} IS NOT fresh.upcoming OR ${cities.nextEventId} IS NOT fresh.next_id OR ${cities.nextEventStartsAt} IS NOT fresh.next_at)`,
    );
}

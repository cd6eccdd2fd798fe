import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { cities, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";
import { refreshCities } from "../cities/complete-city.server";
import { citiesById } from "../cities/queries.server";
import {
  bumpCityVersions,
  bumpVersionsOfEvents,
  forgetSiteState,
} from "../store/content-version.server";

/** How many events one round marks, so that a long backlog cannot outgrow a statement's time. */
const ROUND = 500;
/** Limit of announced changes, for long backlogs. */
const ANNOUNCED = 50;

type JobDeps = Pick<Deps, "db" | "clock" | "memo" | "rooms">;

/**
 * Marks ended events as over, updates each city's upcoming count and next event, and notifies the
 * listeners of its list. Idempotent: cron may run late, twice or not at all.
 */
export async function endEvents({
  db,
  clock,
  memo,
  rooms,
}: JobDeps): Promise<{ ended: number; citiesChanged: number }> {
  const now = clock.now();
  const ended: { id: string; cityId: string }[] = [];
  for (;;) {
    // A series advances to its next date instead (`advanceSeries`).
    const isLast = sql`(${events.schedule} IS NULL OR NOT EXISTS (SELECT 1 FROM event_occurrences WHERE event_id = ${events.id} AND ends_at > ${now} AND status IN ('scheduled', 'sold-out')))`;
    const due = db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.isOver, false), lte(events.endsAt, now), isLast))
      .limit(ROUND);
    const [, round] = await db.batch([
      bumpVersionsOfEvents(db, due),
      db
        .update(events)
        .set({ isOver: true })
        .where(inArray(events.id, due))
        .returning({ id: events.id, cityId: events.cityId }),
    ]);
    ended.push(...round);
    if (round.length < ROUND) break;
  }
  // Not in one batch, since only the outcome names the cities: where the second is lost, kept pages
  // are renewed by their age.
  const refreshed = await refreshCities(db, now).returning({ id: cities.id });
  if (refreshed.length > 0)
    await bumpCityVersions(
      db,
      refreshed.map(({ id }) => id),
    );
  forgetSiteState({ memo });
  await announce({ db, memo, rooms }, ended.slice(-ANNOUNCED));
  return { ended: ended.length, citiesChanged: refreshed.length };
}

/**
 * A room that cannot be reached holds up neither the others nor the job: its listeners see the
 * change with the next page.
 */
async function announce(
  { db, memo, rooms }: Pick<Deps, "db" | "memo" | "rooms">,
  ended: readonly { id: string; cityId: string }[],
) {
  const known = await citiesById({ db, memo });
  const results = await Promise.allSettled(
    ended.map(async ({ id, cityId }) => {
      const city = known.get(cityId);
      if (city) await rooms.cityChanged(city.slug, id, "changed");
    }),
  );
  const failures = results.filter((result) => result.status === "rejected");
  if (failures[0])
    log("warn", "room.unreachable", {
      changes: failures.length,
      ...describeError(failures[0].reason),
    });
}

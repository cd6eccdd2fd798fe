import { and, eq, inArray, lte } from "drizzle-orm";
import { events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/log";
import { citiesById } from "../cities/queries.server";
import { refreshCities } from "../cities/refresh-cities.server";
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

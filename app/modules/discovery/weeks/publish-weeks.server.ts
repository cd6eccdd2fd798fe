import { and, eq, isNull, sql } from "drizzle-orm";
import { cityWeekPicks, cityWeeks } from "../../../../db/schema";
import { fromWallTime, localDay } from "../../../lib/dates/dates.server";
import { addDays } from "../../../lib/dates/days";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { isolateFailures } from "../../../lib/http/isolate-failures";
import { describeError, log } from "../../../lib/runtime/log";
import { type City, listCities } from "../../cities/queries.server";
import { enqueueJob, jobStatement } from "../../jobs/jobs.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { bumpCityVersions, forgetSiteState } from "../../store/content-version.server";
import { insertSelect } from "../../store/run-guarded.server";
import { type NumberedWeek, numberedWeekOf, publishingDay } from "./numbered-week";
import { candidatesOf, choosePicks } from "./propose-picks.server";
import { instantsOf, weeksBetween } from "./queries.server";

/** When picks are published on their day, in the city. */
const PUBLISHING_TIME = "07:00";
/** Fewer events than this are no week's picks. */
const LEAST = 3;
/** How long into a week its emails are still worth sending, ms. */
const MAILED_UNTIL = 2 * DAY;

/** When a week's picks are due, UTC epoch ms. */
export const publishingTime = (
  week: NumberedWeek,
  { countryCode, timeZone }: Pick<City, "countryCode" | "timeZone">,
): number => fromWallTime(publishingDay(week, countryCode), PUBLISHING_TIME, timeZone);

/**
 * The week whose picks a city shows or prepares: the coming one from its publishing day on, else
 * the present one.
 */
export function dueWeek(city: Pick<City, "countryCode" | "timeZone">, now: number): NumberedWeek {
  const present = numberedWeekOf(localDay(now, city.timeZone), city.countryCode);
  const next = numberedWeekOf(addDays(present.last, 1), city.countryCode);
  return publishingTime(next, city) <= now ? next : present;
}

/**
 * Hourly: publishes the picks of each city whose day has come, an editor's or else the best by
 * score, and orders their emails once.
 * @returns the cities whose picks were published, and those whose emails were ordered
 */
export async function publishWeeks(deps: Deps): Promise<{ published: number; mailed: number }> {
  const now = deps.clock.now();
  const [cities, { features }] = await Promise.all([listCities(deps), settingsOf(deps)]);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const weeks = await weeksBetween(deps, day(now - 10 * DAY), day(now + 10 * DAY));
  const known = new Map(weeks.map((week) => [`${week.cityId} ${week.firstDay}`, week]));
  const done = { published: 0, mailed: 0 };
  const publish = async (part: readonly City[]) => {
    for (const city of part) {
      const week = dueWeek(city, now);
      const found = known.get(`${city.id} ${week.first}`);
      if (!found && (!features.enableAutomaticPicks || city.upcomingCount < LEAST)) continue;
      if (found?.publishedAt && found.mailedAt) continue;
      const id = found?.id ?? (await publishAutomatic(deps, city, week));
      if (id === null) continue;
      if (!found?.publishedAt) done.published += 1;
      if (await release(deps, city, week, id)) done.mailed += 1;
    }
  };
  await isolateFailures(cities, publish, async ({ slug }, error) =>
    log("error", "weeks.failed", { city: slug, ...describeError(error) }),
  );
  if (done.published > 0) forgetSiteState(deps);
  return done;
}

/**
 * Writes the best events of a week as its picks. @returns the week's id; null with too few events,
 * or where an editor was faster
 */
async function publishAutomatic(
  { db, ids, clock }: Deps,
  city: City,
  week: NumberedWeek,
): Promise<string | null> {
  const chosen = choosePicks(await candidatesOf({ db }, city.id, instantsOf(week, city)));
  if (chosen.length < LEAST) return null;
  const now = clock.now();
  const id = ids.next();
  const [written] = await db.batch([
    db
      .insert(cityWeeks)
      .values({
        id,
        cityId: city.id,
        firstDay: week.first,
        isAutomatic: true,
        publishedAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: cityWeeks.id }),
    insertSelect(
      db,
      cityWeekPicks,
      { weekId: id, eventId: sql`value`, position: sql`key + 1`, lineEn: null, lineFa: null },
      sql`FROM json_each(${JSON.stringify(chosen)}) WHERE EXISTS (SELECT 1 FROM city_weeks WHERE id = ${id})`,
    ),
    bumpCityVersions(db, [city.id]),
  ]);
  return written.length > 0 ? id : null;
}

/** Publishes a week that waits, and orders its emails. @returns whether they were ordered */
async function release(deps: Deps, city: City, week: NumberedWeek, id: string): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock.now();
  const isInTime = now < instantsOf(week, city).from + MAILED_UNTIL;
  const job = jobStatement(deps, "week.mail", { weekId: id, after: "" }, `week.mail:${id}`);
  await db.batch([
    db
      .update(cityWeeks)
      .set({ publishedAt: sql`coalesce(published_at, ${now})`, mailedAt: now })
      .where(and(eq(cityWeeks.id, id), isNull(cityWeeks.mailedAt))),
    bumpCityVersions(db, [city.id]),
    ...(isInTime ? [job.statement] : []),
  ]);
  if (isInTime) enqueueJob(deps, job.id);
  return isInTime;
}

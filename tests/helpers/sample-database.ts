import { inArray, isNotNull, or } from "drizzle-orm";
import type { Database } from "../../db/client";
import { eventFlags, eventRevisions, events } from "../../db/schema";
import extraEvents from "../../db/seed/extra-events.json";
import sampleEvents from "../../db/seed/sample-events.json";
import { seedDatabase } from "../../db/seed/seed-database";
import { seedId } from "../../db/seed/seed-statements";
import seriesEvents from "../../db/seed/series-events.json";

/** Tuesday, 24 November 2026, 11:30 in Tehran. */
export const SAMPLE_NOW = Date.UTC(2026, 10, 24, 8);

/**
 * Fills an empty database with cities, venues and the 260 sample events of one date, placed around
 * `now` and indexed.
 * @param keepsExtra keeps the extra events too, which are tonight, this weekend, cancelled or
 * postponed
 * @param keepsSeries keeps the sample series too
 * @returns the key of each event by id
 */
export async function seedSampleEvents(
  db: Database,
  now: number,
  keepsExtra = false,
  keepsSeries = false,
): Promise<Map<string, string>> {
  await seedDatabase(db, now);
  const extra = keepsExtra
    ? []
    : await Promise.all(extraEvents.map(({ key }) => seedId("event", key)));
  await db.batch([
    db.delete(eventFlags),
    db.delete(eventRevisions),
    db
      .delete(events)
      .where(
        or(
          inArray(events.id, extra),
          isNotNull(events.creatorId),
          keepsSeries ? undefined : isNotNull(events.schedule),
        ),
      ),
  ]);
  const kept = [
    ...sampleEvents,
    ...(keepsExtra ? extraEvents : []),
    ...(keepsSeries ? seriesEvents : []),
  ];
  return new Map(
    await Promise.all(kept.map(async ({ key }) => [await seedId("event", key), key] as const)),
  );
}

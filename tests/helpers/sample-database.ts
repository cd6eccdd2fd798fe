import { inArray } from "drizzle-orm";
import type { Database } from "../../db/client";
import { events } from "../../db/schema";
import extraEvents from "../../db/seed/extra-events.json";
import sampleEvents from "../../db/seed/sample-events.json";
import { seedDatabase, seedId } from "../../db/seed/seed-database";

/** Tuesday, 24 November 2026, 11:30 in Tehran. */
export const SAMPLE_NOW = Date.UTC(2026, 10, 24, 8);

/**
 * Fills an empty database with the cities, venues and the 260 sample events, placed round `now` and indexed.
 * @returns the key of each event by its id
 */
export async function seedSampleEvents(db: Database, now: number): Promise<Map<string, string>> {
  await seedDatabase(db, now);
  const extra = await Promise.all(extraEvents.map(({ key }) => seedId("event", key)));
  await db.delete(events).where(inArray(events.id, extra));
  return new Map(await Promise.all(sampleEvents.map(async ({ key }) => [await seedId("event", key), key] as const)));
}

import { isNull } from "drizzle-orm";
import { createMemo } from "../../app/lib/runtime/memo";
import { endEvents } from "../../app/modules/events/end-events.server";
import { eventRow } from "../../app/modules/events/event-row.server";
import { rebuildSearch } from "../../app/modules/search/index-event.server";
import type { Database } from "../../db/client";
import { events } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { seedId } from "../../db/seed/seed-statements";

const DAY = 86_400_000;
const MINUTE = 60_000;
const BATCH = 50;

/** Seeds the database, then copies events to other days with numbered titles until there are `count`. */
export async function fillWithEvents(db: Database, count: number, now: number): Promise<void> {
  await seedDatabase(db, now);
  const samples = await db.select().from(events).where(isNull(events.schedule));
  const missing = Math.max(0, count - (await db.$count(events)));
  const ids = await Promise.all(Array.from({ length: missing }, (_, copy) => seedId("bench", String(copy))));
  for (let start = 0; start < missing; start += BATCH) {
    const [first, ...rest] = ids.slice(start, start + BATCH).map((id, place) => {
      const copy = start + place;
      const { isListed: _generated, ...sample } = samples[copy % samples.length] as (typeof samples)[number];
      const startsAt = now + (((copy * 7919) % 90) - 10) * DAY + (copy % 1_440) * MINUTE;
      const titleEn = `${sample.titleEn} ${Math.floor(copy / samples.length) + 1}`;
      const endsAt = startsAt + Math.min(sample.endsAt - sample.startsAt, DAY);
      return db.insert(events).values(eventRow({ ...sample, id, titleEn, startsAt, endsAt, isOver: false }));
    });
    if (first) await db.batch([first, ...rest]);
  }
  await rebuildSearch(db);
  const clock = { now: () => now };
  await endEvents({
    db,
    clock,
    memo: createMemo(clock),
    rooms: {
      cityChanged: async () => {},
      notified: async () => {},
      cityNotification: async () => {},
      runChanged: async () => {},
      signedOut: async () => {},
    },
  });
}

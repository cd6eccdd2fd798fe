import { env } from "cloudflare:test";
import { count, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { contentVersions, events } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { TUESDAY } from "../helpers/test-deps";

const DAY = 86_400_000;

describe("the seed", () => {
  const db = createDatabase(env.DB);
  const searchable = async () => (await env.DB.prepare("SELECT count(*) AS count FROM event_search").first<{ count: number }>())?.count;
  const rows = async () => (await db.select({ rows: count() }).from(events).get())?.rows;

  it("is finished by the next run where one was broken off, also on another day", async () => {
    const whole = await seedDatabase(db, TUESDAY);
    expect(whole).toMatchObject({ seeded: true, events: await rows() });
    const some = db.select({ id: events.id }).from(events).limit(100);
    await db.delete(events).where(inArray(events.id, some));
    await db.delete(contentVersions).where(inArray(contentVersions.name, ["seed:sample-events"]));
    expect(await seedDatabase(db, TUESDAY + 3 * DAY)).toEqual(whole);
    expect(await searchable()).toBe(whole.events);
  });

  it("changes nothing once it is whole", async () => {
    const some = db.select({ id: events.id }).from(events).limit(1);
    await db.delete(events).where(inArray(events.id, some));
    const before = await rows();
    expect(await seedDatabase(db, TUESDAY)).toMatchObject({ seeded: false, events: before });
  });
});

import { env } from "cloudflare:test";
import { and, count, eq, gt, inArray, isNotNull, isNull, like } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { OCCURRENCE_STATUSES } from "../../app/lib/event/schedule";
import { createDatabase } from "../../db/client";
import {
  contentVersions,
  EVENT_LIFECYCLES,
  eventFacets,
  eventFlags,
  eventOccurrences,
  eventRevisions,
  events,
} from "../../db/schema";
import samplePictures from "../../db/seed/sample-pictures.json";
import { seedDatabase } from "../../db/seed/seed-database";
import { TUESDAY } from "../helpers/test-deps";

type EventRow = typeof events.$inferSelect;

const DAY = 86_400_000;

describe("the seed", () => {
  const db = createDatabase(env.DB);
  const searchable = async () =>
    (await env.DB.prepare("SELECT count(*) AS count FROM event_search").first<{ count: number }>())
      ?.count;
  const rows = async () => (await db.select({ rows: count() }).from(events).get())?.rows;

  it("resumes an interrupted run, also on another day", async () => {
    const whole = await seedDatabase(db, TUESDAY);
    expect(whole).toMatchObject({ seeded: true, events: await rows() });
    const some = db
      .select({ id: events.id })
      .from(events)
      .where(isNull(events.creatorId))
      .limit(100);
    await db.delete(events).where(inArray(events.id, some));
    await db.delete(contentVersions).where(like(contentVersions.name, "seed:%"));
    expect(await seedDatabase(db, TUESDAY + 3 * DAY)).toEqual(whole);
    expect(await searchable()).toBe(await db.$count(events, eq(events.isListed, true)));
  });

  it("has 24 pictures of both shapes on its events", async () => {
    const pictures = await db
      .selectDistinct({ url: events.imageUrl })
      .from(events)
      .where(isNotNull(events.imageUrl));
    expect(pictures).toHaveLength(24);
    expect(new Set(samplePictures.map(({ poster }) => poster.isWide)).size).toBe(2);
  });

  it("leaves items in every queue of the staff, with history", async () => {
    const statuses = await db.select({ status: events.status }).from(events).groupBy(events.status);
    expect(statuses.map(({ status }) => status)).toEqual([
      "approved",
      "flagged",
      "pending",
      "rejected",
    ]);
    expect(await db.$count(eventRevisions)).toBe(1);
    for (const { flagCount, id } of await db
      .select()
      .from(events)
      .where(eq(events.status, "flagged")))
      expect(await db.$count(eventFlags, eq(eventFlags.eventId, id))).toBe(flagCount);
    expect(
      await db.$count(events, and(eq(events.status, "rejected"), isNull(events.rejectionReason))),
    ).toBe(0);
  });

  it("has an event in every state that a page can show", async () => {
    await db.delete(contentVersions).where(like(contentVersions.name, "seed:%"));
    await seedDatabase(db, TUESDAY);
    const some = await db
      .select({
        lifecycle: events.lifecycle,
        allDay: events.allDay,
        from: events.startsAt,
        to: events.endsAt,
      })
      .from(events)
      .where(gt(events.startsAt, TUESDAY));
    expect(new Set(some.map(({ lifecycle }) => lifecycle))).toEqual(new Set(EVENT_LIFECYCLES));
    expect(
      new Set(some.filter(({ allDay }) => allDay).map(({ from, to }) => (to - from) / DAY)),
    ).toEqual(new Set([1, 3]));
  });

  it("adds traits to events seeded without them, unless a person has changed them", async () => {
    const found = await db
      .select()
      .from(events)
      .where(and(isNull(events.creatorId), like(events.traits, '["%')))
      .limit(3);
    const [one, changed, written] = found as [EventRow, EventRow, EventRow];
    await db.update(events).set({ traits: [], childAgeFrom: null });
    await db.update(events).set({ version: 2 }).where(eq(events.id, changed.id));
    await db
      .update(events)
      .set({ traits: ["lively"] })
      .where(eq(events.id, written.id));
    await db.delete(contentVersions).where(eq(contentVersions.name, "seed:sample-event-traits"));
    expect(await seedDatabase(db, TUESDAY)).toMatchObject({ seeded: true });
    const traitsOf = async ({ id }: EventRow) =>
      (await db.select().from(events).where(eq(events.id, id)).get())?.traits;
    expect([await traitsOf(one), await traitsOf(changed), await traitsOf(written)]).toEqual([
      one.traits,
      [],
      ["lively"],
    ]);
  });

  it("has classes, plays, exhibitions and yearly occasions with dates to come, each listed", async () => {
    await db.delete(contentVersions).where(like(contentVersions.name, "seed:%"));
    await seedDatabase(db, TUESDAY);
    const series = await db.select().from(events).where(isNotNull(events.schedule));
    const kinds = series.map(({ schedule }) =>
      schedule?.kind === "rule" ? schedule.rules[0]?.frequency : schedule?.kind,
    );
    const counts = Object.fromEntries(
      ["weekly", "dates", "openingHours", "yearly"].map((kind) => [
        kind,
        kinds.filter((k) => k === kind).length,
      ]),
    );
    expect(counts).toEqual({ weekly: 8, dates: 6, openingHours: 5, yearly: 2 });
    for (const { id, startsAt, titleEn, titleFa, occurrenceCount } of series) {
      expect([titleEn, titleFa, occurrenceCount > 0]).toEqual([
        expect.any(String),
        expect.any(String),
        true,
      ]);
      const dates = await db
        .select()
        .from(eventOccurrences)
        .where(eq(eventOccurrences.eventId, id))
        .orderBy(eventOccurrences.startsAt);
      const open = dates.filter(({ status }) => status === "scheduled" || status === "sold-out");
      expect([open[0]?.startsAt, open.length]).toEqual([startsAt, occurrenceCount]);
      expect(
        await db.$count(
          eventFacets,
          and(eq(eventFacets.eventId, id), eq(eventFacets.facet, "all")),
        ),
      ).toBe(new Set(open.map(({ localDay }) => localDay)).size);
    }
    const statuses = await db
      .selectDistinct({ status: eventOccurrences.status })
      .from(eventOccurrences);
    expect(statuses.map(({ status }) => status).sort()).toEqual([...OCCURRENCE_STATUSES].sort());
  });

  it("adds series to databases that were seeded without them", async () => {
    await db.delete(events).where(isNotNull(events.schedule));
    await db.delete(contentVersions).where(eq(contentVersions.name, "seed:sample-series"));
    await seedDatabase(db, TUESDAY);
    expect(await db.$count(events, isNotNull(events.schedule))).toBe(21);
    expect(await searchable()).toBe(await db.$count(events, eq(events.isListed, true)));
  });

  it("changes nothing when complete", async () => {
    const some = db.select({ id: events.id }).from(events).where(isNull(events.creatorId)).limit(1);
    await db.delete(events).where(inArray(events.id, some));
    const before = await rows();
    expect(await seedDatabase(db, TUESDAY)).toMatchObject({ seeded: false, events: before });
  });
});

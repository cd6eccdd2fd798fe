import {
  createExecutionContext,
  createScheduledController,
  env,
  waitOnExecutionContext,
} from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { endEvents } from "../../app/modules/events/end-events.server";
import { siteState } from "../../app/modules/store/content-version.server";
import { cities, deadLetters, events } from "../../db/schema";
import worker from "../../worker";
import configuration from "../../wrangler.toml?raw";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const HOUR = 3_600_000;

describe("the hourly job", () => {
  let deps: TestDeps;
  let cityId: string;
  const city = () => deps.db.select().from(cities).where(eq(cities.id, cityId)).get();

  beforeEach(async () => {
    deps = createTestDeps();
    cityId = (await createCity(deps.db)).id;
  });

  it("updates a city's upcoming count and next event", async () => {
    const first = await createEvent(deps.db, { cityId, startsAt: TUESDAY + HOUR });
    await createEvent(deps.db, { cityId, startsAt: TUESDAY + 5 * HOUR });
    await createEvent(deps.db, { cityId, startsAt: TUESDAY + HOUR, status: "pending" });
    await endEvents(deps);
    expect(await city()).toMatchObject({
      upcomingCount: 2,
      nextEventId: first.id,
      nextEventStartsAt: TUESDAY + HOUR,
    });
  });

  it("marks events as ended and selects the next one", async () => {
    const first = await createEvent(deps.db, { cityId, startsAt: TUESDAY + HOUR });
    const second = await createEvent(deps.db, { cityId, startsAt: TUESDAY + 24 * HOUR });
    deps.pass(4 * HOUR);
    await endEvents(deps);
    expect(
      await deps.db
        .select({ isOver: events.isOver })
        .from(events)
        .where(eq(events.id, first.id))
        .get(),
    ).toEqual({ isOver: true });
    expect(await city()).toMatchObject({ upcomingCount: 1, nextEventId: second.id });
    expect(deps.announced).toContainEqual({
      city: (await city())?.slug,
      eventId: first.id,
      change: "changed",
    });
  });

  const versionsNow = async () =>
    (await siteState({ ...deps, memo: createTestDeps().memo })).versions;

  it("invalidates the cached pages of cities where an event has ended, and no others", async () => {
    const other = await createCity(deps.db, { slug: "isfahan" });
    await createEvent(deps.db, { cityId: other.id, startsAt: TUESDAY + HOUR });
    await endEvents(deps);
    const before = await versionsNow();
    await createEvent(deps.db, { cityId, startsAt: TUESDAY - 3 * HOUR, endsAt: TUESDAY - HOUR });
    await endEvents(deps);
    const after = await versionsNow();
    for (const name of [`city:${cityId}`, "listing"])
      expect(after.get(name)).toBeGreaterThan(before.get(name) ?? 0);
    for (const name of [`city:${other.id}`, "site"]) expect(after.get(name)).toBe(before.get(name));
  });

  it("keeps cached pages if nothing has changed", async () => {
    await createEvent(deps.db, { cityId, startsAt: TUESDAY + HOUR });
    await endEvents(deps);
    const versions = await versionsNow();
    expect(await endEvents(deps)).toEqual({ ended: 0, citiesChanged: 0 });
    expect(await versionsNow()).toEqual(versions);
  });

  it("never selects a cancelled or postponed event", async () => {
    await createEvent(deps.db, { cityId, startsAt: TUESDAY + HOUR, lifecycle: "cancelled" });
    const held = await createEvent(deps.db, { cityId, startsAt: TUESDAY + 2 * HOUR });
    await endEvents(deps);
    expect(await city()).toMatchObject({ nextEventId: held.id, nextEventStartsAt: held.startsAt });
  });

  it("continues if a room cannot be reached", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    deps.rooms.cityChanged = () => Promise.reject(new Error("room away"));
    await createEvent(deps.db, { cityId, startsAt: TUESDAY - 3 * HOUR, endsAt: TUESDAY - HOUR });
    expect(await endEvents(deps)).toMatchObject({ ended: 1 });
    expect(JSON.parse(String(warn.mock.calls[0]?.[0]))).toMatchObject({
      message: "room.unreachable",
      changes: 1,
    });
    warn.mockRestore();
  });

  it("runs from the cron trigger", async () => {
    const context = createExecutionContext();
    const soon = await createEvent(deps.db, { cityId, startsAt: Date.now() + HOUR });
    await worker.scheduled(
      createScheduledController({ cron: "0 * * * *", scheduledTime: new Date() }),
      env,
      context,
    );
    await waitOnExecutionContext(context);
    expect(await city()).toMatchObject({ upcomingCount: 1, nextEventId: soon.id });
  });
});

describe("cron triggers", () => {
  const run = async (cron: string) => {
    const context = createExecutionContext();
    await worker.scheduled(
      createScheduledController({ cron, scheduledTime: new Date() }),
      env,
      context,
    );
    await waitOnExecutionContext(context);
  };
  const lists = [...configuration.matchAll(/^crons = (\[.*\])$/gm)].map(
    ([, list]) => JSON.parse(list ?? "") as string[],
  );

  it("are the same locally and deployed, and each has its jobs", async () => {
    expect(lists).toHaveLength(2);
    expect(lists[0]).toEqual(lists[1]);
    for (const cron of lists[0] ?? []) await run(cron);
  });

  it("start no unknown job", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    await expect(run("*/7 * * * *")).rejects.toThrow("No job belongs to");
    error.mockRestore();
  });

  it("delete dead letters after 30 days: the night creates a job, the next minute runs it", async () => {
    const { db } = createTestDeps();
    const letter = (id: string, days: number) => ({
      id,
      queue: "q",
      body: {},
      createdAt: Date.now() - days * 24 * HOUR,
    });
    await db.insert(deadLetters).values([letter("old", 31), letter("young", 29)]);
    await run("20 1 * * *");
    await run("* * * * *");
    expect((await db.select({ id: deadLetters.id }).from(deadLetters)).map(({ id }) => id)).toEqual(
      ["young"],
    );
  });
});

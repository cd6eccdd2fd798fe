import { createExecutionContext, createScheduledController, env, waitOnExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { contentVersion } from "../../app/modules/events/content-version.server";
import { endEvents } from "../../app/modules/events/end-events.server";
import { cities, events } from "../../db/schema";
import worker from "../../worker";
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

  it("brings a city's upcoming count and next event up to date", async () => {
    const first = await createEvent(deps.db, { cityId, startsAt: TUESDAY + HOUR });
    await createEvent(deps.db, { cityId, startsAt: TUESDAY + 5 * HOUR });
    await createEvent(deps.db, { cityId, startsAt: TUESDAY + HOUR, status: "pending" });
    await endEvents(deps);
    expect(await city()).toMatchObject({ upcomingCount: 2, nextEventId: first.id, nextEventStartsAt: TUESDAY + HOUR });
  });

  it("marks what has ended and moves on to the next", async () => {
    const first = await createEvent(deps.db, { cityId, startsAt: TUESDAY + HOUR });
    const second = await createEvent(deps.db, { cityId, startsAt: TUESDAY + 24 * HOUR });
    deps.pass(4 * HOUR);
    await endEvents(deps);
    expect(await deps.db.select({ isOver: events.isOver }).from(events).where(eq(events.id, first.id)).get()).toEqual({ isOver: true });
    expect(await city()).toMatchObject({ upcomingCount: 1, nextEventId: second.id });
    expect(deps.announced).toContainEqual({ city: (await city())?.slug, eventId: first.id, change: "changed" });
  });

  it("leaves cached pages alone when nothing has changed", async () => {
    await createEvent(deps.db, { cityId, startsAt: TUESDAY + HOUR });
    await endEvents(deps);
    const version = await contentVersion({ ...deps, memo: createTestDeps().memo });
    expect(await endEvents(deps)).toEqual({ ended: 0, citiesChanged: 0 });
    expect(await contentVersion({ ...deps, memo: createTestDeps().memo })).toBe(version);
  });

  it("runs from the cron trigger", async () => {
    const context = createExecutionContext();
    const soon = await createEvent(deps.db, { cityId, startsAt: Date.now() + HOUR });
    await worker.scheduled(createScheduledController({ cron: "0 * * * *", scheduledTime: new Date() }), env, context);
    await waitOnExecutionContext(context);
    expect(await city()).toMatchObject({ upcomingCount: 1, nextEventId: soon.id });
  });
});

import { createExecutionContext, createMessageBatch, env, getQueueResult } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { JobMessage } from "../../app/lib/deps";
import { forgetVisitors, noteInteraction, noteView } from "../../app/modules/events/count-views.server";
import { deadLetters, events, eventViews, visitorSalts } from "../../db/schema";
import worker from "../../worker";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const HOUR = 3_600_000;

async function deliver(messages: readonly JobMessage[], queue = "rooydad-jobs") {
  const batch = createMessageBatch<JobMessage>(
    queue,
    messages.map((body) => ({ id: body.id, timestamp: new Date(body.at), attempts: 1, body })),
  );
  const context = createExecutionContext();
  await worker.queue(batch, env, context);
  return getQueueResult(batch, context);
}

describe("counting views and interactions through the queue", () => {
  let deps: TestDeps;
  let eventId: string;
  const counts = async () => {
    const event = await deps.db.select().from(events).where(eq(events.id, eventId)).get();
    return { views: event?.viewCount, interactions: event?.interactionCount };
  };

  beforeEach(async () => {
    deps = createTestDeps();
    const city = await createCity(deps.db);
    eventId = (await createEvent(deps.db, { cityId: city.id, startsAt: TUESDAY + HOUR })).id;
  });

  it("counts one visitor once a day, whatever address and agent others have", async () => {
    await noteView(deps, { eventId, address: "203.0.113.1", agent: "Firefox" });
    await noteView(deps, { eventId, address: "203.0.113.1", agent: "Firefox" });
    await noteView(deps, { eventId, address: "203.0.113.2", agent: "Firefox" });
    await deliver(deps.sent);
    expect(await counts()).toEqual({ views: 2, interactions: 0 });
  });

  it("counts the same visitor again on the next day", async () => {
    await noteView(deps, { eventId, address: "203.0.113.1", agent: "Firefox" });
    deps.pass(24 * HOUR);
    await noteView(deps, { eventId, address: "203.0.113.1", agent: "Firefox" });
    await deliver(deps.sent);
    expect((await counts()).views).toBe(2);
  });

  it("changes nothing when a batch is delivered again", async () => {
    await noteView(deps, { eventId, address: "203.0.113.1", agent: "Firefox" });
    await noteInteraction(deps, eventId, "ticket");
    await deliver(deps.sent);
    await deliver(deps.sent);
    expect(await counts()).toEqual({ views: 1, interactions: 1 });
  });

  it("keeps no address: what leaves the request is a salted hash", async () => {
    await noteView(deps, { eventId, address: "203.0.113.1", agent: "Firefox" });
    expect(JSON.stringify(deps.sent)).not.toContain("203.0.113.1");
    expect(deps.sent[0]).toMatchObject({ visitor: expect.stringMatching(/^[0-9a-f]{24}$/) });
  });

  it("ignores an event that does not exist", async () => {
    await noteView(deps, { eventId: "019b0000-0000-7000-a000-ffffffffffff", address: "203.0.113.1", agent: "Firefox" });
    await deliver(deps.sent);
    expect(await deps.db.select().from(eventViews).where(eq(eventViews.eventId, "019b0000-0000-7000-a000-ffffffffffff"))).toEqual([]);
  });

  it("forgets visitors and the salts of their days after 48 hours", async () => {
    await noteView(deps, { eventId, address: "203.0.113.1", agent: "Firefox" });
    await deliver(deps.sent);
    deps.pass(49 * HOUR);
    await forgetVisitors(deps);
    expect(await deps.db.select().from(eventViews).where(eq(eventViews.eventId, eventId))).toEqual([]);
    expect(await deps.db.select().from(visitorSalts).where(eq(visitorSalts.day, "2026-12-08"))).toEqual([]);
    expect((await counts()).views).toBe(1);
  });

  it("keeps what the queue gave up on", async () => {
    await noteInteraction(deps, eventId, "share");
    await deliver(deps.sent, "rooydad-jobs-dead");
    const [letter] = await deps.db.select().from(deadLetters);
    expect(letter).toMatchObject({ queue: "rooydad-jobs-dead", body: { type: "event.interacted", eventId } });
  });
});

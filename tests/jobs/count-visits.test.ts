import { createExecutionContext, createMessageBatch, env, getQueueResult } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JobMessage, Visit } from "../../app/lib/deps";
import {
  countedMessagesPurge,
  firstSourceOf,
  noteVisit,
  saltsPurge,
  viewsPurge,
} from "../../app/modules/events/visits/visits.server";
import {
  countedMessages,
  deadLetters,
  eventDayCounts,
  events,
  eventViews,
  visitorSalts,
} from "../../db/schema";
import worker from "../../worker";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { breakableDatabase } from "../helpers/failing-database";
import { purgeAll } from "../helpers/purge";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const HOUR = 3_600_000;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

async function deliver(
  messages: readonly JobMessage[],
  { queue = "rooydad-jobs", database = env.DB } = {},
) {
  const batch = createMessageBatch<JobMessage>(
    queue,
    messages.map((body) => ({ id: body.id, timestamp: new Date(TUESDAY), attempts: 1, body })),
  );
  const context = createExecutionContext();
  await worker.queue(batch, { ...env, DB: database }, context);
  return getQueueResult(batch, context);
}

describe("counting visits", () => {
  let deps: TestDeps;
  let eventId: string;
  const note = (visit: Partial<Visit> = {}) =>
    deps.visits.note({
      eventId,
      kind: "view",
      source: "direct",
      address: "203.0.113.1",
      agent: FIREFOX,
      ...visit,
    });
  const counts = async (id = eventId) => {
    const event = await deps.db.select().from(events).where(eq(events.id, id)).get();
    return { views: event?.viewCount, interactions: event?.interactionCount };
  };
  const noted = () => deps.sent.filter((message) => message.type === "visits.noted");
  const countAll = async () => {
    await deps.settle();
    return deliver(deps.sent);
  };

  beforeEach(async () => {
    deps = createTestDeps();
    const city = await createCity(deps.db);
    eventId = (await createEvent(deps.db, { cityId: city.id, startsAt: TUESDAY + HOUR })).id;
  });
  afterEach(() => vi.restoreAllMocks());

  it("counts one view per network and day, however many user agents it sends", async () => {
    note();
    note();
    note({ address: "203.0.113.2" });
    note({ agent: `${FIREFOX} on another device` });
    await countAll();
    expect(await counts()).toEqual({ views: 2, interactions: 0 });
  });

  it("counts the same visitor again on the next day", async () => {
    note();
    await deps.settle();
    deps.pass(24 * HOUR);
    note();
    await countAll();
    expect((await counts()).views).toBe(2);
  });

  it("counts the addresses of one IPv6 network as one", async () => {
    note({ address: "2001:db8:1:2::a" });
    note({ address: "2001:db8:1:2:3:4:5:6" });
    note({ address: "2001:db8:1:3::a" });
    await countAll();
    expect((await counts()).views).toBe(2);
  });

  it("counts one interaction of each kind per address, however many user agents it sends", async () => {
    for (const agent of [FIREFOX, "Safari", "Chrome"])
      for (const kind of ["share", "ticket", "calendar"] as const) note({ kind, agent });
    note({ kind: "ticket", address: "203.0.113.2" });
    await countAll();
    expect(await counts()).toEqual({ views: 0, interactions: 4 });
  });

  it("ignores crawlers, prefetches and HEAD", async () => {
    const visit = (headers: Record<string, string>, method = "GET") =>
      noteVisit(
        deps,
        new Request("http://rooydad.test/", {
          method,
          headers: { "User-Agent": FIREFOX, ...headers },
        }),
        eventId,
        "ticket",
      );
    visit({
      "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    });
    visit({ "User-Agent": "curl/8.5.0" });
    visit({ "Sec-Purpose": "prefetch;prerender" });
    visit({ Purpose: "prefetch" });
    visit({}, "HEAD");
    await deps.settle();
    expect(deps.sent).toEqual([]);
    visit({});
    await countAll();
    expect((await counts()).interactions).toBe(1);
  });

  it("sends one message per batch for many visitors, and none for a repeated visit", async () => {
    for (let visitor = 0; visitor < 450; visitor++)
      note({ address: `198.51.${visitor >> 8}.${visitor & 255}` });
    await deps.settle();
    expect(
      noted()
        .map(({ visits }) => visits.length)
        .sort(),
    ).toEqual([200, 200, 50]);
    for (let visitor = 0; visitor < 450; visitor++)
      note({ address: `198.51.${visitor >> 8}.${visitor & 255}` });
    await deps.settle();
    expect(deps.sent).toHaveLength(3);
    await deliver(deps.sent);
    expect((await counts()).views).toBe(450);
  });

  it("counts for hosts by day of the event's zone and by where visitors came from, once", async () => {
    // The next day there, at any hour from 10:00 UTC on.
    await deps.db
      .update(events)
      .set({ timeZone: "Pacific/Kiritimati" })
      .where(eq(events.id, eventId));
    note({ source: "search" });
    note({ source: "social", address: "203.0.113.2" });
    note({ source: "here", address: "203.0.113.3" });
    note({ source: "search", kind: "ticket" });
    note({ source: "search", address: "203.0.113.4" });
    await countAll();
    await deliver(deps.sent);
    const rows = await deps.db
      .select()
      .from(eventDayCounts)
      .where(eq(eventDayCounts.eventId, eventId))
      .orderBy(eventDayCounts.source, eventDayCounts.kind);
    expect(rows.map(({ day, kind, source, count }) => [day, kind, source, count])).toEqual([
      ["2026-12-09", "view", "here", 1],
      ["2026-12-09", "ticket", "search", 1],
      ["2026-12-09", "view", "search", 2],
      ["2026-12-09", "view", "social", 1],
    ]);
  });

  it("knows where the visitor of a request came from first, for as long as views are known", async () => {
    note({ source: "social" });
    note({ source: "here" });
    await countAll();
    const sourceOf = async (address: string) => {
      const headers = { "CF-Connecting-IP": address, Referer: "https://www.google.com/" };
      const request = new Request("https://rooydad.test/", { headers });
      return deps.db.get<{ source: string }>(
        sql`SELECT ${await firstSourceOf(deps, request, eventId)} AS source`,
      );
    };
    expect(await sourceOf("203.0.113.1")).toEqual({ source: "social" });
    expect(await sourceOf("203.0.113.9")).toEqual({ source: "search" });
  });

  it("counts nothing twice when messages are redelivered or two isolates saw the same visitor", async () => {
    note();
    note({ kind: "ticket" });
    await countAll();
    await deliver(deps.sent);
    const other = createTestDeps();
    other.visits.note({
      eventId,
      kind: "view",
      source: "direct",
      address: "203.0.113.1",
      agent: FIREFOX,
    });
    other.visits.note({
      eventId,
      kind: "ticket",
      source: "direct",
      address: "203.0.113.1",
      agent: "Safari",
    });
    other.visits.note({
      eventId,
      kind: "view",
      source: "direct",
      address: "203.0.113.9",
      agent: FIREFOX,
    });
    await other.settle();
    await deliver([...other.sent, ...other.sent]);
    expect(await counts()).toEqual({ views: 2, interactions: 1 });
  });

  it("counts events separately, and ignores unknown ones", async () => {
    const unknown = "019b0000-0000-7000-a000-ffffffffffff";
    const { cityId } = (await deps.db
      .select()
      .from(events)
      .where(eq(events.id, eventId))
      .get()) ?? { cityId: "" };
    const second = (await createEvent(deps.db, { cityId, startsAt: TUESDAY + HOUR })).id;
    for (const id of [eventId, second, unknown]) note({ eventId: id });
    note({ eventId: second, address: "203.0.113.2" });
    note({ eventId: unknown, kind: "share" });
    await countAll();
    expect([await counts(), await counts(second)]).toEqual([
      { views: 1, interactions: 0 },
      { views: 2, interactions: 0 },
    ]);
    expect(await deps.db.select().from(eventViews).where(eq(eventViews.eventId, unknown))).toEqual(
      [],
    );
  });

  it("stores no address and no user agent: only a salted hash leaves the isolate [S-166]", async () => {
    note();
    note({ kind: "ticket" });
    await countAll();
    const kept = JSON.stringify([
      deps.sent,
      await deps.db.select().from(eventViews),
      await deps.db.select().from(countedMessages),
    ]);
    expect(kept).not.toContain("203.0.113.1");
    expect(kept).not.toContain("Firefox");
    expect(noted()[0]?.visits[0]).toMatchObject({
      visitor: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
  });

  it("forgets visitors and salts after 48 hours [S-167]", async () => {
    note();
    note({ kind: "ticket" });
    await countAll();
    deps.pass(49 * HOUR);
    for (const purge of [viewsPurge, saltsPurge, countedMessagesPurge]) await purgeAll(deps, purge);
    expect(await deps.db.select().from(eventViews).where(eq(eventViews.eventId, eventId))).toEqual(
      [],
    );
    expect(await deps.db.select().from(countedMessages)).toEqual([]);
    expect(
      await deps.db.select().from(visitorSalts).where(eq(visitorSalts.day, "2026-12-08")),
    ).toEqual([]);
    expect(await counts()).toEqual({ views: 1, interactions: 1 });
  });

  it("loses visits with a warning if the queue refuses them", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    deps.jobs.send = () => Promise.reject(new Error("queue away"));
    note();
    await deps.settle();
    expect(JSON.parse(String(warn.mock.calls[0]?.[0]))).toMatchObject({
      message: "visits.lost",
      visits: 1,
      error: "queue away",
    });
  });
});

describe("the queue", () => {
  const visits = (id: string): JobMessage => ({ type: "visits.noted", id, visits: [] });
  const unknown = { type: "from.another.release", id: "u" } as unknown as JobMessage;

  beforeEach(() => {
    for (const level of ["warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation(() => {});
  });
  afterEach(() => vi.restoreAllMocks());

  it("redelivers failed messages only", async () => {
    const result = await deliver([visits("a"), unknown, visits("b")]);
    expect(result.explicitAcks).toEqual(["a", "b"]);
    expect(result.retryMessages.map(({ msgId }) => msgId)).toEqual(["u"]);
  });

  it("redelivers visits that the database refused", async () => {
    const d1 = breakableDatabase(env.DB);
    d1.fails = true;
    const message: JobMessage = {
      type: "visits.noted",
      id: "a",
      visits: [
        {
          eventId: "x",
          kind: "view",
          source: "direct",
          visitor: "v",
          network: "v",
          day: "2026-12-08",
          at: TUESDAY,
        },
      ],
    };
    const result = await deliver([message], { database: d1.database });
    expect(result.explicitAcks).toEqual([]);
    expect(result.retryMessages.map(({ msgId }) => msgId)).toEqual(["a"]);
  });

  it("keeps messages that it gave up", async () => {
    await deliver([visits("019b0000-0000-7000-8000-00000000dead")], { queue: "rooydad-jobs-dead" });
    const [letter] = await createTestDeps().db.select().from(deadLetters);
    expect(letter).toMatchObject({ queue: "rooydad-jobs-dead", body: { type: "visits.noted" } });
  });
});

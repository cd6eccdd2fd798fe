import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { mergeSearchIndex } from "../../app/modules/search/index-event.server";
import {
  readPrivateCalendar,
  renewPrivateCalendar,
} from "../../app/modules/syndication/feeds/private-calendar.server";
import { type FeedSource, readFeed } from "../../app/modules/syndication/feeds/read-feed.server";
import { createDatabase } from "../../db/client";
import { collectionEvents, collections, events } from "../../db/schema";
import { fillWithEvents } from "../bench/fill";
import { copyEvents } from "../helpers/copy-events";
import { recordDatabase } from "../helpers/recording-database";
import { signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const db = createDatabase(env.DB);
const COLLECTION = "019b0000-0000-7000-c000-0000000000fe";
/** Tables that are short by nature, and subqueries of few rows. */
const SHORT =
  /^SCAN ((cities|content_versions|platform_settings|feature_flags|json_each|found|counted|wanted|of_event)\b|\(subquery|\d+-ROW VALUES|(\d+ )?CONSTANT)|VIRTUAL TABLE/;

let token = "";

beforeAll(async () => {
  await fillWithEvents(db, 300, TUESDAY);
  await copyEvents(db, 6);
  await mergeSearchIndex({ db });
  const deps = createTestDeps();
  const { id, sessionId } = await signInAs(deps, "user");
  token = await renewPrivateCalendar(deps, { id, role: "user", isVerified: true, sessionId });
  const common = {
    ownerId: id,
    name: "Mine",
    color: "anar",
    icon: "star",
    isPublic: true,
    createdAt: 0,
    updatedAt: 0,
  } as const;
  await db.insert(collections).values({ id: COLLECTION, ...common });
  const some = await db.select({ id: events.id }).from(events).limit(60);
  for (const [position, event] of some.entries())
    await db
      .insert(collectionEvents)
      .values({ collectionId: COLLECTION, eventId: event.id, position, createdAt: 0 });
}, 120_000);

async function costOf(work: (deps: TestDeps) => Promise<unknown>) {
  const recording = recordDatabase(env.DB);
  await work({ ...createTestDeps(), db: recording.db });
  const scans: string[] = [];
  for (const { sql, parameters } of recording.statements) {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...parameters)
      .all<{ detail: string }>();
    for (const { detail } of results)
      if (detail.startsWith("SCAN ") && !SHORT.test(detail)) scans.push(`${detail} in ${sql}`);
  }
  return { scans, roundTrips: recording.roundTrips };
}

const feed =
  (source: FeedSource, query = "") =>
  (deps: TestDeps) =>
    readFeed(
      { deps, locale: "en", origin: "http://rooydad.test" },
      source,
      new URLSearchParams(query),
      "ics",
    );

describe("the cost of a feed", () => {
  it.each([
    ["all that is on", { kind: "events" }, ""],
    ["a filtered list", { kind: "events" }, "category=concert&when=month&free=1"],
    ["a search", { kind: "events" }, "q=setar"],
    ["a city", { kind: "city", slug: "tehran" }, ""],
    ["a category", { kind: "category", slug: "concert" }, ""],
    ["a collection", { kind: "collection", id: COLLECTION }, ""],
  ] as const)("%s: no full scan, and six round trips at most", async (_, source, query) => {
    const cost = await costOf(feed(source, query));
    expect(cost.scans).toEqual([]);
    // One of them reads the settings, which isolates cache.
    expect(cost.roundTrips).toBeLessThanOrEqual(6);
  });

  it("a calendar reads no whole schedule, which a text says in words", async () => {
    const read = async (format: "ics" | "atom") => {
      const recording = recordDatabase(env.DB);
      const context = { deps: { ...createTestDeps(), db: recording.db }, locale: "en" } as const;
      const source = { kind: "events" } as const;
      await readFeed({ ...context, origin: "" }, source, new URLSearchParams(), format);
      return recording.statements.some(({ sql }) => sql.includes("THEN json(e.schedule)"));
    };
    expect([await read("ics"), await read("atom")]).toEqual([false, true]);
  });

  it("continues a longer list with the next 500 events", async () => {
    const { events: found } = await feed({ kind: "events" })(createTestDeps());
    expect(found).toHaveLength(500);
    const starts = found.map(({ startsAt }) => startsAt);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });

  it("a private calendar: no full scan, and six round trips at most", async () => {
    const cost = await costOf((deps) =>
      readPrivateCalendar({ deps, locale: "en", origin: "http://rooydad.test" }, token, null),
    );
    expect(cost.scans).toEqual([]);
    // One of them reads the settings, which isolates cache.
    expect(cost.roundTrips).toBeLessThanOrEqual(6);
  });
});

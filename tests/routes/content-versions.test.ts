import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cityScope } from "../../app/lib/pages/content-scope";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import {
  bumpCityVersions,
  bumpSiteVersion,
  forgetSiteState,
} from "../../app/modules/store/content-version.server";
import { createDatabase } from "../../db/client";
import { app } from "../../worker/app";
import { memo } from "../../worker/deps";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor } from "../helpers/organizers";
import { createTestDeps } from "../helpers/test-deps";
import { watchDatabase } from "../helpers/watched-database";

const SECOND = 1_000;
const DAY = 86_400_000;
const db = createDatabase(env.DB);
const watched = watchDatabase(env.DB);
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

const ask = (path: string, context: ExecutionContext) =>
  app.fetch(
    new Request(`http://versions.test${path}`, { headers: { "User-Agent": "Mozilla/5.0" } }),
    { ...env, DB: watched.database },
    context,
  );

/**
 * Reads as a visitor. @returns page cache status, and the round trips to D1 for the response and
 * after it
 */
async function read(path: string) {
  const context = createExecutionContext();
  const before = watched.roundTrips;
  const response = await ask(path, context);
  const text = await response.text();
  await waitOnExecutionContext(context);
  return {
    cache: response.headers.get("X-Page-Cache") ?? response.headers.get("X-Edge-Cache"),
    roundTrips: watched.roundTrips - before,
    text,
    headers: response.headers,
  };
}

/** Reads while the database accepts statements without answering until the response arrives. */
async function readUnanswered(path: string) {
  let release = () => {};
  watched.held = new Promise((resolve) => {
    release = resolve;
  });
  const context = createExecutionContext();
  const before = watched.roundTrips;
  const response = await ask(path, context);
  release();
  watched.held = null;
  await waitOnExecutionContext(context);
  return { cache: response.headers.get("X-Page-Cache"), roundTrips: watched.roundTrips - before };
}

const cached = async (path: string) => (await read(path)).cache;

let tehran: string;
let isfahan: string;
let inTehran: string;
let inIsfahan: string;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  tehran = (await createCity(db, { slug: "tehran", nameEn: "Tehran" })).id;
  isfahan = (await createCity(db, { slug: "isfahan", nameEn: "Isfahan" })).id;
  inTehran = (await createEvent(db, { cityId: tehran, startsAt: Date.now() + DAY })).id;
  inIsfahan = (await createEvent(db, { cityId: isfahan, startsAt: Date.now() + DAY })).id;
});
afterAll(() => {
  vi.useRealTimers();
});
beforeEach(async () => {
  // Invalidates the pages of the previous test.
  await db.batch([bumpSiteVersion(db)]);
  memo.clear();
});

describe("an approval in one city", () => {
  const ofTehran = () => [
    "/cities/tehran",
    "/events?city=tehran",
    `/events/${inTehran}`,
    "/cities/tehran.data",
  ];
  const elsewhere = () => [
    "/cities/isfahan",
    "/events?city=isfahan",
    `/events/${inIsfahan}`,
    "/cities/isfahan.data",
    "/help",
    "/legal/privacy",
  ];

  it("invalidates the pages of that city only", async () => {
    const deps = { ...createTestDeps(Date.now()), db };
    const waiting = await createEvent(db, {
      cityId: tehran,
      startsAt: Date.now() + 2 * DAY,
      status: "pending",
      titleEn: "A Night of Kamancheh",
    });
    for (const path of [...ofTehran(), ...elsewhere()])
      expect([path, await cached(path)]).toEqual([path, "miss"]);
    await approveEvent(deps, await addActor(deps, "moderator"), waiting.id);
    pass(6 * SECOND);
    await read("/help");
    for (const path of elsewhere()) expect([path, await cached(path)]).toEqual([path, "hit"]);
    for (const path of ofTehran()) expect([path, await cached(path)]).toEqual([path, "miss"]);
    expect((await read("/cities/tehran")).text).toContain("A Night of Kamancheh");
  });

  it("appears in the lists of all cities within a minute, which are served meanwhile", async () => {
    for (const path of ["/events", "/categories", "/"]) expect(await cached(path)).toBe("miss");
    await db.batch([bumpCityVersions(db, [tehran])]);
    pass(3 * SECOND);
    await read("/help");
    expect(await cached("/events")).toBe("hit");
    pass(3 * SECOND);
    expect(await cached("/events")).toBe("stale");
    expect(await cached("/events")).toBe("hit");
    pass(45 * SECOND);
    // Not requested since.
    expect(await cached("/categories")).toBe("stale");
    pass(5 * SECOND);
    expect(await cached("/")).toBe("miss");
  });

  it("is rendered by one request; others get the page as it was until then", async () => {
    for (const path of ["/cities/tehran", "/cities/tehran/events.atom"]) {
      expect(await cached(path)).toBe("miss");
      await db.batch([bumpCityVersions(db, [tehran])]);
      pass(6 * SECOND);
      await read("/help");
      const answers = await Promise.all(Array.from({ length: 20 }, () => cached(path)));
      expect([path, answers.sort()]).toEqual([path, ["miss", ...Array(19).fill("stale")]]);
      expect(await cached(path)).toBe("hit");
    }
  });

  it("that is one of many in a row makes no page more often than each five seconds", async () => {
    for (const path of ["/cities/tehran", "/cities/tehran/events.ics"]) {
      const change = async () => {
        await db.batch([bumpCityVersions(db, [tehran])]);
        forgetSiteState({ memo });
      };
      let made = 0;
      for (let second = 0; second < 30; second++) {
        await change();
        if ((await cached(path)) !== "hit") made += 1;
        pass(SECOND);
      }
      // One, three quick changes of it, then one each five or six seconds.
      expect([path, made]).toEqual([path, 9]);
      // Once it is calm, the next change is there at once.
      for (const _ of [1, 2]) {
        pass(60 * SECOND);
        await read("/help");
        await read(path);
      }
      await change();
      expect([path, await cached(path)]).toEqual([path, "miss"]);
    }
  });

  it("invalidates every page that an event leaves or enters when it changes its city", async () => {
    for (const path of ["/cities/tehran", "/cities/isfahan"]) await read(path);
    await db.batch([bumpCityVersions(db, [tehran, isfahan, tehran])]);
    pass(6 * SECOND);
    await read("/help");
    for (const path of ["/cities/tehran", "/cities/isfahan"])
      expect(await cached(path)).toBe("miss");
  });
});

describe("a cached page", () => {
  it("never waits for D1; the isolate reads once every few seconds in the background", async () => {
    expect((await read("/cities/isfahan")).cache).toBe("miss");
    expect(await readUnanswered("/cities/isfahan")).toEqual({ cache: "hit", roundTrips: 0 });
    for (const wait of [3, 3, 20]) {
      pass(wait * SECOND);
      expect(await readUnanswered("/cities/isfahan")).toEqual({ cache: "hit", roundTrips: 1 });
      expect(await readUnanswered("/cities/isfahan")).toEqual({ cache: "hit", roundTrips: 0 });
    }
    pass(20 * SECOND);
    expect((await readUnanswered("/cities/isfahan")).cache).toBe("stale");
  });

  it("exposes its scope to the cache only", async () => {
    for (const path of ["/cities/isfahan", "/cities/isfahan", "/cities/isfahan.data", "/help"])
      expect((await read(path)).headers.get("X-Content-Scope")).toBeNull();
  });

  it("is served as stored by another isolate under newer versions", async () => {
    await read("/cities/isfahan");
    memo.clear();
    await db.batch([bumpCityVersions(db, [isfahan])]);
    await read("/cities/isfahan");
    // This isolate has not seen the change yet.
    await db.run(
      sql`UPDATE content_versions SET version = version - 1 WHERE name = ${cityScope(isfahan)}`,
    );
    memo.clear();
    expect(await cached("/cities/isfahan")).toBe("hit");
  });
});

describe("ten hot pages at 30 requests a second", () => {
  it("come from the cache in 95 of 100 cases, except in a city with an approval every second", async () => {
    const more = await Promise.all(
      ["shiraz", "yazd", "tabriz"].map((slug) => createCity(db, { slug, nameEn: slug })),
    );
    memo.clear();
    const hot = [
      "/",
      "/events",
      "/cities/isfahan",
      `/events/${inIsfahan}`,
      "/cities/tehran",
      ...more.map(({ slug }) => `/cities/${slug}`),
      "/categories",
      "/help",
    ];
    const counts = { there: { all: 0, kept: 0 }, elsewhere: { all: 0, kept: 0 } };
    for (let asked = 0; asked < 30 * 40; asked++) {
      if (asked % 30 === 0) await db.batch([bumpCityVersions(db, [tehran])]);
      const path = hot[(asked * 7) % hot.length] as string;
      const count = counts[path === "/cities/tehran" ? "there" : "elsewhere"];
      count.all += 1;
      if ((await cached(path)) !== "miss") count.kept += 1;
      pass(SECOND / 30);
    }
    const rate = ({ all, kept }: { all: number; kept: number }) => kept / all;
    console.info(
      `From the cache: ${rate(counts.elsewhere)} elsewhere, ${rate(counts.there)} in the city itself.`,
    );
    expect(counts.elsewhere.all).toBe(30 * 36);
    expect(rate(counts.elsewhere)).toBeGreaterThanOrEqual(0.95);
  }, 120_000);
});

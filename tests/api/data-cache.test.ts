import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { bumpCityVersions, forgetSiteState } from "../../app/modules/store/content-version.server";
import { createDatabase } from "../../db/client";
import { cities, events } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { memo } from "../../worker/deps";
import { bearerOf } from "../factories/user";
import { ORIGIN, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const db = createDatabase(env.DB);
const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, { headers, redirect: "manual" });
const cacheOf = async (path: string, headers: Record<string, string> = {}) => {
  const response = await get(path, headers);
  await response.arrayBuffer();
  return [response.status, response.headers.get("X-Edge-Cache")];
};

let event: typeof events.$inferSelect;
let addresses: string[];

beforeAll(async () => {
  await seedDatabase(db, Date.now());
  const [first] = await db.select().from(events).where(eq(events.isListed, true)).limit(1);
  event = first as typeof event;
  addresses = [
    "/api/v1/events",
    `/api/v1/events/${event.id}`,
    `/api/v1/events/${event.id}/occurrences`,
    "/api/v1/events?q=concert",
    "/api/v1/events?city=tehran",
    "/api/v1/cities",
    "/api/v1/cities/search?q=teh",
    "/api/v1/cities/tehran",
    "/api/v1/categories",
    "/api/v1/openapi.json",
    ...["ics", "atom", "rss", "json"].flatMap((format) => [
      `/events.${format}`,
      `/cities/tehran/events.${format}`,
      `/categories/concert/events.${format}`,
    ]),
  ];
});

describe("public answers of API and feeds", () => {
  it("come from the cache for the second reader, with 304 and compressed", async () => {
    for (const path of addresses) {
      const first = await get(path);
      const body = await first.text();
      expect([path, first.status, first.headers.get("X-Edge-Cache")]).toEqual([path, 200, "miss"]);
      const second = await get(path);
      expect([path, second.headers.get("X-Edge-Cache"), await second.text()]).toEqual([
        path,
        "hit",
        body,
      ]);
      for (const name of [
        "Content-Type",
        "Cache-Control",
        "ETag",
        "Access-Control-Allow-Origin",
        "Content-Language",
      ])
        expect([path, second.headers.get(name)]).toEqual([path, first.headers.get(name)]);
      expect(second.headers.get("X-Content-Scope")).toBeNull();
      const etag = second.headers.get("ETag") ?? "";
      const known = await get(path, { "If-None-Match": etag });
      expect([path, known.status, await known.text()]).toEqual([path, 304, ""]);
      const compressed = await get(path, { "Accept-Encoding": "gzip" });
      expect([path, await compressed.text()]).toEqual([path, body]);
      if (body.length >= 1_000)
        expect([path, compressed.headers.get("Vary")]).toEqual([
          path,
          expect.stringContaining("Accept-Encoding"),
        ]);
    }
  });

  it("are not compressed for a client that names no encoding", async () => {
    const encodingFor = async (clientAcceptEncoding: string) => {
      const response = await SELF.fetch(`${ORIGIN}/api/v1/events?city=yazd`, {
        headers: { "Accept-Encoding": "br, gzip" },
        cf: { clientAcceptEncoding },
      });
      await response.arrayBuffer();
      return response.headers.get("Content-Encoding");
    };
    expect(await encodingFor("gzip")).toBe("gzip");
    expect(await encodingFor("")).toBeNull();
  });

  it("have one key whatever the order, capitals and defaults of the query", async () => {
    expect(await cacheOf("/api/v1/events?free=1&city=isfahan")).toEqual([200, "miss"]);
    for (const query of [
      "city=isfahan&free=true",
      "city=isfahan&free=1&limit=24",
      "free=1&city=ISFAHAN",
      "city=isfahan&free=1&utm_source=x&sort=",
    ])
      expect([query, await cacheOf(`/api/v1/events?${query}`)]).toEqual([query, [200, "hit"]]);
    expect(await cacheOf("/api/v1/events?city=isfahan&free=1&limit=5")).toEqual([200, "miss"]);
  });

  it("follow Accept-Language as English or Persian", async () => {
    expect(await cacheOf("/events.json?city=shiraz", { "Accept-Language": "en-GB" })).toEqual([
      200,
      "miss",
    ]);
    expect(
      await cacheOf("/events.json?city=shiraz", { "Accept-Language": "de;q=0.9, en;q=0.4" }),
    ).toEqual([200, "hit"]);
    const persian = await get("/events.json?city=shiraz", { "Accept-Language": "fa-IR,fa;q=0.9" });
    expect([persian.headers.get("X-Edge-Cache"), persian.headers.get("Content-Language")]).toEqual([
      "miss",
      "fa",
    ]);
    await persian.arrayBuffer();
  });

  it("hold nothing of a person: each account has its own answers, and none of them is kept", async () => {
    const before = await Promise.all(addresses.map(async (path) => (await get(path)).text()));
    for (const person of [await signInAs(createTestDeps()), await signInAs(createTestDeps())]) {
      const headers = { Authorization: await bearerOf(workerDeps(), person.id) };
      for (const path of [
        ...addresses,
        "/api/v1/users/me",
        "/api/v1/collections",
        "/api/v1/notifications",
        "/api/v1/events/user/drafts",
      ]) {
        const own = await get(path, headers);
        await own.arrayBuffer();
        expect([path, own.headers.get("X-Edge-Cache")]).toEqual([path, null]);
      }
      for (const [index, path] of addresses.entries()) {
        const kept = await get(path);
        const text = await kept.text();
        expect([path, kept.headers.get("X-Edge-Cache"), text]).toEqual([
          path,
          "hit",
          before[index],
        ]);
        expect(text).not.toContain(person.id);
        expect(text).not.toContain(person.email);
      }
    }
  });

  it("are not kept with a position, after a change of the caller's own, or if they are errors", async () => {
    for (const path of [
      "/api/v1/events?lat=35.7&lng=51.4",
      "/events.atom?lat=35.7&lng=51.4",
      "/api/v1/events?l%61t=35.7&l%6Eg=51.4",
      "/api/v1/events?limit=x",
      "/api/v1/events/nothing",
    ]) {
      await cacheOf(path);
      expect([path, (await cacheOf(path))[1]]).toEqual([path, null]);
    }
    expect((await cacheOf("/api/v1/events", { "X-Bookmark": "0".repeat(50) }))[1]).toBeNull();
  });

  it("are made anew after a change of what they show, and of no other city", async () => {
    const [tehran, shiraz] = await Promise.all(
      ["tehran", "shiraz"].map(
        async (slug) => (await db.select().from(cities).where(eq(cities.slug, slug)))[0]?.id ?? "",
      ),
    );
    for (const city of ["tehran", "shiraz"]) await cacheOf(`/api/v1/events?city=${city}&limit=3`);
    await bumpCityVersions(db, [tehran ?? ""]);
    forgetSiteState({ memo });
    expect(shiraz).not.toBe(tehran);
    expect(await cacheOf("/api/v1/events?city=tehran&limit=3")).toEqual([200, "miss"]);
    expect(await cacheOf("/api/v1/events?city=shiraz&limit=3")).toEqual([200, "hit"]);
  });

  it("are not set up for a client that has them: the same 304 again, counted, until the state changes", async () => {
    const path = "/api/v1/events?city=tehran&limit=2";
    // Within one minute of the rates.
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
    // The state of a standing clock is not renewed behind an answer.
    forgetSiteState({ memo });
    const events = vi.spyOn(memo, "get");
    const ETag = (await get(path)).headers.get("ETag") ?? "";
    const known = async (headers: Record<string, string> = {}, of = path) => {
      events.mockClear();
      const { status, headers: own } = await get(of, { "If-None-Match": ETag, ...headers });
      return { status, own, asked: events.mock.calls.length };
    };
    const left = ({ own }: Awaited<ReturnType<typeof known>>) =>
      Number(/r=(\d+)/.exec(own.get("RateLimit") ?? "")?.[1]);
    const OF_EACH = ["age", "ratelimit", "x-request-id"];
    const rest = ({ own }: Awaited<ReturnType<typeof known>>) =>
      [...own].filter(([name]) => !OF_EACH.includes(name));
    const first = await known();
    expect([first.status, first.asked > 0]).toEqual([304, true]);
    const second = await known();
    expect([second.status, second.asked]).toEqual([304, 0]);
    expect(rest(second)).toEqual(rest(first));
    expect(left(second)).toBe(left(first) - 1);
    expect(second.own.get("X-Request-Id")).not.toBe(first.own.get("X-Request-Id"));
    // What may have another answer is decided anew.
    for (const [name, value] of [
      ["Cookie", "a=b"],
      ["Accept-Language", "fa"],
      ["If-None-Match", "*"],
    ] as const)
      expect((await known({ [name]: value })).asked).toBeGreaterThan(0);
    for (const [name, value] of [
      ["Authorization", "Bearer none"],
      ["X-Bookmark", "0".repeat(50)],
    ] as const)
      expect([name, (await known({ [name]: value })).own.get("X-Edge-Cache")]).toEqual([
        name,
        null,
      ]);
    expect((await known({}, `${path}&q=concert`)).status).toBe(200);
    // Past its rate a network is refused all the same.
    const statuses = new Set<number>();
    for (let asked = 0; asked < 130; asked += 1)
      statuses.add((await known({ "CF-Connecting-IP": "203.0.113.9" })).status);
    expect([...statuses].sort()).toEqual([304, 429]);

    const [tehran] = await db.select().from(cities).where(eq(cities.slug, "tehran"));
    await bumpCityVersions(db, [tehran?.id ?? ""]);
    forgetSiteState({ memo });
    expect((await known()).own.get("X-Edge-Cache")).toBe("miss");
    events.mockRestore();
    clock.mockRestore();
  });
});

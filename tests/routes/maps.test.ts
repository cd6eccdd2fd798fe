import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { EventPin } from "../../app/lib/pages/views";
import { createDatabase } from "../../db/client";
import { cities } from "../../db/schema";
import { createEvent } from "../factories/event";
import { seedSampleEvents } from "../helpers/sample-database";

const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`http://rooydad.test${path}`, { headers });

describe("the streets of a city", () => {
  const BYTES = "PMTiles of a city";
  const file = "/maps/streets/tehran.pmtiles";

  it("come in parts, under the version they began with", async () => {
    expect((await get(file)).status).toBe(404);
    await env.MEDIA.put("_maps/tehran.pmtiles", BYTES);
    const whole = await get(file);
    expect([whole.status, whole.headers.get("Accept-Ranges"), await whole.text()]).toEqual([
      200,
      "bytes",
      BYTES,
    ]);
    const etag = whole.headers.get("ETag") ?? "";
    const part = await get(file, { Range: "bytes=0-6" });
    expect([
      part.status,
      part.headers.get("Content-Range"),
      part.headers.get("ETag"),
      await part.text(),
    ]).toEqual([206, "bytes 0-6/17", etag, "PMTiles"]);
    const last = await get(file, { Range: "bytes=-4" });
    expect([last.status, await last.text()]).toEqual([206, "city"]);
    expect((await get(file, { "If-None-Match": etag })).status).toBe(304);
    const beyond = await get(file, { Range: "bytes=99-" });
    expect([beyond.status, beyond.headers.get("Content-Range")]).toEqual([416, "bytes */17"]);
    // Parts of another version would not fit together.
    await env.MEDIA.put("_maps/tehran.pmtiles", "Another version");
    const other = await get(file, { Range: "bytes=0-6", "If-Range": etag });
    expect([other.status, await other.text()]).toEqual([200, "Another version"]);
    await env.MEDIA.delete("_maps/tehran.pmtiles");
  });

  it.each([
    "/maps/streets/..%2Fsecret.pmtiles",
    "/maps/streets/tehran.mbtiles",
    "/media/_maps/tehran.pmtiles",
  ])("are not at %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe("the points of a list", () => {
  it("are its events, under its filters, once for all readers", async () => {
    await seedSampleEvents(createDatabase(env.DB), Date.now());
    const asked = "/maps/points.json?city=tehran&category=concert&lang=fa&calendar=jalali";
    const first = await get(asked);
    const pins = await first.json<EventPin[]>();
    expect(pins.length).toBeGreaterThan(2);
    expect(pins[0]).toMatchObject({
      href: expect.stringMatching(/^\/events\//),
      when: expect.stringMatching(/[۰-۹]/),
    });
    expect(new Set(pins.map(({ id }) => id)).size).toBe(pins.length);
    expect(first.headers.get("Cache-Control")).toBe("public, max-age=60");
    expect((await get(`${asked}&made=up`)).headers.get("X-Edge-Cache")).toBe("hit");
    const inArea = await (await get(`${asked}&bbox=51.2,35.65,51.42,35.9`)).json<EventPin[]>();
    expect(inArea.length).toBeLessThan(pins.length);
    expect(inArea.every(({ longitude }) => longitude <= 51.42)).toBe(true);
  });

  it("lie among names in the reader's language", async () => {
    const names = await (await get("/maps/names/fa.json")).json<{ name: string; kind: string }[]>();
    expect(names).toContainEqual(expect.objectContaining({ name: "اصفهان", kind: "city" }));
    expect(names).toContainEqual(
      expect.objectContaining({ name: "تجریش", kind: "area", radius: 1.2 }),
    );
    expect((await get("/maps/names/de.json")).status).toBe(404);
  });
});

describe("the map of a list that spans continents", () => {
  const tileOf = async (path: string) =>
    /maps\/ground\/(\d)\/(\d+)\/(\d+)\.svg/
      .exec(await (await get(path)).text())
      ?.slice(1)
      .map(Number) ?? [];
  /** The longitudes that a tile reaches over. */
  const reachOf = ([level = 0, x = 0]: number[]) =>
    [x, x + 2].map((column) => (column / 2 ** level) * 360 - 180);

  it("opens at Iran while most events are there", async () => {
    const db = createDatabase(env.DB);
    const toronto = await db.select().from(cities).where(eq(cities.slug, "toronto")).get();
    const there = {
      cityId: toronto?.id ?? "",
      latitude: 43.65,
      longitude: -79.38,
      titleEn: "First of all",
    };
    await createEvent(db, { ...there, startsAt: Date.now() + 60_000 });
    const page = "/events?view=map&city=all";
    expect(await (await get(page)).text()).toContain(there.titleEn);
    const [west = 0, east = 0] = reachOf(await tileOf(page));
    expect(west).toBeGreaterThan(20);
    expect(west).toBeLessThan(53);
    expect(east).toBeGreaterThan(53);
  });

  it("opens at all of them where no part of the world has most", async () => {
    const [west = 0] = reachOf(await tileOf("/events?view=map&city=all&q=nowruz"));
    expect(west).toBeLessThan(0);
  });
});

describe("the ground of a still map", () => {
  it("has no band round the globe from outlines over the date line", async () => {
    // The Norwegian Sea, at the latitude of the Chukchi Peninsula.
    expect(await (await get("/maps/ground/6/31/15.svg")).text()).toMatch(/d="z*"/);
    expect(await (await get("/maps/ground/5/0/8.svg")).text()).toMatch(/d="M.{80,}z"/);
  });

  it("is drawn from the shipped outlines, once for all readers", async () => {
    const path = "/maps/ground/8/166/108.svg";
    const first = await get(path);
    const drawn = await first.text();
    expect(first.headers.get("Content-Type")).toBe("image/svg+xml; charset=utf-8");
    // Kish: an island of its own before the coast.
    expect(drawn.match(/M-?\d+ -?\d+l/g)?.length).toBeGreaterThanOrEqual(2);
    const again = await get(`${path}?made=up`);
    expect(again.headers.get("X-Edge-Cache")).toBe("hit");
    expect(await again.text()).toBe(drawn);
  });

  it("is all land within a country, and has borders where they are", async () => {
    const inland = await (await get("/maps/ground/8/164/103.svg")).text();
    expect(inland.length).toBeLessThan(300);
    expect(await (await get("/maps/ground/6/39/24.svg")).text()).toContain('mask="url(#b)"');
  });

  it("is small enough for a phone at any width", async () => {
    for (let level = 0; level <= 8; level++) {
      const [x, y] = [0.64, 0.39].map((part) => Math.floor(part * 2 ** level));
      const drawn = await (await get(`/maps/ground/${level}/${x}/${y}.svg`)).text();
      expect(drawn.length, `level ${level}`).toBeLessThan(120_000);
    }
  });

  it.each([
    "/maps/ground/35.7,51.4,60,200.svg",
    "/maps/ground/9/0/0.svg",
    "/maps/ground/3/8/0.svg",
    "/maps/ground/x.svg",
    "/maps/nothing",
    "/maps/ground/08/164/103.svg",
    "/maps/ground/8/164.5/103.svg",
  ])("does not exist at %s, which nothing keeps", async (path) => {
    for (let asked = 0; asked < 2; asked += 1) {
      const { status, headers } = await get(path);
      expect([status, headers.get("X-Edge-Cache")]).toEqual([404, null]);
      expect(headers.get("Cache-Control")).toContain("no-store");
    }
  });
});

import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { localDay, presetRange } from "../../app/lib/dates/dates.server";
import type { Schedule } from "../../app/lib/event/schedule";
import { distanceKm } from "../../app/lib/geo/geo";
import { EventJson, EventListJson } from "../../app/modules/events/event-json-schema";
import { rebuildSearch } from "../../app/modules/search/index-event.server";
import { createDatabase } from "../../db/client";
import { cities, events } from "../../db/schema";
import { createEvent } from "../factories/event";
import { ask, askAll, askJson } from "../helpers/api-client";
import { seedSampleEvents } from "../helpers/sample-database";

const db = createDatabase(env.DB);
const NOW = Date.now();
const DAY = 86_400_000;
const TEHRAN = { latitude: 35.7, longitude: 51.4 };

type Row = typeof events.$inferSelect;

let rows: Row[];
let slugs: Map<string, string>;

const upcoming = (event: Row) => event.endsAt > NOW;
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const sorted = (list: readonly { id: string }[]) => ids(list).sort();
const byStart = (a: Row, b: Row) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1);
const near = (km: number) => (event: Row) =>
  event.latitude !== null &&
  event.longitude !== null &&
  distanceKm(TEHRAN, { latitude: event.latitude, longitude: event.longitude }) <= km;
const inside = ({ latitude, longitude }: Row) =>
  latitude !== null &&
  longitude !== null &&
  latitude >= 35.65 &&
  latitude <= 35.9 &&
  longitude >= 51.2 &&
  longitude <= 51.42;
const within = (from: number, to: number) => (event: Row) =>
  event.endsAt > Math.max(from, NOW) && event.startsAt < to;
const preset = (name: "today" | "tomorrow" | "weekend" | "week" | "month") => {
  const range = presetRange(name, NOW, "Asia/Tehran", "IR");
  return within(range?.from ?? 0, range?.to ?? 0);
};

beforeAll(async () => {
  await seedSampleEvents(db, NOW);
  rows = await db.select().from(events).where(eq(events.isListed, true));
  slugs = new Map((await db.select().from(cities)).map(({ id, slug }) => [id, slug]));
});

describe("GET /events", () => {
  it("returns a page of upcoming events, soonest first", async () => {
    const { status, body } = await askJson("/events");
    expect(status).toBe(200);
    const { items, hasMore, nextCursor } = v.parse(EventListJson, body);
    expect(items).toHaveLength(24);
    expect([hasMore, typeof nextCursor]).toEqual([true, "string"]);
    expect(ids(items)).toEqual(ids(rows.filter(upcoming).sort(byStart).slice(0, 24)));
  });

  it("returns an event in both languages, in its city's time", async () => {
    const row = rows.filter(upcoming).sort(byStart)[0] as Row;
    const { body } = await askJson<{ items: EventJson[] }>("/events?limit=1");
    const [event] = body.items;
    expect(event).toMatchObject({
      title: { en: row.titleEn, fa: row.titleFa },
      description: { en: row.descriptionEn, fa: row.descriptionFa },
      city: {
        slug: slugs.get(row.cityId),
        name: { en: expect.any(String), fa: expect.any(String) },
      },
      timeZone: row.timeZone,
      price: row.price,
      currency: row.currency,
      categories: row.categories,
      status: "approved",
      creator: null,
    });
    expect(Date.parse(event?.startsAt ?? "")).toBe(row.startsAt);
    expect(event?.startsAt.slice(0, 10)).toBe(localDay(row.startsAt, row.timeZone));
    expect(event?.imageUrl).toMatch(/^https?:\/\//);
    expect(Object.keys(event ?? {})).not.toContain("rejectionReason");
  });

  const filters: [query: string, keeps: (event: Row) => boolean][] = [
    ["", upcoming],
    ["city=tehran", (event) => upcoming(event) && slugs.get(event.cityId) === "tehran"],
    ["category=Concert", (event) => upcoming(event) && event.categories.includes("Concert")],
    [
      "category=concert&category=Theater",
      (event) =>
        upcoming(event) &&
        event.categories.some((name) => name === "Concert" || name === "Theater"),
    ],
    [
      "city=tehran&category=Concert&category=Workshop",
      (event) =>
        upcoming(event) &&
        slugs.get(event.cityId) === "tehran" &&
        event.categories.some((name) => name === "Concert" || name === "Workshop"),
    ],
    ["free=1", (event) => upcoming(event) && event.price === 0],
    [
      "free=true&city=tehran",
      (event) => upcoming(event) && event.price === 0 && slugs.get(event.cityId) === "tehran",
    ],
    ["when=upcoming", upcoming],
    ["when=today", preset("today")],
    ["when=tomorrow", preset("tomorrow")],
    ["when=weekend", preset("weekend")],
    ["when=week", preset("week")],
    ["when=month", preset("month")],
    ["when=past", (event) => !upcoming(event)],
    ["when=any", () => true],
    ["when=any&category=Music", (event) => event.categories.includes("Music")],
    ["lat=35.7&lng=51.4&radius=5", (event) => upcoming(event) && near(5)(event)],
    ["bbox=51.2,35.65,51.42,35.9", (event) => upcoming(event) && inside(event)],
    [
      "bbox=51.2,35.65,51.42,35.9&category=Concert&when=month",
      (event) => preset("month")(event) && inside(event) && event.categories.includes("Concert"),
    ],
    ["lat=35.7&lng=51.4", (event) => upcoming(event) && near(25)(event)],
    [
      "lat=35.7&lng=51.4&radius=200&category=Concert",
      (event) => upcoming(event) && near(200)(event) && event.categories.includes("Concert"),
    ],
  ];

  it.each(filters)(
    "?%s: pages of 7 contain each event once, in order of time",
    async (query, keeps) => {
      const { items, pages } = await askAll<EventJson>(`/events?${query}`, 7);
      const wanted = rows.filter(keeps);
      expect(wanted.length).toBeGreaterThan(0);
      expect(sorted(items)).toEqual(sorted(wanted));
      expect(pages).toBe(Math.ceil(wanted.length / 7));
      const starts = items.map(({ startsAt }) => Date.parse(startsAt));
      expect(starts).toEqual(
        [...starts].sort((a, b) => (query.startsWith("when=past") ? b - a : a - b)),
      );
    },
  );

  it.each(filters)("?%s: pages of 100 contain the same", async (query, keeps) => {
    expect(sorted((await askAll<EventJson>(`/events?${query}`, 100)).items)).toEqual(
      sorted(rows.filter(keeps)),
    );
  });

  it("filters by days of the city", async () => {
    const from = localDay(NOW + 5 * DAY, "Asia/Tehran");
    const to = localDay(NOW + 12 * DAY, "Asia/Tehran");
    const { items } = await askAll<EventJson>(`/events?city=tehran&from=${from}&to=${to}`, 20);
    expect(items.length).toBeGreaterThan(0);
    const touches = (row: Row) =>
      slugs.get(row.cityId) === "tehran" &&
      localDay(row.startsAt, row.timeZone) <= to &&
      localDay(row.endsAt - 1, row.timeZone) >= from;
    expect(sorted(items)).toEqual(sorted(rows.filter(touches)));
  });

  it("finds a tag in any spelling", async () => {
    const tag =
      rows
        .filter(upcoming)
        .flatMap(({ tags }) => tags)
        .find((text) => /^[a-z]+$/.test(text)) ?? "";
    const { items } = await askAll<EventJson>(`/events?tag=${tag.toUpperCase()}`, 20);
    expect(sorted(items)).toEqual(
      sorted(rows.filter((row) => upcoming(row) && row.tags.includes(tag))),
    );
  });

  it("sorts by popularity", async () => {
    const { items } = await askAll<EventJson>("/events?sort=popular", 30);
    const scores = items.map(({ id }) => rows.find((row) => row.id === id)?.popularity ?? -1);
    expect(new Set(scores).size).toBeGreaterThan(20);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(sorted(items)).toEqual(sorted(rows.filter(upcoming)));
  });

  it("sorts by distance from a position", async () => {
    const { items } = await askAll<EventJson>(
      "/events?lat=35.7&lng=51.4&radius=100&sort=distance",
      30,
    );
    const distances = items.map(({ latitude, longitude }) =>
      distanceKm(TEHRAN, { latitude: latitude ?? 0, longitude: longitude ?? 0 }),
    );
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect(sorted(items)).toEqual(sorted(rows.filter((row) => upcoming(row) && near(100)(row))));
  });

  it.each(["setar", "سه‌تار", "concert tehran", "music"])(
    "finds %s, best match first, each event once over all pages",
    async (words) => {
      const { items } = await askAll<EventJson>(`/events?q=${encodeURIComponent(words)}`, 5);
      expect(items.length).toBeGreaterThan(0);
      expect(new Set(ids(items)).size).toBe(items.length);
      const whole = await askJson<{ items: EventJson[] }>(
        `/events?q=${encodeURIComponent(words)}&limit=100`,
      );
      expect(ids(items).slice(0, 100)).toEqual(ids(whole.body.items));
    },
  );

  it("sorts found events by time on request", async () => {
    const { items } = await askAll<EventJson>("/events?q=music&sort=date", 10);
    const starts = items.map(({ startsAt }) => Date.parse(startsAt));
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });

  it("finds past events only on request, in words too", async () => {
    const { items } = await askAll<EventJson>("/events?q=tanbur&when=past", 20);
    const played = rows.filter((row) => !upcoming(row) && /tanbur/i.test(row.titleEn));
    expect(played.length).toBeGreaterThan(0);
    expect(ids(items)).toEqual(expect.arrayContaining(ids(played)));
    for (const { id } of items)
      expect(rows.filter((row) => row.id === id && !upcoming(row))).toHaveLength(1);
    const { items: byDate } = await askAll<EventJson>("/events?q=tanbur&when=past&sort=date", 20);
    for (const { endsAt } of byDate) expect(Date.parse(endsAt)).toBeLessThanOrEqual(NOW);
    expect(ids(byDate)).toEqual(
      ids([...byDate].sort((a, b) => Date.parse(b.startsAt) - Date.parse(a.startsAt))),
    );
  });

  it("leaves partial matches out of every order but relevance", async () => {
    const q = encodeURIComponent("jazz xylophone orchestra");
    expect((await askAll(`/events?q=${q}`, 50)).items.length).toBeGreaterThan(0);
    for (const sort of ["date", "popular", "distance&lat=35.7&lng=51.4&radius=200"])
      expect([sort, (await askAll(`/events?q=${q}&sort=${sort}`, 50)).items]).toEqual([sort, []]);
  });

  it("reads words as words if the filters read from them match nothing", async () => {
    const { body } = await askJson<{ items: EventJson[] }>(
      "/events?q=beach+volleyball+weekend&limit=1",
    );
    expect(body.items[0]?.title.en).toMatch(/volleyball/i);
  });

  it("ranks the results of words that are all filters, and sorts them by time on request", async () => {
    const wanted = rows.filter(
      (row) =>
        upcoming(row) && slugs.get(row.cityId) === "tehran" && row.categories.includes("Concert"),
    );
    const first = (
      await askJson<{ items: EventJson[] }>(`/events?q=concert+tehran&limit=${wanted.length}`)
    ).body.items;
    expect(sorted(first)).toEqual(sorted(wanted));
    const { items } = await askAll<EventJson>("/events?q=concert+tehran&sort=date", 10);
    expect(ids(items)).toEqual(ids([...wanted].sort(byStart)));
  });

  it.each([
    ["concrt tehrn", "concert tehran"],
    ["concert tehrn", "concert tehran"],
    ["کنسرت تهرن", "کنسرت تهران"],
  ])("finds for %s what it finds for %s, over all pages", async (typed, meant) => {
    for (const more of ["", "&sort=date"]) {
      const [found, wanted] = await Promise.all(
        [typed, meant].map((words) =>
          askAll<EventJson>(`/events?q=${encodeURIComponent(words)}${more}`, 5),
        ),
      );
      expect(found?.items.length).toBeGreaterThan(3);
      expect(ids(found?.items ?? [])).toEqual(ids(wanted?.items ?? []));
    }
  });

  it.each([
    ["tehrn", "date"],
    ["in tehrn", "date"],
    ["تهرن", "popular"],
  ])(
    "lists for %s all that its filter lists by %s, beyond the reach of search",
    async (typed, sort) => {
      const { items: wanted } = await askAll<EventJson>(`/events?city=tehran&sort=${sort}`, 40);
      const { items: found } = await askAll<EventJson>(
        `/events?q=${encodeURIComponent(typed)}&sort=${sort}`,
        40,
      );
      expect(wanted.length).toBeGreaterThan(60);
      expect(ids(found)).toEqual(ids(wanted));
    },
  );

  it("takes the cursor of a list by filters for words that are no filters: both are a place in time", async () => {
    type List = { items: { id: string; startsAt: string }[]; nextCursor: string };
    const { body } = await askJson<List>("/events?q=tehrn&sort=date&limit=3");
    const last = body.items.at(-1)?.startsAt ?? expect.fail();
    const all = await askJson<List>("/events?q=setar&sort=date&limit=100");
    const behind = await askJson<List>(
      `/events?q=setar&sort=date&limit=100&cursor=${body.nextCursor}`,
    );
    const later = all.body.items.filter(({ startsAt }) => Date.parse(startsAt) > Date.parse(last));
    expect(later.length).toBeGreaterThan(0);
    expect(behind.body.items.map(({ id }) => id)).toEqual(later.map(({ id }) => id));
  });

  it("goes on behind the same event when others before it are over", async () => {
    type List = { items: { id: string }[]; nextCursor: string };
    const all = await askJson<List>("/events?q=setar&sort=date&limit=100");
    const first = await askJson<List>("/events?q=setar&sort=date&limit=2");
    const [gone = ""] = first.body.items.map(({ id }) => id);
    const isListed = (status: "approved" | "pending") =>
      db.update(events).set({ status }).where(eq(events.id, gone));
    await isListed("pending");
    const next = await askJson<List>(
      `/events?q=setar&sort=date&limit=100&cursor=${first.body.nextCursor}`,
    );
    await isListed("approved");
    expect(next.body.items.map(({ id }) => id)).toEqual(
      all.body.items.slice(2).map(({ id }) => id),
    );
  });

  it("refuses the cursor of another order", async () => {
    const { body } = await askJson<{ nextCursor: string }>("/events?sort=popular&limit=3");
    const refused = await askJson(`/events?sort=date&cursor=${body.nextCursor}`);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "bad-request", issues: [{ path: "cursor" }] },
    });
  });
});

describe("an ended event that is not marked as ended yet", () => {
  let id: string;
  let slug: string | undefined;

  beforeAll(async () => {
    const row = rows.find(
      (event) => upcoming(event) && event.tagKeys.length > 0 && event.latitude !== null,
    ) as Row;
    const draft = {
      ...row,
      startsAt: NOW - 3 * 3_600_000,
      endsAt: NOW - 3_600_000,
      titleEn: "Qanun quartet in the courtyard",
    };
    const { id: _id, isListed: _listed, publicOnlineUrl: _link, ...copy } = draft;
    ({ id } = await createEvent(db, {
      ...copy,
      isOver: false,
      price: 0,
      categories: ["Concert", "Music"],
      tags: ["qanun"],
    }));
    slug = slugs.get(row.cityId);
    await rebuildSearch(db);
  });

  it("is past in every list, and listed once", async () => {
    const queries = [
      "",
      `&city=${slug}`,
      "&category=concert&category=music",
      "&free=1",
      "&tag=qanun",
      "&q=qanun+courtyard",
    ];
    for (const query of queries) {
      const { items } = await askAll<EventJson>(`/events?when=past${query}`, 5);
      expect([query, ids(items).filter((other) => other === id)]).toEqual([query, [id]]);
    }
    expect(ids((await askAll<EventJson>(`/events?city=${slug}`, 50)).items)).not.toContain(id);
  });
});

describe("near the date line", () => {
  it("finds nearby events on the other side", async () => {
    const [city] = await db.select().from(cities).limit(1);
    const at = (longitude: number) =>
      createEvent(db, {
        cityId: city?.id ?? "",
        startsAt: NOW + DAY,
        titleEn: "Kava by the sea",
        latitude: -16.8,
        longitude,
      });
    const [east, west] = [await at(179.97), await at(-179.97)];
    await rebuildSearch(db);
    for (const lng of ["179.99", "-179.99"])
      for (const more of [
        "&radius=10",
        "&radius=100",
        "&radius=100&sort=distance",
        "&radius=10&q=kava",
      ]) {
        const { items } = await askAll<EventJson>(`/events?lat=-16.8&lng=${lng}${more}`, 5);
        expect([lng, more, sorted(items)]).toEqual([lng, more, [east.id, west.id].sort()]);
      }
    for (const more of ["", "&q=kava", "&sort=popular"]) {
      const { items } = await askAll<EventJson>(`/events?bbox=179.9,-17,-179.9,-16${more}`, 5);
      expect([more, sorted(items)]).toEqual([more, [east.id, west.id].sort()]);
    }
    expect((await askAll("/events?lat=-16.8&lng=0&radius=100", 5)).items).toEqual([]);
  });
});

describe("GET /events/{id}", () => {
  it("returns one event", async () => {
    const row = rows[0] as Row;
    const { status, body } = await askJson(`/events/${row.id}`);
    expect(status).toBe(200);
    expect(v.parse(EventJson, body)).toMatchObject({
      id: row.id,
      title: { en: row.titleEn, fa: row.titleFa },
    });
  });

  it("has the whole schedule, of which lists have the kind", async () => {
    // An address that was not asked before: nothing says that the row has changed.
    const row = rows[2] as Row;
    const schedule: Schedule = { kind: "dates", allDay: false, dates: [] };
    await db.update(events).set({ schedule }).where(eq(events.id, row.id));
    expect((await askJson<EventJson>(`/events/${row.id}`)).body.schedule).toEqual(schedule);
    const { items } = await askAll<EventJson>("/events?when=any", 99);
    expect(items.find(({ id }) => id === row.id)?.schedule).toEqual({
      kind: "dates",
      allDay: false,
    });
    expect(items.find(({ id }) => id === rows[3]?.id)?.schedule).toBeNull();
    await db.update(events).set({ schedule: null }).where(eq(events.id, row.id));
  });

  it("keeps the address of a past event", async () => {
    const past = rows.find((row) => !upcoming(row)) as Row;
    expect((await ask(`/events/${past.id}`)).status).toBe(200);
  });

  it.each([
    "nonsense",
    "019b0000-0000-7000-a000-ffffffffffff",
    "..%2f..%2fetc",
    "%00",
    "%E0%A4%A",
    "'%20OR%201=1--",
  ])("answers 404 for the id %s", async (id) => {
    expect(await askJson(`/events/${id}`)).toMatchObject({
      status: 404,
      body: { code: "not-found" },
    });
  });

  it("hides events that are not public", async () => {
    const row = rows.at(-1) as Row;
    await db
      .update(events)
      .set({ status: "rejected", rejectionReason: "no" })
      .where(eq(events.id, row.id));
    expect((await ask(`/events/${row.id}`)).status).toBe(404);
    await db
      .update(events)
      .set({ status: "approved", rejectionReason: null })
      .where(eq(events.id, row.id));
  });
});

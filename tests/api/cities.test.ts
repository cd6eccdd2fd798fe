import { env } from "cloudflare:test";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { CityJson, CityListJson } from "../../app/modules/cities/schema";
import { CategoryListJson } from "../../app/modules/events/event-json-schema";
import { createDatabase } from "../../db/client";
import { cities } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { askAll, askJson } from "../helpers/api-client";

const db = createDatabase(env.DB);

beforeAll(async () => {
  await seedDatabase(db, Date.now());
});

describe("GET /cities", () => {
  it("lists all cities, busiest first, with names in both languages", async () => {
    const { status, body } = await askJson("/cities");
    expect(status).toBe(200);
    const { items, hasMore, nextCursor } = v.parse(CityListJson, body);
    expect([items.length, hasMore, nextCursor]).toEqual([
      (await db.select().from(cities)).length,
      false,
      null,
    ]);
    const counts = items.map(({ upcomingEventCount }) => upcomingEventCount);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(items.find(({ slug }) => slug === "tehran")).toMatchObject({
      name: { en: "Tehran", fa: "تهران" },
      country: { en: "Iran", fa: "ایران" },
      timezone: "Asia/Tehran",
    });
  });

  it.each([
    ["fa", "تهران", "ایران"],
    ["fa-IR", "تهران", "ایران"],
    ["en", "Tehran", "Iran"],
  ])("gives plain names with lang=%s", async (lang, name, country) => {
    const { body } = await askJson<{ items: CityJson[] }>(`/cities?lang=${lang}`);
    const tehran = v.parse(CityListJson, body).items.find(({ slug }) => slug === "tehran");
    expect(tehran).toMatchObject({ name, country, nextEvent: { title: expect.any(String) } });
  });

  it("ignores a language that is not ours", async () => {
    expect((await askJson("/cities?lang=de")).body).toEqual((await askJson("/cities")).body);
  });

  it("names the next event of a city, which is in its list", async () => {
    const { body } = await askJson<{ items: CityJson[] }>("/cities");
    const city = body.items.find(({ nextEvent }) => nextEvent !== null);
    const { body: events } = await askJson<{
      items: { id: string; title: object; startsAt: string }[];
    }>(`/events?city=${city?.slug}`);
    const next = events.items.find(({ id }) => id === city?.nextEvent?.id);
    expect(city?.nextEvent).toEqual({ id: next?.id, title: next?.title, startsAt: next?.startsAt });
  });

  it("counts what its list contains", async () => {
    const { body } = await askJson<{ items: CityJson[] }>("/cities");
    const [busiest] = body.items;
    expect((await askAll(`/events?city=${busiest?.slug}`, 50)).items).toHaveLength(
      busiest?.upcomingEventCount ?? -1,
    );
  });
});

describe("GET /cities/{id}", () => {
  it("finds a city by slug and by id", async () => {
    const bySlug = await askJson<CityJson>("/cities/isfahan");
    expect(bySlug.status).toBe(200);
    expect(v.parse(CityJson, bySlug.body).slug).toBe("isfahan");
    expect((await askJson(`/cities/${bySlug.body.id}`)).body).toEqual(bySlug.body);
    expect((await askJson<CityJson>("/cities/isfahan?lang=fa")).body.name).toBe("اصفهان");
  });

  it.each(["atlantis", "%00", "%E0%A4%A", "Tehran%20", "'--"])("answers 404 for %s", async (id) => {
    expect(await askJson(`/cities/${id}`)).toMatchObject({
      status: 404,
      body: { code: "not-found" },
    });
  });
});

describe("GET /cities/search", () => {
  it.each([
    ["teh", "tehran"],
    ["TEHRAN", "tehran"],
    ["تهر", "tehran"],
    ["اصفهان", "isfahan"],
    ["إصفهان", "isfahan"],
  ])("finds by %s", async (q, slug) => {
    const { status, body } = await askJson(`/cities/search?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    expect(v.parse(CityListJson, body).items[0]?.slug).toBe(slug);
  });

  it("gives plain names with lang", async () => {
    const { body } = await askJson<{ items: CityJson[] }>("/cities/search?q=teh&lang=fa");
    expect(body.items[0]?.name).toBe("تهران");
  });

  it("finds nothing for an unknown name", async () => {
    expect(await askJson("/cities/search?q=zzzz")).toEqual({
      status: 200,
      body: { items: [], nextCursor: null, hasMore: false },
    });
  });

  it.each([
    ["", "At least 2 characters."],
    ["?q=", "At least 2 characters."],
    ["?q=t", "At least 2 characters."],
    ["?q=%20t%20", "At least 2 characters."],
    [`?q=${encodeURIComponent("ت")}`, "At least 2 characters."],
    ["?q=***", "Enter a word to search for."],
    [`?q=${"a".repeat(201)}`, "At most 200 characters."],
    ["?q=te%00h", "Control characters aren’t allowed."],
  ])("refuses %s", async (query, message) => {
    expect(await askJson(`/cities/search${query}`)).toMatchObject({
      status: 400,
      body: { code: "bad-request", issues: [{ path: "q", message }] },
    });
  });
});

describe("GET /categories", () => {
  it("lists the 26 categories in both languages, with their upcoming events", async () => {
    const { status, body } = await askJson("/categories");
    expect(status).toBe(200);
    const { items, hasMore } = v.parse(CategoryListJson, body);
    expect([items.length, hasMore]).toEqual([26, false]);
    expect(items.find(({ slug }) => slug === "concert")).toMatchObject({
      name: "Concert",
      label: { en: "Concert", fa: "کنسرت" },
      colorFamily: "lajvard",
      color: "#2C4B86",
    });
    for (const { name, upcomingEventCount } of items.slice(0, 6))
      expect([
        name,
        (await askAll(`/events?category=${encodeURIComponent(name)}`, 100)).items.length,
      ]).toEqual([name, upcomingEventCount]);
  });
});

import { env, SELF } from "cloudflare:test";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { discoverLoader } from "../../app/routes/public/discover/discover.server";
import { createDatabase } from "../../db/client";
import { cities, events } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { queryPlansOf, recordDatabase } from "../helpers/recording-database";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const db = createDatabase(env.DB);
const get = (path: string) => SELF.fetch(`http://rooydad.test${path}`);
const discover = (query = "", locale: "en" | "fa" = "en", deps = createTestDeps()) =>
  discoverLoader(
    requestContext(deps, { locale, flags: ["discover.moods"] }),
    new URLSearchParams(query),
  );

describe("the discover page without cities", () => {
  it("has no shelves", async () => {
    expect(await discover()).toMatchObject({ shelves: [], moods: [], city: null });
  });
});

describe("the discover page", () => {
  beforeAll(async () => {
    const tehran = await createCity(db, {
      slug: "tehran",
      nameEn: "Tehran",
      nameFa: "تهران",
      upcomingCount: 2,
    });
    const london = await createCity(db, {
      slug: "london",
      nameEn: "London",
      nameFa: "لندن",
      upcomingCount: 5,
      countryCode: "GB",
      timeZone: "Europe/London",
    });
    await createCity(db, { slug: "qom", nameEn: "Qom", nameFa: "قم" });
    const at = (days: number, hours = 0) => TUESDAY + days * DAY + hours * HOUR;
    const dressed = { publishedAt: at(-30) };
    await createEvent(db, {
      ...dressed,
      cityId: london.id,
      startsAt: at(1),
      titleEn: "Featured talk",
      isFeatured: true,
      categories: ["Talk"],
    });
    await createEvent(db, {
      ...dressed,
      cityId: tehran.id,
      startsAt: at(2),
      titleEn: "Thursday concert",
    });
    await createEvent(db, {
      ...dressed,
      cityId: tehran.id,
      startsAt: at(5),
      titleEn: "Free reading",
      price: 0,
      categories: ["Literature"],
    });
    const far = { ...dressed, cityId: london.id, startsAt: at(60), categories: ["Literature"] };
    await createEvent(db, { ...far, titleEn: "Quiet reading", traits: ["quiet"] });
    await createEvent(db, { ...far, titleEn: "Reading online", attendance: "online" });
    await createEvent(db, {
      ...dressed,
      cityId: london.id,
      startsAt: at(8),
      titleEn: "Puppets",
      categories: ["Kids & Family"],
    });
    await createEvent(db, {
      cityId: london.id,
      startsAt: at(40),
      titleEn: "Announced today",
      publishedAt: at(0),
      categories: ["Comedy"],
    });
    await createEvent(db, {
      ...dressed,
      cityId: tehran.id,
      startsAt: at(-5),
      endsAt: at(9),
      titleEn: "Running on",
      categories: ["Art Exhibition"],
    });
    await createEvent(db, {
      ...dressed,
      cityId: tehran.id,
      startsAt: at(2),
      titleEn: "Called off",
      lifecycle: "cancelled",
      isFeatured: true,
    });
  });

  it("uses each country's weekend: Thursday and Friday in Iran, Saturday and Sunday in England", async () => {
    const [tehran, london] = [await cityId("tehran"), await cityId("london")];
    const at = (days: number) => TUESDAY + days * DAY;
    const added = await Promise.all([
      createEvent(db, {
        cityId: london,
        timeZone: "Europe/London",
        startsAt: at(2) + HOUR,
        titleEn: "A London Thursday",
      }),
      createEvent(db, {
        cityId: london,
        timeZone: "Europe/London",
        startsAt: at(5),
        titleEn: "A London Sunday",
      }),
      createEvent(db, { cityId: tehran, startsAt: at(4), titleEn: "A Tehran Saturday" }),
      // Saturday evening in London is already Sunday in Tehran.
      createEvent(db, {
        cityId: london,
        timeZone: "Europe/London",
        startsAt: at(4) + 13 * HOUR,
        titleEn: "A London Saturday",
      }),
    ]);
    try {
      expect(await titles("weekend")).toEqual([
        "Thursday concert",
        "A London Saturday",
        "A London Sunday",
      ]);
    } finally {
      await db.delete(events).where(
        inArray(
          events.id,
          added.map(({ id }) => id),
        ),
      );
    }
  });

  const cityId = async (slug: string) =>
    (await db.select().from(cities).where(eq(cities.slug, slug)).get())?.id ?? "";

  const titles = async (key: string, query = "") =>
    (await discover(query)).shelves
      .find((shelf) => shelf.key === key)
      ?.events.map(({ title }) => title);

  it("fills its shelves with upcoming events", async () => {
    expect(await titles("featured")).toEqual(["Featured talk"]);
    expect(await titles("weekend")).toEqual(["Thursday concert"]);
    expect(await titles("free")).toEqual(["Free reading"]);
    expect(await titles("families")).toEqual(["Puppets"]);
    expect((await titles("fresh"))?.[0]).toBe("Announced today");
  });

  it("puts running events after those still to begin", async () => {
    expect(await titles("city")).toEqual(["Thursday concert", "Free reading", "Running on"]);
  });

  it("has no empty shelf but the city's, which offers other cities", async () => {
    const { shelves, city } = await discover("city=qom");
    for (const { key, events } of shelves)
      if (key !== "city") expect([key, events.length > 0]).toEqual([key, true]);
    expect(shelves.find(({ key }) => key === "city")?.events).toEqual([]);
    expect(city).toMatchObject({ slug: "qom", around: { href: "/events?city=qom&radius=100" } });
    expect(await (await get("/discover?lang=en&city=qom")).text()).toContain(
      "Nothing announced in Qom yet.",
    );
  });

  it("shows the chosen city, and Tehran by default or for an unknown one", async () => {
    expect(await titles("city", "city=london")).toContain("Puppets");
    expect((await discover()).city?.slug).toBe("tehran");
    expect((await discover("city=atlantis")).city?.slug).toBe("tehran");
  });

  it.each([
    ["trait=quiet", "Quiet reading", "/events?city=london&trait=quiet"],
    ["trait=online", "Reading online", "/events?city=london&online=1"],
    ["online=1", "Reading online", "/events?city=london&online=1"],
  ])("shows events of the city by %s", async (query, title, all) => {
    expect(await titles("city", `city=london&${query}`)).toEqual([title]);
    const { shelves } = await discover(`city=london&${query}`);
    expect(shelves.find(({ key }) => key === "city")?.all.href).toBe(all);
    expect(await (await get(`/discover?lang=en&city=qom&${query}`)).text()).toContain(
      "Nothing in Qom with “",
    );
  });

  it("links each shelf to the same events as a list", async () => {
    const { shelves, moods } = await discover("city=london");
    expect(Object.fromEntries(shelves.map(({ key, all }) => [key, all.href]))).toMatchObject({
      weekend: "/events?when=weekend",
      city: "/events?city=london",
      free: "/events?free=1",
      families: "/events?category=kids-family",
    });
    expect(moods.find(({ key }) => key === "laugh")?.href).toBe(
      "/events?category=comedy&category=theater&category=gaming",
    );
  });

  it("has moods with events only, in the reader's language", async () => {
    const { moods } = await discover("", "fa");
    expect(moods.map(({ key }) => key)).toEqual(["quiet", "learn", "laugh", "loud"]);
    expect(moods[0]?.title).toBe("شبی آرام");
  });

  it("takes at most four round trips, and no full scan", async () => {
    const recording = recordDatabase(env.DB);
    await discover("", "fa", { ...createTestDeps(), db: recording.db });
    expect(recording.roundTrips).toBeLessThanOrEqual(4);
    const details = await queryPlansOf(env.DB, recording);
    expect(details.filter((detail) => /^SCAN (events|event_facets)\b/.test(detail))).toEqual([]);
    // Other orders use an index of that order and stop early.
    expect(details.join("\n")).toContain("USING INDEX events_featured");
    expect(details.join("\n")).toContain("USING INDEX events_new");
  });

  it("works without a script: the city is chosen in a form", async () => {
    const html = await (await get("/discover?lang=en&city=london")).text();
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(html).toMatch(/<form[^>]*action="\/discover#city"/);
    expect(html).toMatch(/<option value="london" selected="">London<\/option>/);
    expect(html).toContain('<link rel="canonical" href="http://rooydad.test/discover?lang=en"/>');
  });
});

describe("the discover page without events", () => {
  it("has an empty state", async () => {
    await db.delete(events);
    expect(await (await get("/discover?lang=en&then=empty")).text()).toContain(
      "Nothing here right now",
    );
  });
});

import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { searchCities } from "../../app/modules/cities/search-cities.server";
import { browseCities } from "../../app/routes/public/cities/cities.server";
import { cityLoader } from "../../app/routes/public/city/city.server";
import { createDatabase } from "../../db/client";
import { cities, events } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { recordDatabase } from "../helpers/recording-database";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";

const get = async (path: string) => {
  const response = await SELF.fetch(`http://rooydad.test${path}`, { redirect: "manual" });
  return { status: response.status, html: await response.text() };
};
const list = (query: string, locale: "en" | "fa" = "en", deps = createTestDeps()) =>
  browseCities(requestContext(deps, { locale }), new URLSearchParams(query));
const slugsOf = ({ awake, quiet }: Awaited<ReturnType<typeof list>>) =>
  [...awake, ...quiet].map(({ slug }) => slug);

beforeAll(async () => {
  await seedDatabase(createDatabase(env.DB), TUESDAY);
});

describe("the list of cities", () => {
  it("shows every city, busiest first", async () => {
    const view = await list("");
    const counts = new Map(
      (await createTestDeps().db.select().from(cities)).map((city) => [
        city.slug,
        city.upcomingCount,
      ]),
    );
    const shown = slugsOf(view).map((slug) => counts.get(slug) ?? 0);
    expect(shown).toEqual([...shown].sort((a, b) => b - a));
    expect(view.summary).toBe("76 cities");
    expect(view.awake[0]).toMatchObject({
      slug: "tehran",
      name: "Tehran",
      otherName: "تهران",
      country: "Iran",
      timeZone: "Iran Standard Time",
    });
  });

  it("is in the reader's language", async () => {
    const view = await list("", "fa");
    expect(view.awake[0]).toMatchObject({
      name: "تهران",
      otherName: "Tehran",
      otherLang: "en",
      country: "ایران",
    });
    expect(view.summary).toBe("۷۶ شهر");
  });

  it.each([
    ["an English name", "q=isfa", ["isfahan"]],
    ["a Persian name", "q=شیراز", ["shiraz"]],
    ["Arabic letters and digits for Persian ones", "q=كرمان", ["kerman", "kermanshah"]],
    ["a name however it is joined", "q=خرم اباد", ["khorramabad"]],
    ["a name without its space", "q=newyork", ["new-york"]],
    ["a province where no city is called so", "q=گیلان", ["lahijan", "rasht"]],
    ["a country in words", "q=canada", ["montreal", "toronto", "vancouver"]],
    ["a country", "country=DE", ["berlin", "cologne", "frankfurt", "hamburg"]],
    ["a time zone", "timezone=Asia/Kabul", ["herat", "kabul"]],
    [
      "name, country and time zone together",
      "q=b&country=IR&timezone=Asia/Tehran",
      ["bam", "bandar-abbas", "birjand", "bojnurd", "bushehr"],
    ],
    ["nothing where no city answers", "q=atlantis", []],
  ])("finds %s", async (_, query, expected) => {
    expect(slugsOf(await list(query)).sort()).toEqual(expected);
  });

  it.each(["country=XX", "timezone=Mars/Olympus", "country=IR%27--&sort=9", "q=%00%20!!"])(
    "ignores %s, which nothing matches",
    async (query) => {
      expect(slugsOf(await list(query))).toHaveLength(76);
    },
  );

  it("shows the next event, without those cancelled since the hourly job", async () => {
    const { db } = createTestDeps();
    const shiraz = await db.select().from(cities).where(eq(cities.slug, "shiraz")).get();
    const next = await db
      .select()
      .from(events)
      .where(eq(events.id, shiraz?.nextEventId ?? ""))
      .get();
    expect((await list("q=shiraz")).awake[0]?.next).toMatchObject({
      title: next?.titleEn,
      href: `/events/${next?.id}`,
    });
    await db
      .update(events)
      .set({ lifecycle: "cancelled" })
      .where(eq(events.id, next?.id ?? ""));
    expect((await list("q=shiraz")).awake[0]?.next).toBeNull();
    await db
      .update(events)
      .set({ lifecycle: "scheduled" })
      .where(eq(events.id, next?.id ?? ""));
  });

  it("takes one round trip beside the site state", async () => {
    const recording = recordDatabase(env.DB);
    await list("", "en", { ...createTestDeps(), db: recording.db });
    expect(recording.roundTrips).toBe(1);
  });

  it("has a form that needs no script", async () => {
    const { status, html } = await get("/cities?q=tehran&country=IR&timezone=");
    expect(status).toBe(200);
    expect(html).toMatch(/<form[^>]*action="\/cities"/);
    expect(html).toMatch(/<select[^>]*name="country"/);
    expect(html).toMatch(/<select[^>]*name="timezone"/);
    expect(html).toContain('href="/cities/tehran"');
    expect(html).not.toContain('href="/cities/shiraz"');
  });
});

describe("searchCities", () => {
  const search = async (q: string, limit?: number) =>
    (await searchCities(createTestDeps(), q, limit ? { limit } : {})).map(({ slug }) => slug);

  it.each(["", "t", " ت ", "!!"])("waits for two letters: %j", async (q) => {
    expect(await search(q)).toEqual([]);
  });

  it("finds the beginning of any word of a name in either language", async () => {
    expect(await search("abb")).toEqual(["bandar-abbas"]);
    expect(await search("لس‌آنجلس")).toEqual(["los-angeles"]);
    expect(await search("لسآنجلس")).toEqual(["los-angeles"]);
    expect(await search("İstan")).toEqual(["istanbul"]);
  });

  it("does not return all cities of a country or province", async () => {
    expect(await search("iran")).toEqual([]);
    expect(await search("isfahan")).toEqual(["isfahan"]);
  });

  it("ranks names that begin with the query first", async () => {
    expect((await search("ha")).slice(-1)).toEqual(["the-hague"]);
  });

  it("returns no more than the limit", async () => {
    expect(await search("ka", 2)).toHaveLength(2);
  });
});

describe("a city's page", () => {
  const page = (slug: string, query = "", locale: "en" | "fa" = "en", deps = createTestDeps()) =>
    cityLoader(requestContext(deps, { locale }), slug, new URLSearchParams(query));

  it("lists only the city's events, whatever city is in its query", async () => {
    const { page: view } = await page("shiraz", "city=tehran");
    const shown = view.groups.flatMap((group) => group.events);
    expect(shown.length).toBeGreaterThan(0);
    for (const event of shown) expect(event.city).toBe("Shiraz");
    expect(view.room).toBe("shiraz");
  });

  it("is the canonical address of its list with any filters", async () => {
    for (const query of ["", "when=weekend", "category=concert", "free=1"])
      expect((await page("shiraz", query)).page.head.canonical).toBe(
        "http://rooydad.test/cities/shiraz",
      );
  });

  it("keeps its filters on its own address", async () => {
    const { page: view } = await page("tehran");
    for (const { href } of view.quick) expect(href).toMatch(/^\/cities\/tehran\?/);
    expect(view.more).toMatch(/^\/cities\/tehran\?/);
  });

  it("uses the city's weekend", async () => {
    expect((await page("tehran")).hero.weekend).toBe("Thursday 10 and Friday 11 December");
    expect((await page("toronto")).hero.weekend).toBe("Saturday 12 and Sunday 13 December");
    expect((await page("tehran", "", "fa")).hero.weekend).toBe("پنجشنبه ۱۹ و جمعه ۲۰ آذر");
  });

  it("offers the weekend, and the free events of it, only where there are any", async () => {
    const offers = async (slug: string) => {
      const { hasWeekend, hasFreeWeekend } = (await page(slug)).hero;
      return { hasWeekend, hasFreeWeekend };
    };
    const listed = async (slug: string, query: string) =>
      (await page(slug, query)).page.matching.count > 0;
    const seen = new Set<string>();
    for (const slug of ["tehran", "shiraz", "tokyo", "qom", "kish", "rasht", "toronto"]) {
      const expected = {
        hasWeekend: await listed(slug, "when=weekend"),
        hasFreeWeekend: await listed(slug, "when=weekend&free=1"),
      };
      expect(await offers(slug), slug).toEqual(expected);
      seen.add(JSON.stringify(expected));
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  it("offers the week’s ten only where there are events", async () => {
    const offered = async (slug: string) => {
      const { html } = await get(`/cities/${slug}?lang=en`);
      return html.includes(`/cities/${slug}/week?lang=en"`);
    };
    const quiet = (await list("")).quiet[0]?.slug ?? "";
    expect([await offered("tehran"), await offered(quiet)]).toEqual([true, false]);
  });

  it("names the four nearest cities, and none that is far away", async () => {
    const { nearby } = await page("tehran");
    expect(nearby.map(({ slug }) => slug)).toEqual(["karaj", "qom", "qazvin", "ramsar"]);
    expect((await page("tokyo")).nearby).toEqual([]);
  });

  it("takes at most three round trips", async () => {
    const recording = recordDatabase(env.DB);
    await page("tehran", "", "en", { ...createTestDeps(), db: recording.db });
    expect(recording.roundTrips).toBeLessThanOrEqual(3);
  });

  it("has its position in structured data", async () => {
    const { status, html } = await get("/cities/isfahan?lang=en");
    expect(status).toBe(200);
    expect(html).toMatch(/<h1[^>]*>Isfahan<\/h1>/);
    expect(html).toContain('"@type":"BreadcrumbList"');
    expect(html).toContain("/covers/city/isfahan_24.svg");
  });

  it("is Page Not Found for an unknown city", async () => {
    const { status, html } = await get("/cities/atlantis?lang=en");
    expect(status).toBe(404);
    expect(html).toContain("Page Not Found");
  });
});

describe("a city's picture", () => {
  it.each(["/covers/city/tehran.svg", "/covers/city/tehran_20.svg", "/covers/city/tehran_24.svg"])(
    "%s is an image, cached for good",
    async (path) => {
      const response = await SELF.fetch(`http://rooydad.test${path}`);
      expect(response.headers.get("Content-Type")).toBe("image/svg+xml; charset=utf-8");
      expect(response.headers.get("Cache-Control")).toContain("immutable");
      expect(await response.text()).toMatch(/^<svg /);
    },
  );
});

import { env, SELF } from "cloudflare:test";
import { and, eq, gt } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import { indexEventStatements } from "../../app/modules/search/index-event.server";
import { createDatabase } from "../../db/client";
import { cities, events } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";

const browse = (query: string, fixed = {}) =>
  browseEvents(requestContext(createTestDeps()), new URLSearchParams(query), fixed);
const db = createDatabase(env.DB);
/** Rows per list that search reads. */
const COUNTED_BY_SEARCH = 60;
const paramsOf = (href: string | null) => new URL(href ?? "", "http://rooydad.test").searchParams;

beforeAll(async () => {
  await seedDatabase(db, TUESDAY);
});

describe("links in the list of events", () => {
  const TRACKED =
    "fbclid=abc&utm_source=news&shown=72&lang=fa&city=tehran&free=on&category=Concert";

  it("contain the query, without unknown parameters of the address", async () => {
    for (const fixed of [{}, { city: "tehran" }, { category: "concert" }]) {
      const { quick, active, more } = await browse(`${TRACKED}&limit=1`, fixed);
      const links = [
        ...quick.map(({ href }) => href),
        ...active.map(({ without }) => without),
        ...(more ? [more] : []),
      ];
      expect(links.length).toBeGreaterThan(5);
      for (const link of links) {
        expect(link).not.toMatch(/fbclid|utm_source|shown|lang/);
        for (const name of paramsOf(link).keys())
          expect(["city", "free", "category", "when", "cursor", "limit"]).toContain(name);
      }
    }
  });

  it("change one filter each", async () => {
    const { quick, active } = await browse(
      "q=music&without=category&tag=daf&free=1&category=concert&category=theater&sort=date",
    );
    const today = quick.find(({ key }) => key === "today")?.href ?? "";
    expect(today).toBe(
      "/events?q=music&tag=daf&when=today&free=1&sort=date&without=category&category=concert&category=theater",
    );
    const chip = (key: string) => active.find((filter) => filter.key === key)?.without ?? "";
    expect(paramsOf(chip("category-Concert")).getAll("category")).toEqual(["theater"]);
    expect([...paramsOf(chip("q")).keys()]).not.toEqual(expect.arrayContaining(["q", "without"]));
    expect(paramsOf(chip("tag")).has("tag")).toBe(false);
  });
});

describe("category counts", () => {
  const NARROWED = [
    "city=isfahan",
    "free=1",
    "when=weekend",
    "city=tehran&when=weekend",
    "city=tehran&free=1",
    "tag=daf",
    "when=past&city=tehran",
    "lat=32.65&lng=51.67&radius=25",
    "from=2026-12-10&to=2026-12-20",
    "from=2026-12-10&to=2026-12-20&city=tehran&free=1",
  ];

  it.each(NARROWED)("match the list under its other filters: %s", async (query) => {
    const { categories } = await browse(query);
    for (const { slug, countText } of categories.filter(
      ({ countText }) => countText !== "" && !countText.endsWith("+"),
    )) {
      const { seen, groups } = await browse(`${query}&category=${slug}&limit=100`);
      const ids = groups.flatMap(({ events: cards }) => cards.map(({ id }) => id));
      // Within a range a series has a card on each of its days, and counts once.
      expect([slug, String(seen.total), new Set(ids).size]).toEqual([slug, countText, seen.total]);
      expect(seen.count).toBe(ids.length);
    }
    // What a count that stopped early has not met has no number.
    const isCut = categories.some(({ countText }) => countText.endsWith("+"));
    expect(categories.some(({ countText }) => countText === (isCut ? "" : "0"))).toBe(true);
  });

  it("are the same for any chosen category, and a minimum if counting stops early", async () => {
    const counts = async (query: string) =>
      (await browse(query)).categories.map(({ countText }) => countText);
    expect(await counts("free=1&category=concert")).toEqual(await counts("free=1"));
    const many = await browse("when=any");
    expect(many.categories.some(({ countText }) => /^\d+\+$/.test(countText))).toBe(true);
    for (const { slug } of many.categories.filter(({ countText }) => countText.endsWith("+")))
      expect((await browse(`when=any&category=${slug}`)).seen.total).toBeGreaterThan(0);
  });

  it("are left out of searches by words", async () => {
    expect((await browse("q=setar")).categories.every(({ countText }) => countText === "")).toBe(
      true,
    );
    expect((await browse("q=free")).categories.some(({ countText }) => countText !== "")).toBe(
      true,
    );
  });
});

describe("pages of the list of events", () => {
  it("show their position in the list", async () => {
    const first = await browse("limit=10");
    expect(first.seen).toMatchObject({ before: 0, count: 10, exact: true });
    expect(first.first).toBeNull();
    const second = await browse(paramsOf(first.more).toString());
    expect(second.seen).toMatchObject({ before: 10, count: 10, total: first.seen.total });
    expect(second.first).toBe("/events?limit=10");
    const third = await browse(paramsOf(second.more).toString());
    expect(third.seen).toMatchObject({ before: 20, count: 10 });
  });

  it("show it in every other order", async () => {
    for (const query of [
      "q=music&limit=10",
      "sort=popular&limit=10",
      "category=concert&category=music&limit=10",
    ]) {
      const first = await browse(query);
      const second = await browse(paramsOf(first.more).toString());
      expect([query, second.seen.before, second.seen.count]).toEqual([query, 10, 10]);
    }
  });

  it("say without a script which events they show", async () => {
    const get = async (path: string) => (await SELF.fetch(`http://rooydad.test${path}`)).text();
    const next =
      /href="(\/events\?[^"]*cursor=[^"]+)"/
        .exec(await get("/events?when=any"))?.[1]
        ?.replaceAll("&amp;", "&") ?? "";
    expect(next).not.toContain("shown");
    const html = await get(next);
    expect(html).toMatch(/25–48 of/);
    expect(html.match(/<article/g)).toHaveLength(24);
  });
});

describe("the form of the list of events", () => {
  it("keeps tag and removed filters, without a script too", async () => {
    const html = await (
      await SELF.fetch("http://rooydad.test/events?q=daf+tehran&tag=daf&without=city&without=free")
    ).text();
    const form = /<form[^>]*id="browse".*?<\/form>/s.exec(html)?.[0] ?? "";
    expect(form).toContain('<input type="hidden" name="tag" value="daf"/>');
    expect(form).toContain('<input type="hidden" name="without" value="city"/>');
    expect(form).toContain('<input type="hidden" name="without" value="free"/>');
  });
});

describe("the country whose days count", () => {
  it("is named if no place was chosen", async () => {
    expect((await browse("when=weekend")).daysOf).toMatch(/Iran/);
    expect((await browse("q=weekend")).daysOf).toMatch(/Iran/);
    expect((await browse("from=2026-12-10")).daysOf).toMatch(/Iran/);
    for (const query of [
      "",
      "when=past",
      "city=berlin&when=weekend",
      "q=berlin+weekend",
      "lat=52.5&lng=13.4&when=today",
    ])
      expect([query, (await browse(query)).daysOf]).toEqual([query, null]);
  });
});

describe("filters read from words", () => {
  it("are marked among the quick filters, which remove them", async () => {
    const { quick } = await browse(`q=${encodeURIComponent("رایگان آخر هفته تهران")}`);
    const on = quick.filter((filter) => filter.on);
    expect(on.map(({ key }) => key)).toEqual(["weekend", "free"]);
    const left = await Promise.all(
      on.map(({ href }) => browse(new URL(href, "http://rooydad.test").search)),
    );
    expect(left.map(({ active }) => active.map(({ key }) => key))).toEqual([
      ["q", "understood-city", "understood-free"],
      ["q", "understood-city", "understood-when"],
    ]);
    expect(
      left.flatMap((page) => page.quick.filter((filter) => filter.on).map(({ key }) => key)),
    ).toEqual(["free", "weekend"]);
  });

  const understoodIn = async (query: string) => {
    const page = await browse(query);
    const events = page.groups.flatMap((group) => group.events);
    return {
      page,
      events,
      keys: page.active.filter(({ understood }) => understood).map(({ key }) => key),
    };
  };

  it("are shown as chips if they apply to the results", async () => {
    const { events, keys } = await understoodIn("q=concert+tehran");
    expect(keys).toEqual(["understood-city", "understood-category"]);
    expect(events.length).toBeGreaterThan(0);
    // A venue that names its city says it once.
    for (const { city, venue } of events) expect(city || venue).toContain("Tehran");
  });

  it("stand for the words that they cover, which get no chip of their own", async () => {
    const keysOf = async (query: string) => (await browse(query)).active.map(({ key }) => key);
    expect(await keysOf("q=concert+tehran")).toEqual(["understood-city", "understood-category"]);
    expect(await keysOf("q=concert+tehran&without=category")).toEqual(["q", "understood-city"]);
    expect(await keysOf("q=calligraphy+tehran")).toEqual(["q", "understood-city"]);
    expect(await keysOf(`q=${encodeURIComponent("کنسرت نزدیک من")}`)).toEqual([
      "q",
      "understood-category",
    ]);
  });

  it("apply to partial matches too", async () => {
    const { page, events: listed, keys } = await understoodIn("q=beach+volleyball+today");
    expect(keys).toEqual(["understood-when"]);
    expect(page.groups.map(({ key }) => key.split("-").slice(0, 2).join("-"))).toEqual([
      "part-words",
    ]);
    expect(listed.length).toBeGreaterThan(0);
    const today = await browse("when=today&limit=100");
    const ofToday = new Set(today.groups.flatMap((group) => group.events.map(({ id }) => id)));
    for (const { id } of listed) expect(ofToday).toContain(id);
  });
});

describe("misspelt filter words", () => {
  /** The correction the page shows; null for none. */
  const correctedOn = ({ reading }: Awaited<ReturnType<typeof browse>>) =>
    reading?.text.match(/“(.+)”/)?.[1] ?? null;
  const answerTo = async (words: string, more = "") => {
    const page = await browse(`q=${encodeURIComponent(words)}${more}`);
    const understood = page.active.filter((filter) => filter.understood);
    return {
      page,
      ids: page.groups.flatMap((group) => group.events.map(({ id }) => id)),
      keys: understood.map(({ key }) => key),
    };
  };

  it.each([
    ["concrt tehrn", "concert tehran", ["understood-city", "understood-category"]],
    ["Concert tehrn", "Concert tehran", ["understood-city", "understood-category"]],
    ["concrt Tehran", "concert Tehran", ["understood-city", "understood-category"]],
    ["کنسرت تهرن", "کنسرت تهران", ["understood-city", "understood-category"]],
    ["tehrn", "tehran", ["understood-city"]],
    ["festivl", "festival", ["understood-category"]],
    ["frree concert", "free concert", ["understood-category", "understood-free"]],
    ["theater wekend", "theater weekend", ["understood-category", "understood-when"]],
    ["calligraphy tehrn", "calligraphy tehran", ["understood-city"]],
    ["caligraphy tehrn", "calligraphy tehran", ["understood-city"]],
  ])("are understood: %s as %s, which the page says", async (typed, meant, filters) => {
    const answer = await answerTo(typed);
    const other = await answerTo(meant);
    expect(answer.keys).toEqual(filters);
    expect(answer.keys).toEqual(other.keys);
    expect(correctedOn(answer.page)).toBe(meant);
    expect(correctedOn(other.page)).toBeNull();
    expect(answer.ids.length).toBeGreaterThan(0);
    expect(answer.ids.slice(0, 5)).toEqual(other.ids.slice(0, 5));
    expect([answer.page.room, answer.page.seen.total]).toEqual([
      other.page.room,
      other.page.seen.total,
    ]);
  });

  it("become words again when their filter is removed", async () => {
    const { page } = await answerTo("concrt tehrn");
    const without = page.active.find(({ key }) => key === "understood-category")?.without ?? "";
    const rest = await browse(new URL(without, "http://rooydad.test").search.slice(1));
    expect(rest.active.filter(({ understood }) => understood).map(({ key }) => key)).toEqual([
      "understood-city",
    ]);
    expect(correctedOn(rest)).toBe("concert tehran");
  });

  it.each(["", "&sort=date", "&sort=popular", "&radius=30"])(
    "are understood in every list: %s",
    async (more) => {
      const [answer, other] = [
        await answerTo("concrt tehrn", more),
        await answerTo("concert tehran", more),
      ];
      expect(answer.ids.length).toBeGreaterThan(0);
      expect([answer.ids, answer.keys]).toEqual([other.ids, other.keys]);
    },
  );

  it("are words in a list by date if only the words as typed match something completely", async () => {
    const coming = await db
      .select()
      .from(events)
      .where(and(eq(events.isListed, true), gt(events.startsAt, TUESDAY)));
    const event = coming.find(({ categories }) => !categories.includes("Festival"));
    const [city] = await db
      .select()
      .from(cities)
      .where(eq(cities.id, event?.cityId ?? ""));
    if (!event || !city) throw new Error("no event");
    await db.batch(indexEventStatements(db, { ...event, titleEn: "Quixotrel festival" }, city));
    const { ids, keys, page } = await answerTo("quixotrel festivl", "&sort=date");
    await db.batch(indexEventStatements(db, event, city));
    expect([ids, keys, correctedOn(page)]).toEqual([[event.id], [], "quixotrel festival"]);
  });

  it("are words if an event contains them, or if the filter would match nothing", async () => {
    const [event] = await db.select().from(events).where(eq(events.isListed, true)).limit(1);
    if (!event) throw new Error("no event");
    expect((await answerTo("concrt")).keys).toEqual(["understood-category"]);
    const [city] = await db.select().from(cities).where(eq(cities.id, event.cityId));
    if (!city) throw new Error("no city");
    await db.batch(indexEventStatements(db, { ...event, titleEn: "Concrt" }, city));
    const { keys, page, ids } = await answerTo("concrt");
    expect([keys, correctedOn(page), ids]).toEqual([[], null, [event.id]]);
    await db.batch(indexEventStatements(db, event, city));
    expect((await answerTo("santur tody xylophone")).keys).not.toContain("understood-when");
  });
});

describe("the end of a list by date", () => {
  const lastOf = async (query: string) => {
    let page = await browse(query);
    const ids = new Set<string>();
    for (;;) {
      for (const { events: cards } of page.groups) for (const { id } of cards) ids.add(id);
      if (!page.more) return { seen: page.seen, count: ids.size, summary: page.summary };
      page = await browse(paramsOf(page.more).toString());
    }
  };

  it.each(["tehran", "tehrn"])("is the end of all events if %s is a filter", async (q) => {
    const [all, found] = [
      await lastOf("city=tehran&limit=30"),
      await lastOf(`q=${q}&sort=date&limit=30`),
    ];
    expect(all.count).toBeGreaterThan(COUNTED_BY_SEARCH);
    expect([found.count, found.seen]).toEqual([all.count, all.seen]);
    expect(found.seen).toMatchObject({ total: all.count, exact: true });
  });

  it.each(["tehran", "tehrn"])(
    "is not the end of all events if search read %s as a word and stopped early",
    async (q) => {
      const { seen, count } = await lastOf(`q=${q}&without=city&sort=date&limit=30`);
      expect(count).toBeLessThanOrEqual(COUNTED_BY_SEARCH);
      expect(seen).toMatchObject({ total: count, exact: true });
      // The head counts all matches, the end of the list says that it has the soonest of them.
      expect(seen.note).toContain(String(count));
    },
  );

  it("is the end of all events if search has read everything", async () => {
    const { seen, count } = await lastOf("q=calligraphy&sort=date&limit=30");
    expect(count).toBeGreaterThan(0);
    expect(seen).toMatchObject({ total: count, exact: true });
  });
});

describe("days in the Solar Hijri calendar", () => {
  it("are understood in both languages, kept by the form and shown as a filter in the reader's calendar", async () => {
    for (const [language, shown] of [
      ["fa", "۱۹ آذر ۱۴۰۵"],
      ["en", "10 December 2026"],
    ] as const) {
      const html = await (
        await SELF.fetch(
          `http://rooydad.test/events?lang=${language}&from=${encodeURIComponent("۱۴۰۵/۰۹/۱۹")}`,
        )
      ).text();
      expect(html).toContain('name="from" value="2026-12-10"');
      expect(html).toContain(shown);
    }
  });
});

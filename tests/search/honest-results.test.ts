import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import type { Locale } from "../../app/i18n/locale";
import { localDay } from "../../app/lib/dates/dates.server";
import { searchKey } from "../../app/lib/text/search-text";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { findAlternatives } from "../../app/modules/events/list/nearest-alternatives.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { addEventsStatements, rebuildSearch } from "../../app/modules/search/index-event.server";
import { occasionDays, occasionName } from "../../app/modules/search/read-query/named-days";
import { spokenTimes, TIME_WORDS } from "../../app/modules/search/read-query/time-words";
import { eventSearch } from "../../app/modules/search/search-tables";
import { findFeedEvents } from "../../app/modules/syndication/feeds/find-feed-events.server";
import { createDatabase } from "../../db/client";
import { cities, events } from "../../db/schema";
import { meterDatabase } from "../helpers/metered-database";
import { requestContext } from "../helpers/request-context";
import { SAMPLE_NOW, seedSampleEvents } from "../helpers/sample-database";
import { createTestDeps } from "../helpers/test-deps";

const ORIGIN = "http://rooydad.test";

async function browse(
  query: string,
  { fixed = {}, locale = "en" as Locale, db = createDatabase(env.DB) } = {},
) {
  const calendar = locale === "fa" ? "jalali" : "gregorian";
  return browseEvents(
    requestContext({ ...createTestDeps(SAMPLE_NOW), db }, { locale, calendar }),
    new URLSearchParams(query),
    fixed,
  );
}

type Page = Awaited<ReturnType<typeof browse>>;

const cardsOf = (page: Page) => page.groups.flatMap((group) => group.events);
const headingsOf = (page: Page) =>
  page.groups.map(({ title, otherCalendar }) => `${title}: ${otherCalendar}`);

/** The page behind a link of a page. */
function follow(href: string) {
  const url = new URL(href, ORIGIN);
  const city = url.pathname.match(/^\/cities\/(.+)$/)?.[1];
  return browse(url.search, city ? { fixed: { city } } : {});
}

beforeAll(async () => {
  await seedSampleEvents(createDatabase(env.DB), SAMPLE_NOW, true);
});

describe("a search that no event matches completely", () => {
  const QUERIES = [
    "q=isfahan+music+tonight",
    "q=concert+tonight+shiraz",
    "q=jazz+today",
    "q=kids+yazd+free+tomorrow",
    "q=theater&city=isfahan&when=tomorrow",
    "city=isfahan&when=tonight",
    "city=yazd&free=1&when=week",
    "city=rasht&category=technology",
    "q=opera&city=kish",
    "q=setar&city=berlin&when=month",
    "q=free&city=vienna",
    "q=comedy&lat=35.7&lng=51.4&radius=2&when=today",
    "category=dance&when=today",
    "from=2026-11-24&to=2026-11-24&category=fashion&city=shiraz",
  ];

  it.each(QUERIES)("says so and offers nearby queries with exact counts: %s", async (query) => {
    const page = await browse(query);
    expect(page.nothing).not.toBeNull();
    expect(page.nothing?.alternatives.length).toBeGreaterThan(0);
    for (const { href, label, count } of page.nothing?.alternatives ?? []) {
      const other = await follow(href);
      const listed =
        other.groups.find(({ key }) => key === "part-all-")?.otherCalendar ??
        other.summary.replace(/(, within| for “).*$/, "");
      expect([label, count]).toEqual([label, listed]);
      expect(other.nothing, label).toBeNull();
    }
  });

  it("lists no event outside the requested city, time or price", async () => {
    for (const query of QUERIES) {
      const page = await browse(`${query}&limit=100`);
      const literal = page.groups.find(({ key }) => key.startsWith("part-literal"));
      for (const card of page.groups
        .filter((group) => group !== literal)
        .flatMap((group) => group.events)) {
        if (page.query.city)
          // A venue that names its city says it once.
          expect(card.city || card.venue, query).toContain(
            (await browse(`city=${page.query.city}`)).title.replace("What’s on in ", ""),
          );
      }
    }
    const tonight = await browse("q=isfahan+music+tonight");
    expect(cardsOf(tonight)).toEqual([]);
  });

  it.each([
    ["literature tehran saturday 4am", "2026-11-28"],
    ["ادبیات تهران شنبه ساعت ۴ صبح", "2026-11-28"],
    ["film tehran friday 5am", "2026-12-18"],
    ["networking tehran tomorrow 4am", "2026-11-25"],
  ])("offers the same day at other hours: %s", async (q, day) => {
    const deps = createTestDeps(SAMPLE_NOW);
    const { query } = parseEventQuery(new URLSearchParams({ q }));
    const near = await findAlternatives(deps, query, await listEvents(deps, query));
    expect(near.map(({ query: { from, to } }) => (from === to ? from : null))).toContain(day);
  });

  it("names the query and the alternatives in both languages", async () => {
    const en = await browse("q=isfahan+music+tonight");
    expect(en.summary).toBe("No exact match for “isfahan music tonight”");
    expect(en.nothing?.title).toBe("No Music events in Isfahan tonight");
    expect(en.nothing?.alternatives[0]?.label).toMatch(/^Music · Isfahan · \w+day \d+ \w+$/);
    const fa = await browse(`q=${encodeURIComponent("موسیقی امشب اصفهان")}`, { locale: "fa" });
    expect(fa.nothing?.title).toBe("امشب در اصفهان رویدادی در دستهٔ «موسیقی» پیدا نشد");
    expect(fa.nothing?.alternatives[0]?.label).toMatch(/^موسیقی · اصفهان · \S+ [۰-۹]+ آذر$/);
    expect(fa.nothing?.alternatives[0]?.count).toMatch(/^[۰-۹]+ رویداد$/);
  });

  it.each([
    ["q=calligraphy+kish&free=1", "No free events for “calligraphy” in Kish"],
    [
      "category=dance&city=shiraz&from=2026-11-24&to=2026-11-24",
      "No Dance events in Shiraz on Tuesday 24 November",
    ],
    ["city=rasht&category=technology&age=7", "No events match everything you asked for"],
  ])("says in a sentence that nothing matches: %s", async (query, sentence) => {
    expect((await browse(query)).nothing?.title).toBe(sentence);
  });

  it("stays on the city's page for its own alternatives, and leaves it for other cities and for all", async () => {
    const page = await browse("q=music&when=tonight", { fixed: { city: "isfahan" } });
    const links = page.nothing?.alternatives.map(({ href }) => new URL(href, ORIGIN)) ?? [];
    expect(links.map(({ pathname }) => pathname)).toContain("/cities/isfahan");
    for (const { pathname } of links) expect(["/cities/isfahan", "/events"]).toContain(pathname);
  });

  it("suggests the same words elsewhere if no near city has matches", async () => {
    const page = await browse("q=yalda london");
    const links =
      page.nothing?.alternatives.map(({ href }) => new URL(href, ORIGIN).searchParams) ?? [];
    expect(links.map((params) => [params.get("q"), params.get("city")])).toContainEqual([
      "yalda",
      null,
    ]);
  });

  it("has an empty feed", async () => {
    const feed = async (query: string) =>
      (
        await findFeedEvents(
          createTestDeps(SAMPLE_NOW),
          parseEventQuery(new URLSearchParams(query)).query,
          "ics",
        )
      ).events.length;
    expect(await feed("q=yalda london")).toBe(0);
  });

  it("names a range of days as its chip does", async () => {
    const page = await browse("q=qqqxxqq&city=tabriz&from=2026-12-28&to=2027-01-04");
    expect(page.nothing?.title).toContain("28 December – 4 January");
  });

  it("has links onward even if nothing is known", async () => {
    const page = await browse("q=qqqxxqq");
    expect(cardsOf(page)).toEqual([]);
    expect(page.nothing?.alternatives.map(({ label }) => label)).toEqual(["All events"]);
    const inCity = await browse("q=qqqxxqq&city=tabriz&when=today");
    expect(inCity.nothing?.alternatives.length).toBeGreaterThan(0);
  });

  it("takes at most ten round trips with the alternatives and the counts of the days, and reads at most 1,000 rows", async () => {
    await browse("");
    for (const query of QUERIES) {
      const { db, spent } = meterDatabase(env.DB);
      await browse(query, { db });
      expect(spent.roundTrips, query).toBeLessThanOrEqual(10);
      expect(spent.rowsRead, query).toBeLessThanOrEqual(1_000);
    }
  });

  it("is not announced if something matches, nor on a later page", async () => {
    expect((await browse("q=music")).nothing).toBeNull();
    expect((await browse("city=tehran")).nothing).toBeNull();
  });
});

describe("parts of the results", () => {
  it("count complete matches apart from those without one word", async () => {
    const page = await browse("q=persian+calligraphy+workshop");
    expect(page.summary).toMatch(/^3 events for/);
    expect(headingsOf(page)[0]).toBe("With all words: 3 events");
    expect(page.groups[0]?.events).toHaveLength(3);
    expect(
      headingsOf(page)
        .slice(1)
        .every((heading) => /^(Without “|With fewer|In other)/.test(heading)),
    ).toBe(true);
  });

  it("name the missing word as typed", async () => {
    const page = await browse(`q=${encodeURIComponent("کنسرت قمیشی")}`, { locale: "fa" });
    expect(page.summary).toBe("برای «کنسرت قمیشی» چیزی پیدا نشد");
    expect(headingsOf(page)[0]).toMatch(/^بدون «قمیشی»: [۰-۹]+ (رویداد|نتیجهٔ مرتبط‌تر)$/);
    expect(cardsOf(page).length).toBeGreaterThan(0);
  });

  it.each([
    ["en", "neither free nor online", "Not “online”, Not free"],
    ["en", "tehran not for children", "Not for children"],
    ["fa", "کنسرت غیر رایگان", "غیررایگان"],
  ] as const)(
    "deny price and audience in words of their own (%s): %s",
    async (locale, q, label) => {
      const { active } = await browse(`q=${encodeURIComponent(q)}`, { locale });
      expect(active.map((chip) => chip.label)).toContain(label);
    },
  );

  it("never count more than there are: a cut part is called the closest", async () => {
    for (const query of [
      "q=ebi+concert+tehran",
      "q=persian+music+orchestra",
      "q=women+poetry+night+tehran",
    ])
      for (const group of (await browse(`${query}&limit=100`)).groups)
        expect([group.title, group.otherCalendar]).toEqual([
          group.title,
          expect.stringMatching(
            new RegExp(`^(${group.events.length} events?|Best matches: ${group.events.length})$`),
          ),
        ]);
  });

  it("have no heading if everything matches", async () => {
    const page = await browse("q=concert");
    expect(page.groups.map(({ title }) => title)).toEqual([""]);
  });

  it("continue over pages", async () => {
    const whole = await browse("q=persian+calligraphy+workshop&limit=100");
    const first = await browse("q=persian+calligraphy+workshop&limit=3");
    expect(first.more).not.toBeNull();
    const second = await follow(first.more ?? "");
    const ids = [...cardsOf(first), ...cardsOf(second)].map(({ id }) => id);
    expect(ids).toEqual(
      cardsOf(whole)
        .slice(0, ids.length)
        .map(({ id }) => id),
    );
    expect(second.groups.map(({ title, otherCalendar }) => `${title} ${otherCalendar}`)).toEqual(
      expect.arrayContaining([headingsOf(whole)[1]?.replace(":", "") ?? ""]),
    );
  });
});

describe("the number of events in the head", () => {
  const count = async (where: string) =>
    (
      await env.DB.prepare(
        `SELECT count(*) AS n FROM events WHERE is_listed = 1 AND ends_at > ? AND ${where}`,
      )
        .bind(SAMPLE_NOW)
        .first<{ n: number }>()
    )?.n;

  it.each([
    ["q=tehran", "city_id = (SELECT id FROM cities WHERE slug = 'tehran')"],
    ["q=free", "price = 0"],
    ["q=%D8%B1%D8%A7%DB%8C%DA%AF%D8%A7%D9%86", "price = 0"],
    ["q=music", "categories LIKE '%\"Music\"%'"],
  ])("%s: is the number of all that match, and all can be paged to", async (query, where) => {
    const total = (await count(`lifecycle <> 'cancelled' AND ${where}`)) ?? 0;
    expect(total).toBeGreaterThan(50);
    const page = await browse(`${query}&limit=100`);
    expect(page.summary).toMatch(new RegExp(`^${total} events for `));
    const rest = page.more ? await follow(page.more) : null;
    expect(cardsOf(page).length + (rest ? cardsOf(rest).length : 0)).toBe(total);
    expect([page.seen.note, rest?.seen.note ?? null]).toEqual([null, null]);
  });

  it("is exact for all events among the alternatives", async () => {
    const page = await browse("q=qqqxxqq");
    expect(page.nothing?.alternatives[0]?.count).toBe(`${await count("1")} events`);
  });

  it("is more than what is listed where only the soonest are ranked, which its head and its end say", async () => {
    const { db } = createTestDeps(SAMPLE_NOW);
    const many = await db.select().from(events).where(eq(events.isListed, true));
    const city = await db.select().from(cities).where(eq(cities.slug, "tehran")).get();
    if (!city) throw new Error("no city");
    const before = many.filter(({ endsAt }) => endsAt > SAMPLE_NOW).slice(0, 75);
    await db.batch([
      db.delete(eventSearch).where(sql`1`),
      ...addEventsStatements(
        db,
        before.map((event) => ({ event: { ...event, titleEn: `Zurna ${event.titleEn}` }, city })),
        new Set(),
      ),
    ]);
    const page = await browse("q=zurna&limit=100");
    expect(page.summary).toBe("75 events for “zurna”, the 48 soonest listed");
    expect([cardsOf(page).length, page.seen.note]).toEqual([
      48,
      "Only the 48 soonest matches are listed: add a word, a day or a city.",
    ]);
    await rebuildSearch(db);
  });
});

describe("corrections", () => {
  it("are announced with a link that searches the words as typed", async () => {
    const page = await browse("q=caligraphy");
    expect(page.reading).toMatchObject({
      text: "Searched for “calligraphy”.",
      link: { label: "Search for “caligraphy” instead" },
    });
    const literal = await follow(page.reading?.link?.href ?? "");
    expect(literal.query.without).toEqual(["corrections"]);
    expect(cardsOf(literal)).toEqual([]);
    expect(literal.reading?.link?.label).toBe("Did you mean “calligraphy”?");
    const back = await follow(literal.reading?.link?.href ?? "");
    expect(cardsOf(back).map(({ id }) => id)).toEqual(cardsOf(page).map(({ id }) => id));
  });

  it("are announced for words of filters", async () => {
    const page = await browse("q=concrt+tehrn");
    expect(page.reading?.text).toBe("Searched for “concert tehran”.");
    const literal = await follow(page.reading?.link?.href ?? "");
    expect(literal.active.filter(({ understood }) => understood)).toEqual([]);
  });
});

describe("requested times", () => {
  it("are those of the date where its weekday is another, which the page says", async () => {
    const en = await browse("q=thursday+11+december+2026");
    expect(en.reading?.text).toBe("Searched for Friday 11 December 2026, which isn’t a Thursday.");
    expect(en.matching.count).toBeGreaterThan(0);
    const fa = await browse(`q=${encodeURIComponent("پنجشنبه ۲۰ آذر")}`, { locale: "fa" });
    expect(fa.reading?.text).toBe("برای جمعه ۲۰ آذر ۱۴۰۵ جست‌وجو کردیم؛ این تاریخ پنجشنبه نیست.");
    expect((await browse("q=friday+11+december+2026")).reading).toBeNull();
  });

  it("limit the list to the requested day", async () => {
    const page = await browse("q=tehran+tomorrow&limit=100");
    const day = localDay(SAMPLE_NOW + 86_400_000, "Asia/Tehran");
    expect(cardsOf(page).length).toBeGreaterThan(0);
    for (const { startsAt } of cardsOf(page)) expect(startsAt.slice(0, 10) <= day).toBe(true);
  });
});

describe("words that are a category", () => {
  it.each(["q=exhibition", "q=concert+tehran", "q=konsert"])(
    "list the events of it in order of time, what is on first and what is off last: %s",
    async (query) => {
      const page = await browse(`${query}&limit=100`);
      const [category] = page.active.flatMap(({ label, understood }) =>
        understood && label !== "Tehran" ? [label] : [],
      );
      const isOff = ({ state }: { state: string }) =>
        state === "postponed" || state === "cancelled";
      const places = cardsOf(page).map(isOff);
      expect(places.indexOf(true) < 0 || !places.slice(places.indexOf(true)).includes(false)).toBe(
        true,
      );
      const own = cardsOf(page).filter((card) => card.category?.label === category && !isOff(card));
      const starts = own.map(({ startsAt }) => Math.max(Date.parse(startsAt), SAMPLE_NOW));
      expect(starts.length).toBeGreaterThan(3);
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
      expect(cardsOf(page).slice(0, own.length)).toEqual(own);
    },
  );
});

describe("a name of a holy day or an occasion", () => {
  /** Occasions that sample events are named after or about; of the Persian new year are "new years" too. */
  const HELD =
    /^(?:new-year|nowruz|yalda|sizdah|suri|valentine|solar:7:16|solar:4:13|gregorian:3:8)$/;
  const names = new Map(
    [...TIME_WORDS, ...spokenTimes()].flatMap(([forms, meaning]) =>
      "holiday" in meaning || "lunar" in meaning
        ? forms.map((form) => [form, "holiday" in meaning ? meaning.holiday : "lunar"] as const)
        : [],
    ),
  );

  it("finds its events, offers what is on in its days, or says that there is none: all names", async () => {
    const deps = createTestDeps(SAMPLE_NOW);
    const ask = (params: Record<string, string>) =>
      parseEventQuery(new URLSearchParams({ limit: "10", ...params })).query;
    const wrong: string[] = [];
    expect(names.size).toBeGreaterThan(220);
    // Others are read as their days.
    const asked = [...names].filter(([q]) => occasionName(searchKey(q).split(" ")) !== null);
    expect(asked.length).toBeGreaterThan(130);
    for (const [q, occasion] of asked) {
      const list = await listEvents(deps, ask({ q }));
      const { filters } = list.request.understood;
      if (list.corrected !== null || filters.city)
        wrong.push(`${q}: ${list.corrected} ${filters.city}`);
      // «هشت مارس» is a date too.
      if (filters.when) continue;
      if (list.exactTotal > 0) {
        if (!HELD.test(occasion)) wrong.push(`${q}: ${list.exactTotal} events of another name`);
        continue;
      }
      const days = occasionDays(searchKey(q), localDay(SAMPLE_NOW, "Asia/Tehran"));
      const [near] = await findAlternatives(deps, ask({ q }), list);
      const inDays = await listEvents(deps, ask(days ?? {}));
      const isOffered =
        near?.query.q === "" &&
        near.query.from === days?.from &&
        near.query.to === days?.to &&
        near.total === inDays.exactTotal;
      if (list.knownName === null || !(isOffered || inDays.exactTotal === 0))
        wrong.push(`${q}: ${list.knownName?.name}, ${near?.query.q} ${near?.query.from}`);
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it("that no event has leads to the events of its days", async () => {
    const page = await browse("q=eid-e fetr");
    const [first] = page.nothing?.alternatives ?? [];
    expect(page.nothing?.title).toBe("No events of eid-e fetr are listed");
    expect(first?.href).toContain("from=2027-03-09&to=2027-03-11");
    expect(cardsOf(await follow(first?.href ?? "")).length).toBeGreaterThan(0);
  });
});

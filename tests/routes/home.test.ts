import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { localDay, toIsoWithOffset } from "../../app/lib/dates/dates.server";
import { categoryCountsOf, stripCounts } from "../../app/modules/events/list/facet-counts.server";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { occurrenceStatements } from "../../app/modules/schedule/occurrence-statements.server";
import { homeLoader } from "../../app/routes/public/home/home.server";
import { createDatabase } from "../../db/client";
import { cities, eventPoints, events } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { forgetKeptPages, pageText } from "../helpers/page-text";
import { queryPlansOf, recordDatabase } from "../helpers/recording-database";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const db = createDatabase(env.DB);
const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`http://rooydad.test${path}`, { headers });
const home = (locale: "en" | "fa" = "en", deps = createTestDeps()) =>
  homeLoader(requestContext(deps, { locale }));

describe("the home page of an empty calendar", () => {
  it("has links to seven days, and no events", async () => {
    const page = await home();
    expect(page.doors).toEqual([]);
    await createCity(db, { slug: "kish" });
    const { doors } = await home();
    expect(doors.map(({ count }) => count)).toEqual(Array(7).fill("Nothing yet"));
    await db.delete(cities);
    expect([page.trending, page.tiles, page.spotlight]).toEqual([null, [], []]);
  });
});

describe("the home page", () => {
  beforeAll(async () => {
    const nextId = "019b0000-0000-7000-b000-000000000001";
    const runningId = "019b0000-0000-7000-b000-000000000002";
    const tehran = await createCity(db, {
      slug: "tehran",
      nameEn: "Tehran",
      nameFa: "تهران",
      upcomingCount: 9,
      nextEventId: runningId,
    });
    const yazd = await createCity(db, {
      slug: "yazd",
      nameEn: "Yazd",
      nameFa: "یزد",
      upcomingCount: 3,
      nextEventId: nextId,
    });
    await createCity(db, { slug: "qom", nameEn: "Qom", upcomingCount: 2 });
    const at = (days: number, hours = 0) => TUESDAY + days * DAY + hours * HOUR;
    const inTehran = { cityId: tehran.id };
    await createEvent(db, {
      ...inTehran,
      startsAt: at(0, 3),
      titleEn: "Setar tonight",
      popularityPoints: 50,
    });
    await createEvent(db, {
      ...inTehran,
      startsAt: at(0, 10),
      endsAt: at(0, 12),
      titleEn: "Past midnight",
      popularityPoints: 40,
    });
    await createEvent(db, {
      ...inTehran,
      startsAt: at(2),
      titleEn: "Talk of the town",
      popularityPoints: 400,
      categories: ["Talk"],
    });
    await createEvent(db, {
      ...inTehran,
      startsAt: at(2),
      titleEn: "Called off",
      popularityPoints: 900,
      lifecycle: "cancelled",
    });
    await createEvent(db, {
      ...inTehran,
      startsAt: at(3),
      titleEn: "Hidden",
      popularityPoints: 800,
      isActive: false,
    });
    await createEvent(db, {
      ...inTehran,
      startsAt: at(-2),
      titleEn: "Over",
      popularityPoints: 700,
      isOver: true,
    });
    await createEvent(db, {
      ...inTehran,
      id: runningId,
      startsAt: at(-10),
      endsAt: at(4),
      titleEn: "Tiles, all month",
      popularityPoints: 10,
      categories: ["Art Exhibition"],
    });
    await createEvent(db, {
      ...inTehran,
      startsAt: at(20),
      titleEn: "Much later",
      popularityPoints: 60,
      publishedAt: at(-1),
    });
    await createEvent(db, {
      cityId: yazd.id,
      id: nextId,
      startsAt: at(6),
      titleEn: "Wind towers by bike",
      titleFa: "دوچرخه زیر بادگیرها",
      categories: ["Outdoors"],
    });
  });

  it("links to each of the coming seven days, with the name and count of that day's list", async () => {
    const { doors } = await home();
    expect(doors.map(({ label, number }) => `${label} ${number}`)).toEqual([
      "Tonight 8",
      "Tomorrow 9",
      "Thursday 10",
      "Friday 11",
      "Saturday 12",
      "Sunday 13",
      "Monday 14",
    ]);
    for (const door of doors) {
      const { total } = await listEvents(
        createTestDeps(),
        parseEventQuery(new URL(door.href, "http://rooydad.test").searchParams).query,
      );
      expect(`${door.day}: ${door.count}`).toBe(
        `${door.day}: ${total === 0 ? "Nothing yet" : total === 1 ? "1 event" : `${total} events`}`,
      );
    }
    expect(doors[0]?.href).toBe("/events?city=tehran&when=tonight");
    expect(doors[1]?.href).toBe("/events?city=tehran&from=2026-12-09&to=2026-12-09");
  });

  it("names days in the reader's calendar", async () => {
    expect((await home("en")).today).toBe("Tuesday 8 December · 17 Azar");
    expect((await home("fa")).today).toBe("سه‌شنبه ۱۷ آذر · ۸ دسامبر");
    expect((await home("fa")).doors[0]).toMatchObject({
      label: "امشب",
      number: "۱۷",
      month: "آذر",
    });
  });

  it("shows what moved people this week and takes place within two, Iran first", async () => {
    const toronto = await createCity(db, { slug: "toronto", nameEn: "Toronto", countryCode: "CA" });
    const all = await db.select().from(cities);
    const at = (days: number) => ({
      startsAt: TUESDAY + days * DAY,
      endsAt: TUESDAY + days * DAY + HOUR,
    });
    const idOf = (slug: string) => all.find((city) => city.slug === slug)?.id ?? "";
    const move = async (eventId: string, points: number) =>
      db.insert(eventPoints).values({ eventId, day: "2026-12-07", points });
    const [most, near, late, little] = await Promise.all(
      [
        { cityId: toronto.id, titleEn: "Far away", ...at(9) },
        { cityId: idOf("yazd"), titleEn: "Moved", ...at(9) },
        { cityId: idOf("yazd"), titleEn: "In a month", ...at(30) },
        { cityId: idOf("yazd"), titleEn: "Less than a trusted save", ...at(9) },
      ].map((values) => createEvent(db, values)),
    );
    for (const [event, points] of [
      [most, 900],
      [near, 30],
      [late, 800],
      [little, 9],
    ] as const)
      await move(event?.id ?? "", points);
    const { trending } = await home();
    expect(trending?.title).toBe("Trending this week");
    expect(trending?.events.map(({ title }) => title).slice(0, 2)).toEqual(["Moved", "Far away"]);
    expect(trending?.events.map(({ title }) => title)).not.toContain("In a month");
    expect(trending?.note).toContain("A quiet week");
    await db.delete(eventPoints);
    for (const event of [most, near, late, little])
      await db.delete(events).where(eq(events.id, event?.id ?? ""));
    await db.delete(cities).where(eq(cities.id, toronto.id));
  });

  it("shows the busiest cities with their next or current event", async () => {
    const { spotlight } = await home("fa");
    expect(spotlight.map(({ slug }) => slug)).toEqual(["tehran", "yazd"]);
    expect(spotlight.map(({ next }) => next)).toEqual([
      { label: "در جریان:", title: "Tiles, all month", lang: "en" },
      { label: "بعدی:", title: "دوچرخه زیر بادگیرها", lang: "fa" },
    ]);
  });

  it("shows categories with events, with their counts", async () => {
    const { tiles } = await home();
    expect(tiles.map(({ label, count }) => `${label}: ${count}`)).toEqual([
      "Concert: 4 events",
      "Art Exhibition: 1 event",
      "Outdoors: 1 event",
      "Talk: 1 event",
    ]);
  });

  describe("of a reader who has chosen a city", () => {
    const homeOf = (slug: string, locale: "en" | "fa" = "en", deps = createTestDeps()) =>
      homeLoader(
        requestContext(deps, {
          locale,
          homeCity: { slug, name: slug, isAll: false, suggested: null },
        }),
      );

    const titlesOf = (shown: readonly { title: string }[]) => shown.map(({ title }) => title);

    it("opens with tonight and the next events; below are runs that end soon and new ones, each once", async () => {
      const page = await homeOf("tehran");
      expect(page.opening).toMatchObject({
        heading: { before: "Tonight in ", city: "Tehran", after: "" },
        note: null,
        hasDay: true,
        all: { href: "/events?city=tehran&when=tonight", label: "All 3 tonight" },
      });
      const { lead, rows } = page.opening ?? expect.fail("No opening.");
      const first = [...(lead ? [lead] : []), ...rows];
      expect(titlesOf(first)).toEqual(["Past midnight", "Talk of the town", "Much later"]);
      expect(page.parts.map(({ title, events: shown }) => `${title}: ${titlesOf(shown)}`)).toEqual([
        "On for a few more days: Tiles, all month",
      ]);
      const shown = [
        ...first,
        ...page.parts.flatMap((part) => part.events),
        ...(page.trending?.events ?? []),
      ].map(({ id }) => id);
      expect(new Set(shown).size).toBe(shown.length);
    });

    it("is of the nearest city, or of Tehran, for a reader who has chosen none, and says so", async () => {
      const of = (suggested: string | null, isAll = false) =>
        homeLoader(
          requestContext(createTestDeps(), {
            homeCity: { slug: null, name: null, isAll, suggested },
          }),
        );
      const near = await of("yazd");
      expect(near.opening?.heading.city).toBe("Yazd");
      expect(near.opening?.note).toContain("nearest to your connection");
      expect(near.choices?.cities.map(({ slug }) => slug)).toEqual(["yazd", "tehran", "qom"]);
      const none = await of(null);
      expect(none.opening?.heading.city).toBe("Tehran");
      expect(none.opening?.note).toContain("haven’t chosen a city");
      expect((await of(null, true)).choices).toBeNull();
      expect((await homeOf("tehran")).opening?.note).toBeNull();
    });

    it("has one count of an evening and of a day: in the arch, beside the heading, and in the list", async () => {
      // A play twice this evening, and an exhibition that is open over it.
      const tehran = await db.select().from(cities).where(eq(cities.slug, "tehran")).get();
      const starts = [3, 6, 27].map((hours) => TUESDAY + hours * HOUR);
      const { id: play } = await createEvent(db, {
        cityId: tehran?.id ?? "",
        startsAt: TUESDAY + 3 * HOUR,
        occurrenceCount: 3,
        categories: ["Theater"],
      });
      const occurrences = starts.map((startsAt) => ({
        id: `${startsAt}`,
        originalStart: toIsoWithOffset(startsAt, "Asia/Tehran").slice(0, 16),
        startsAt,
        endsAt: startsAt + 2 * HOUR,
        localDay: localDay(startsAt, "Asia/Tehran"),
        status: "scheduled" as const,
        note: { en: null, fa: null },
        price: null,
        ticketUrl: null,
      }));
      for (const statement of occurrenceStatements(db, play, occurrences, TUESDAY)) await statement;
      const page = await homeOf("tehran");
      for (const door of page.doors) {
        const { query } = parseEventQuery(new URL(door.href, "http://rooydad.test").searchParams);
        const list = await listEvents(createTestDeps(), query);
        const strip = await stripCounts(createTestDeps(), list);
        const { exactTotal } = list;
        expect([door.day, door.count]).toEqual([
          door.day,
          exactTotal === 0 ? "Nothing yet" : exactTotal === 1 ? "1 event" : `${exactTotal} events`,
        ]);
        if (query.from) expect(strip.get(query.from)).toBe(exactTotal);
        const { of } = await categoryCountsOf(createTestDeps(), list.filters ?? expect.fail());
        for (const [category, count] of of) {
          const narrowed = { ...query, categories: [category as "Talk"] };
          expect((await listEvents(createTestDeps(), narrowed)).exactTotal).toBe(count);
        }
      }
      expect(page.opening?.all.label).toBe(
        `All ${parseInt(page.doors[0]?.count ?? "", 10)} tonight`,
      );
      await db.delete(events).where(eq(events.id, play));
    });

    it("shows what moved people in that city first, then elsewhere, and says that the week was quiet", async () => {
      const all = await db.select().from(cities);
      const idOf = (slug: string) => all.find((city) => city.slug === slug)?.id ?? "";
      const startsAt = TUESDAY + 9 * DAY;
      const made = [];
      // The six of the first screen come before.
      for (const [slug, titleEn, points, days] of [
        ["tehran", "Of all Iran", 900, 0],
        ["yazd", "Of the city", 30, 0],
        ["yazd", "Of the city, later", 800, 20],
        ...Array.from({ length: 6 }, (_, at) => ["yazd", `Sooner ${at}`, 0, -5] as const),
      ] as const) {
        const at = startsAt + days * DAY;
        const event = await createEvent(db, {
          cityId: idOf(slug),
          titleEn,
          startsAt: at,
          endsAt: at + HOUR,
        });
        made.push(event.id);
        if (points > 0)
          await db.insert(eventPoints).values({ eventId: event.id, day: "2026-12-07", points });
      }
      const { trending } = await homeOf("yazd");
      expect(trending?.title).toContain("Yazd");
      expect(titlesOf(trending?.events ?? []).slice(0, 2)).toEqual(["Of the city", "Of all Iran"]);
      expect(titlesOf(trending?.events ?? [])).not.toContain("Of the city, later");
      expect(trending?.note).toContain("Yazd");
      expect((await homeOf("yazd", "fa")).trending?.note).toContain("یزد");
      await db.delete(eventPoints);
      for (const id of made) await db.delete(events).where(eq(events.id, id));
    });

    it("links to the days of that city, with their counts", async () => {
      const { doors } = await homeOf("yazd");
      expect(doors[1]?.href).toBe("/events?city=yazd&from=2026-12-09&to=2026-12-09");
      expect(doors.map(({ count }) => count)).toEqual([...Array(6).fill("Nothing yet"), "1 event"]);
    });

    it("finds what is new there however much is new elsewhere", async () => {
      const all = await db.select().from(cities);
      const idOf = (slug: string) => all.find((city) => city.slug === slug)?.id ?? "";
      const fresh = { startsAt: TUESDAY + 40 * DAY, publishedAt: TUESDAY - HOUR };
      const elsewhere = await Promise.all(
        Array.from({ length: 65 }, () => createEvent(db, { ...fresh, cityId: idOf("tehran") })),
      );
      const one = await createEvent(db, {
        ...fresh,
        cityId: idOf("yazd"),
        publishedAt: TUESDAY - 2 * DAY,
      });
      // The first screen takes the next six.
      const sooner = await Promise.all(
        Array.from({ length: 6 }, () =>
          createEvent(db, { cityId: idOf("yazd"), startsAt: TUESDAY + 5 * DAY }),
        ),
      );
      const part = (await homeOf("yazd")).parts.find(({ key }) => key === "fresh");
      expect(part?.events.map(({ id }) => id)).toEqual([one.id]);
      for (const { id } of [...elsewhere, ...sooner, one])
        await db.delete(events).where(eq(events.id, id));
    });

    it("leaves out runs that have not begun", async () => {
      const tehran = await db.select().from(cities).where(eq(cities.slug, "tehran")).get();
      const opens = TUESDAY + 3 * DAY;
      const times = { startsAt: opens, endsAt: opens + HOUR, runsUntil: opens + 3 * DAY };
      const run = await createEvent(db, {
        cityId: tehran?.id ?? "",
        ...times,
        titleEn: "Opens on Friday",
      });
      const ending = (await homeOf("tehran")).parts.find(({ key }) => key === "ending");
      expect(ending?.events.map(({ id }) => id)).not.toContain(run.id);
      await db.delete(events).where(eq(events.id, run.id));
    });

    it("says that there is nothing tonight, and shows the next events", async () => {
      const { opening } = await homeOf("yazd");
      expect(opening?.heading).toEqual({ before: "Nothing tonight in ", city: "Yazd", after: "" });
      expect(opening?.next).toBe("Monday: 1 event");
      expect(opening?.lead?.title).toBe("Wind towers by bike");
      expect(opening?.all).toEqual({ href: "/cities/yazd", label: "What’s on in Yazd" });
      // Half an hour past midnight: the first arch is of the day that has begun.
      const night = createTestDeps(TUESDAY + 11 * HOUR);
      const atNight = await homeOf("yazd", "en", night);
      expect(atNight.doors[0]).toMatchObject({
        label: "Today",
        href: "/events?city=yazd&from=2026-12-09&to=2026-12-09",
      });
      expect((await homeOf("qom")).opening?.lead).toBeNull();
    });

    it("takes no more round trips, and walks indexes", async () => {
      const recording = recordDatabase(env.DB);
      await homeOf("tehran", "fa", { ...createTestDeps(), db: recording.db });
      expect(recording.roundTrips).toBeLessThanOrEqual(5);
      const details = await queryPlansOf(env.DB, recording);
      expect(details.filter((detail) => /^SCAN (events|event_facets)\b/.test(detail))).toEqual([]);
    });
  });

  it("takes at most five round trips, and no full scan", async () => {
    const recording = recordDatabase(env.DB);
    await home("fa", { ...createTestDeps(), db: recording.db });
    expect(recording.roundTrips).toBeLessThanOrEqual(5);
    const details = await queryPlansOf(env.DB, recording);
    expect(details.filter((detail) => /^SCAN (events|event_facets)\b/.test(detail))).toEqual([]);
    // Other orders use an index of that order and stop early.
    for (const name of ["events_by_popularity", "events_trending", "events_trending_in_city"])
      expect(details.join("\n")).toMatch(new RegExp(`INDEX ${name}\\b`));
  });

  it("works without a script: a search form, seven days, quick filters and the event form", async () => {
    const html = await pageText("/?lang=en");
    const form = /<form[^>]*role="search"[^>]*>[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
    expect(form).toMatch(
      /<form[^>]*method="get"[^>]*action="\/events"|<form[^>]*action="\/events"[^>]*method="get"/i,
    );
    expect(form).toMatch(/<input[^>]*name="q"/);
    expect(form).toMatch(/<select[^>]*name="city"/);
    expect(form).toContain('<option value="yazd">Yazd</option>');
    // An arch is tonight's; past midnight the night that ends has none.
    const days = new Set(html.match(/href="\/events\?city=tehran&amp;from=[^"]*/g));
    expect([6, 7]).toContain(days.size);
    expect(html).toMatch(
      /<button[^>]*name="city"[^>]*value="tehran"|<button[^>]*value="tehran"[^>]*name="city"/,
    );
    const chosen = await (
      await get("/", { "Accept-Language": "en", Cookie: "rooydad.city=all" })
    ).text();
    for (const href of [
      "/events?when=tonight",
      "/events?when=weekend",
      "/events?free=1",
      "/events#filters",
      "/events?category=kids-family",
    ])
      expect(chosen).toContain(`href="${href}"`);
    expect(html).toMatch(/<a [^>]*href="\/events\/create"[^>]*><span[^>]*>.*?Suggest an event/);
  });

  it("has one h1 in each language, and a canonical address", async () => {
    for (const [language, heading] of [
      ["en", "Where to, tonight?"],
      ["fa", "امشب کجا برویم؟"],
    ]) {
      const html = await (await get(`/?lang=${language}`)).text();
      expect(html.match(/<h1\b/g)).toHaveLength(1);
      expect(html).toContain(heading);
      expect(html).toContain(
        `<link rel="canonical" href="http://rooydad.test/?lang=${language}"/>`,
      );
      expect(html).toContain('"@type":"WebSite"');
    }
  });

  it("names the feeds of all events in each format, which answer", async () => {
    const html = await (await get("/?lang=fa")).text();
    const feeds = Array.from(
      html.matchAll(/<link rel="alternate" type="([^"]+)"[^>]*href="([^"]+)"/g),
    );
    expect(feeds.map(([, type]) => type)).toEqual([
      "text/calendar",
      "application/atom+xml",
      "application/rss+xml",
      "application/feed+json",
    ]);
    for (const [, type = "", href = ""] of feeds) {
      const feed = await SELF.fetch(href);
      expect([feed.status, feed.headers.get("Content-Language")]).toEqual([200, "fa"]);
      expect(feed.headers.get("Content-Type")).toContain(type);
      await feed.body?.cancel();
    }
  });

  it("is kept in the page cache for anonymous readers", async () => {
    await get("/?lang=fa");
    expect((await get("/?lang=fa")).headers.get("X-Page-Cache")).toBe("hit");
  });
});

describe("the home page without events", () => {
  it("says so, and links to past events", async () => {
    await db.delete(events);
    await forgetKeptPages();
    const html = await pageText("/?lang=en");
    expect(html).toContain("Nothing coming up");
    expect(html).toContain('href="/events?when=past"');
  });
});

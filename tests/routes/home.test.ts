import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/list/parse-event-query";
import { homeLoader } from "../../app/routes/public/home/home.server";
import { createDatabase } from "../../db/client";
import { cities, events } from "../../db/schema";
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
    expect(page.doors).toHaveLength(7);
    expect(page.doors.map(({ count }) => count)).toEqual(Array(7).fill("Nothing yet"));
    expect([page.trending, page.tiles, page.spotlight]).toEqual([[], [], []]);
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
    expect(doors[0]?.href).toBe("/events?from=2026-12-08&to=2026-12-08");
  });

  it("names days in the reader's calendar", async () => {
    expect((await home("en")).today).toBe("Tuesday 8 December 2026");
    expect((await home("fa")).today).toBe("سه‌شنبه ۱۷ آذر ۱۴۰۵");
    expect((await home("fa")).doors[0]).toMatchObject({
      label: "امشب",
      number: "۱۷",
      month: "آذر",
    });
  });

  it("shows the most popular upcoming events, none cancelled, hidden or past", async () => {
    const { trending } = await home();
    expect(trending.map(({ title }) => title)).toEqual([
      "Talk of the town",
      "Much later",
      "Setar tonight",
      "Past midnight",
      "Tiles, all month",
    ]);
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

    it("leads with tonight, the weekend, runs that end soon and new events there, each event once", async () => {
      const page = await homeOf("tehran");
      const parts = page.parts.map(
        ({ title, events: shown }) =>
          `${title}: ${shown.map(({ title: name }) => name).join(", ")}`,
      );
      expect(parts).toEqual([
        "Tonight in Tehran: Past midnight",
        "This weekend: Talk of the town",
        "On for a few more days: Tiles, all month",
        "New this week: Much later",
      ]);
      const shown = [...page.parts.flatMap((part) => part.events), ...page.trending].map(
        ({ id }) => id,
      );
      expect(new Set(shown).size).toBe(shown.length);
    });

    it("links to the days of that city, with their counts", async () => {
      const { doors } = await homeOf("yazd");
      expect(doors[0]?.href).toBe("/events?city=yazd&from=2026-12-08&to=2026-12-08");
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
      const part = (await homeOf("yazd")).parts.find(({ key }) => key === "fresh");
      expect(part?.events.map(({ id }) => id)).toEqual([one.id]);
      for (const { id } of [...elsewhere, one]) await db.delete(events).where(eq(events.id, id));
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

    it("says where the next events are when there is none tonight", async () => {
      const [tonight] = (await homeOf("yazd")).parts;
      expect(tonight?.nothing).toEqual({
        text: "Nothing tonight in Yazd.",
        link: { href: "/events?city=yazd&from=2026-12-14&to=2026-12-14", label: "Monday: 1 event" },
      });
      const yazd = await db.select().from(cities).where(eq(cities.slug, "yazd")).get();
      const coming = await createEvent(db, {
        cityId: yazd?.id ?? "",
        startsAt: TUESDAY + 26 * HOUR,
        titleEn: "Qanats",
      });
      // Half an hour past midnight: the next events are of the day that has begun.
      const night = createTestDeps(TUESDAY + 11 * HOUR);
      const atNight = await homeOf("yazd", "en", night);
      expect(atNight.doors[0]?.label).toBe("Today");
      expect(atNight.parts[0]?.nothing?.link).toEqual({
        href: "/events?city=yazd&from=2026-12-09&to=2026-12-09",
        label: "Today: 1 event",
      });
      await db.delete(events).where(eq(events.id, coming.id));
      expect((await homeOf("qom")).parts[0]?.nothing?.link).toEqual({
        href: "/cities/qom",
        label: "What’s on in Qom",
      });
    });

    it("takes no more round trips, and walks indexes", async () => {
      const recording = recordDatabase(env.DB);
      await homeOf("tehran", "fa", { ...createTestDeps(), db: recording.db });
      expect(recording.roundTrips).toBeLessThanOrEqual(4);
      const details = await queryPlansOf(env.DB, recording);
      expect(details.filter((detail) => /^SCAN (events|event_facets)\b/.test(detail))).toEqual([]);
    });
  });

  it("takes at most four round trips, and no full scan", async () => {
    const recording = recordDatabase(env.DB);
    await home("fa", { ...createTestDeps(), db: recording.db });
    expect(recording.roundTrips).toBeLessThanOrEqual(4);
    const details = await queryPlansOf(env.DB, recording);
    expect(details.filter((detail) => /^SCAN (events|event_facets)\b/.test(detail))).toEqual([]);
    // Other orders use an index of that order and stop early.
    expect(details.join("\n")).toContain("USING INDEX events_by_popularity");
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
    expect(html.match(/href="\/events\?from=/g)).toHaveLength(7);
    for (const href of [
      "/events?when=today",
      "/events?when=weekend",
      "/events?free=1",
      "/events#filters",
      "/events?category=kids-family",
    ])
      expect(html).toContain(`href="${href}"`);
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

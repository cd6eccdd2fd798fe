import { env, SELF } from "cloudflare:test";
import { gt, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import { SHORT_EVENT } from "../../app/lib/event/schedule";
import { createDatabase } from "../../db/client";
import { events } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { queryPlansOf, recordDatabase } from "../helpers/recording-database";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";

type Changes = Partial<Parameters<typeof requestContext>[1]>;
const browse = (query: string, changes: Changes = {}, fixed = {}) =>
  browseEvents(requestContext(createTestDeps(), changes ?? {}), new URLSearchParams(query), fixed);
const cardsOf = ({ groups }: Awaited<ReturnType<typeof browse>>) =>
  groups.flatMap(({ events }) => events);

beforeAll(async () => {
  await seedDatabase(createDatabase(env.DB), TUESDAY);
});

describe("the strip of days", () => {
  it.each([
    "city=tehran",
    "",
    "city=tehran&category=concert",
    "category=concert&category=theater",
    "free=1",
    "trait=quiet",
    "tag=daf",
    "q=music",
  ])("has as many events on each day as the list of that day: %s", async (query) => {
    const { days } = await browse(query);
    expect(days.strip).toHaveLength(14);
    expect(days.strip[0]?.day).toBe("2026-12-08");
    const counted = days.strip.filter(({ count }) => count !== "");
    expect(counted.length).toBeGreaterThan(3);
    for (const { day, count } of counted.slice(0, 6)) {
      const list = await browse(`${query}&from=${day}&to=${day}&sort=date&limit=100`);
      // A search knows one date of each series.
      if (query.includes("q="))
        expect(cardsOf(list).length).toBeGreaterThanOrEqual(Number(count === "–" ? 0 : count));
      else
        expect([query, day, new Set(cardsOf(list).map(({ id }) => id)).size]).toEqual([
          query,
          day,
          Number(count === "–" ? 0 : count),
        ]);
    }
  });

  it("has the same counts whatever the day", async () => {
    const counts = async (query: string) =>
      (await browse(query)).days.strip.map(({ count }) => count);
    const all = await counts("city=tehran&free=1");
    for (const when of ["when=weekend", "from=2026-12-10&to=2026-12-12", "when=past"])
      expect(await counts(`city=tehran&free=1&${when}`)).toEqual(all);
    // Prices and hours are the index of search's, which knows one date of each series: no number.
    for (const query of ["city=tehran&time=evening", "city=tehran&max=300000"])
      expect(new Set(await counts(query))).toEqual(new Set([""]));
  });

  it("marks the chosen days, and its links keep every other filter", async () => {
    const { days } = await browse("city=tehran&free=1&from=2026-12-10&to=2026-12-12");
    expect(days.chosen).toEqual({ first: "2026-12-10", last: "2026-12-12" });
    expect(days.chosenText).toBe("10 – 12 December");
    expect(days.link).toBe("/events?city=tehran&from=FIRST&to=LAST&free=1");
    expect(days.anyDay).toBe("/events?city=tehran&free=1");
    expect((await browse("when=tonight&city=tehran")).days.chosen).toEqual({
      first: "2026-12-08",
      last: "2026-12-08",
    });
  });

  it("is one walk of an index", async () => {
    for (const query of [
      "city=tehran",
      "category=concert&category=theater&city=tehran",
      "lat=35.7&lng=51.4",
    ]) {
      const recording = recordDatabase(env.DB);
      await browseEvents(
        requestContext({ ...createTestDeps(), db: recording.db }),
        new URLSearchParams(query),
      );
      const plans = await queryPlansOf(env.DB, recording);
      expect(
        plans.filter((plan) =>
          /^SCAN (?!cities|json_each|span|place|found|counted|wanted|facet\b|\(|\d|CONSTANT|listed|category|content_versions)/.test(
            plan,
          ),
        ),
      ).toEqual([]);
      expect(
        recording.statements.filter(({ sql }) =>
          sql.includes("SELECT id, startsAt, endsAt, marks, fits FROM"),
        ),
      ).toHaveLength(1);
    }
  });
});

describe("the calendar", () => {
  it("has months of the reader's calendar, from the first day of their week", async () => {
    const { months, weekdays } = (await browse("month=2026-12-20")).days.months;
    expect(
      months.map(({ first, label, length, offset }) => [first, label, length, offset]),
    ).toEqual([
      ["2026-12-01", "December 2026", 31, 1],
      ["2027-01-01", "January 2027", 31, 4],
    ]);
    expect(weekdays[0]?.long).toBe("Monday");
    const fa = (await browse("", { locale: "fa", calendar: "jalali" })).days;
    expect(fa.months.months[0]).toMatchObject({
      first: "2026-11-22",
      label: "آذر ۱۴۰۵",
      length: 30,
      offset: 1,
    });
    expect(fa.months.weekdays[0]?.long).toBe("شنبه");
  });
});

describe("filters by price and time of day", () => {
  it("list events within the prices, in the unit of the area", async () => {
    const amount = (price: string) => (price === "Free" ? 0 : Number(price.replace(/\D/g, "")));
    const upTo = cardsOf(await browse("city=tehran&max=300,000&limit=100")).map(({ price }) =>
      amount(price),
    );
    expect(upTo.length).toBeGreaterThan(3);
    expect(Math.max(...upTo)).toBeLessThanOrEqual(300_000);
    const from = await browse("city=tehran&min=200000&limit=100");
    expect(Math.min(...cardsOf(from).map(({ price }) => amount(price)))).toBeGreaterThanOrEqual(
      200_000,
    );
    expect(from.active.map(({ key }) => key)).toEqual(["city", "price"]);
    expect((await browse("min=a&max=-5")).leftOut).toMatch(/price/);
  });

  it("list events that start in any of the parts of the day, and long ones that are on in them", async () => {
    const page = await browse("city=tehran&time=morning&time=evening&limit=100");
    const long = new Set(
      (
        await createDatabase(env.DB)
          .select({ id: events.id })
          .from(events)
          .where(gt(sql`${events.endsAt} - ${events.startsAt}`, SHORT_EVENT))
      ).map(({ id }) => id as string),
    );
    const hours = cardsOf(page)
      .filter(({ id }) => !long.has(id))
      .map(({ startsAt }) => Number(startsAt.slice(11, 13)));
    expect(hours.length).toBeGreaterThan(3);
    for (const hour of hours)
      expect((hour >= 5 && hour < 12) || (hour >= 17 && hour < 22)).toBe(true);
    expect(page.active.map(({ key }) => key)).toEqual(["city", "time-morning", "time-evening"]);
  });
});

describe("views of the list", () => {
  it("are kept in links, if the address names one", async () => {
    const page = await browse("city=tehran&view=grid&limit=2", { listView: "grid" });
    expect(
      [page.more, page.days.link, page.days.anyDay].map((href) => href?.includes("view=grid")),
    ).toEqual([true, true, true]);
    expect((await browse("city=tehran&limit=2", { listView: "grid" })).more).not.toContain("view=");
  });

  it("have all days of a week from today, or of the chosen days", async () => {
    const week = await browse("city=tehran", { listView: "week" });
    expect(week.days.chosen).toEqual({ first: "2026-12-08", last: "2026-12-14" });
    expect(
      week.groups.filter(({ key }) => key !== "ongoing").map(({ key }) => key.slice(-10)),
    ).toEqual(["08", "09", "10", "11", "12", "13", "14"].map((day) => `2026-12-${day}`));
    expect(week.active.map(({ key }) => key)).toEqual(["city"]);
    // Each day by the time that it shows.
    for (const { events } of week.groups) {
      const times = events.map(({ startsAt }) => startsAt.slice(11, 16));
      expect(times).toEqual([...times].sort());
    }
    const two = await browse("city=tehran&from=2026-12-20&to=2026-12-21", { listView: "week" });
    expect(two.days.chosen).toEqual({ first: "2026-12-20", last: "2026-12-21" });
  });

  it("are remembered from our own pages, and in the key of cached pages", async () => {
    const get = (path: string, headers: Record<string, string> = {}) =>
      SELF.fetch(`http://rooydad.test${path}`, { headers });
    const chosen = await get("/events?city=tehran&view=grid", { "Sec-Fetch-Site": "same-origin" });
    expect(chosen.headers.get("Set-Cookie")).toMatch(
      /^rooydad\.view=grid; Path=\/; Max-Age=31536000/,
    );
    const linked = await get("/events?city=tehran&view=grid", { "Sec-Fetch-Site": "cross-site" });
    expect(linked.headers.get("Set-Cookie") ?? "").not.toContain("rooydad.view");
    const [plain, grid] = await Promise.all([
      get("/events?city=yazd"),
      get("/events?city=yazd", { Cookie: "rooydad.view=grid" }),
    ]);
    expect([plain, grid].map(({ headers }) => headers.get("X-Page-Cache"))).toEqual([
      "miss",
      "miss",
    ]);
    expect(
      (await get("/events?city=yazd", { Cookie: "rooydad.view=grid" })).headers.get("X-Page-Cache"),
    ).toBe("hit");
    const [rowsHtml, gridHtml] = [await plain.text(), await grid.text()];
    expect(rowsHtml.match(/<article/g)?.length).toBe(gridHtml.match(/<article/g)?.length);
    expect(rowsHtml).not.toBe(gridHtml);
  });
});

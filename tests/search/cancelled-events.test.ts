import { env } from "cloudflare:test";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import { searchKey } from "../../app/lib/text/search-text";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { findAlternatives } from "../../app/modules/events/list/nearest-alternatives.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { rebuildSearch } from "../../app/modules/search/index-event.server";
import { createDatabase } from "../../db/client";
import { cities, events } from "../../db/schema";
import { createEvent } from "../factories/event";
import { SAMPLE_NOW, seedSampleEvents } from "../helpers/sample-database";
import { createTestDeps } from "../helpers/test-deps";

const CANCELLED = [
  "tehran-tochal-sunrise-hike",
  "tehran-board-game-night",
  "shiraz-hafez-night-reading",
  "isfahan-soffeh-family-hike",
  "london-setar-kings-place",
  "dubai-art-night-alserkal",
];

let off: (typeof events.$inferSelect & { slug: string })[] = [];

const deps = () => createTestDeps(SAMPLE_NOW);

const search = (params: Record<string, string>) =>
  listEvents(deps(), parseEventQuery(new URLSearchParams({ limit: "100", ...params })).query);

beforeAll(async () => {
  const db = createDatabase(env.DB);
  const keys = await seedSampleEvents(db, SAMPLE_NOW);
  const ids = [...keys].flatMap(([id, key]) => (CANCELLED.includes(key) ? [id] : []));
  await db.update(events).set({ lifecycle: "cancelled" }).where(inArray(events.id, ids));
  await rebuildSearch(db);
  const rows = await db
    .select({ event: events, slug: cities.slug })
    .from(events)
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(inArray(events.id, ids));
  off = rows.map(({ event, slug }) => ({ ...event, slug }));
}, 60_000);

describe("a cancelled event", () => {
  it("is not offered for what is on", async () => {
    expect(off).toHaveLength(CANCELLED.length);
    const offered: string[] = [];
    for (const event of off)
      for (const q of [
        event.slug,
        `${event.categories[0]} ${event.slug}`,
        `${event.tags[0]} ${event.slug}`,
        event.tags[0] ?? "",
        `${event.tags.at(-1)} ${event.slug} this month`,
        "کوهنوردی آخر هفته",
        "mountain hike weekend",
      ]) {
        const list = await search({ q });
        if (list.events.some(({ lifecycle }) => lifecycle === "cancelled")) offered.push(q);
      }
    expect(offered).toEqual([]);
  });

  it("is found by its title, in both languages, and by nearly all of it", async () => {
    for (const { id, titleEn, titleFa } of off)
      for (const title of [
        titleEn,
        titleFa ?? titleEn,
        titleEn.split(" ").slice(0, -1).join(" "),
      ]) {
        const { events: found } = await search({ q: title });
        expect(
          found.map((event) => event.id),
          title,
        ).toContain(id);
      }
  });

  it("is found by its title with a slip in a word", async () => {
    const slip = (title: string) => {
      const [longest = ""] = searchKey(title)
        .split(" ")
        .sort((a, b) => b.length - a.length);
      return searchKey(title).replace(longest, `${longest.slice(0, 3)}${longest.slice(4)}`);
    };
    const missed: string[] = [];
    const titles = off.flatMap(({ id, titleEn, titleFa }) =>
      [titleEn, titleFa ?? titleEn].map((title) => ({ id, title: slip(title) })),
    );
    for (const { id, title } of titles) {
      const { events: found } = await search({ q: title });
      if (!found.some((event) => event.id === id)) missed.push(title);
    }
    expect(missed).toEqual([]);
  });

  it("whose title has a word for what is not wanted is found by it, as others are", async () => {
    const titles = [
      "Kitchen without Borders: Charity Supper",
      "Kamancheh and Tombak: A Conversation Without Words",
      "صبحانه فریلنسرها؛ قرارداد بدون اشک و آه",
    ];
    for (const title of titles) {
      const [first] = (await search({ q: title })).events;
      expect([first?.titleEn, first?.titleFa]).toContain(title);
    }
  });

  it("is in no number of those that match, beyond the ranked ones too, nor of a near query", async () => {
    const db = createDatabase(env.DB);
    const { id: cityId } =
      (await db.select().from(cities).where(eq(cities.slug, "qom")).get()) ?? expect.fail();
    const [all, cancelled] = [90, 30];
    for (let day = 1; day <= all; day++) {
      const lifecycle = day % 3 === 0 ? ("cancelled" as const) : ("scheduled" as const);
      const startsAt = SAMPLE_NOW + day * DAY;
      await createEvent(db, { cityId, titleEn: `Quagga walk ${day}`, startsAt, lifecycle });
    }
    await rebuildSearch(db);
    const q = "quagga qom";
    expect((await search({ q })).exactTotal).toBe(all - cancelled);
    // In order of time they are listed, and counted.
    expect((await search({ q, sort: "date" })).exactTotal).toBe(all);
    for (const sort of ["relevance", "date"]) {
      const asked = { q: `${q} today`, sort };
      const { query } = parseEventQuery(new URLSearchParams(asked));
      const near = await findAlternatives(deps(), query, await search(asked));
      expect(near.length).toBeGreaterThan(0);
      for (const { query: other, total, isExact } of near) {
        const own = await listEvents(deps(), { ...other, limit: 100 });
        expect([sort, other.q, other.city, isExact && total]).toEqual([
          sort,
          other.q,
          other.city,
          isExact && own.exactTotal,
        ]);
      }
    }
  });

  it("stays in lists in order of time, as in lists by filters", async () => {
    for (const { id, slug, tags } of off) {
      const { events: found } = await search({ q: `${tags[0]} ${slug}`, sort: "date" });
      expect(found.map((event) => event.id)).toContain(id);
    }
  });
});
